// Writes a document with one upsert, which also tells whether it was created, updated or unchanged. The stored document is
// read first, so that the difference is counted and checked against the limits before anything is written.

import type { BundleLine } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { PutOutcome } from '../../../domain/manage/bundle-store.ts';
import { measureBefore, measureOf } from '../limits/measure.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import { canonicalJsonWithout } from '../sql/canonical-json.ts';
import { type DocumentKind, type DocumentTable, documentTables } from '../sql/document-tables.ts';
import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { scopeColumnsOf } from '../sql/scoped-query.ts';

/** The columns of a row, except tenant and workspace. */
type Row = Readonly<Record<string, string | number>>;

export type WriteDocument = <K extends DocumentKind>(
  tx: Db,
  usage: UsageWriter,
  scope: WorkspaceScope,
  object: BundleLine<K> & { readonly kind: K },
) => Promise<PutOutcome>;

type Statements = ReturnType<typeof prepareStatements>;

/** If it throws `limitExceeded`, nothing was written. */
export const buildWriteDocument = (db: Db): WriteDocument => {
  const prepared = new Map<DocumentKind, Statements>();
  return async (tx, usage, scope, object) => {
    const { kind } = object;
    const table: DocumentTable<typeof kind> = documentTables[kind];
    const doc = canonicalJsonWithout(object, 'kind');
    const row = { ...table.columns(object), doc };
    let statements = prepared.get(kind);
    if (statements === undefined) {
      statements = prepareStatements(db, table, row);
      prepared.set(kind, statements);
    }
    const { tenantId, workspaceId } = scope;
    const values = { ...row, tenantId, workspaceId };
    const after = measureOf(object, doc);
    if (after !== undefined) {
      const before = await statements.find.first(tx, values);
      if (before?.doc === doc) return 'unchanged';
      await usage.replace(scope, before && measureBefore(after, before.doc), after);
    }
    const written = await statements.upsert.first(tx, values);
    if (written === undefined) {
      return 'unchanged';
    }
    return written.revision === 1 ? 'created' : 'updated';
  };
};

/** All rows of a kind have the same columns, so the first one serves as the example. */
const prepareStatements = (
  db: Db,
  { table, key }: Pick<DocumentTable<never>, 'table' | 'key'>,
  example: Row,
) => {
  // All these tables have `doc` and `revision`; their other columns are known at run time only.
  const name = table as 'form';
  const columns = key as readonly 'form_id'[];
  const others = Object.keys(example).filter((column) => !key.includes(column)) as 'doc'[];
  return {
    find: prepareInWorkspace(db, example, (workspace, value) =>
      columns.reduce(
        (query, column) => query.where(column, '=', value[column] as string),
        workspace.selectFrom(name).select('doc'),
      ),
    ),
    /** Returns no row if the stored document is the same. All other columns are derived from the document. */
    upsert: prepareInWorkspace(db, example, (workspace, value) =>
      workspace
        .insertInto(name)
        .values({ ...(value as { form_id: string; doc: string }), revision: 1 })
        .onConflict((conflict) =>
          conflict
            .columns([...scopeColumnsOf(name), ...columns])
            .doUpdateSet((eb) => ({
              ...Object.fromEntries(others.map((column) => [column, eb.ref(`excluded.${column}`)])),
              revision: eb(`${name}.revision`, '+', 1),
            }))
            .whereRef(`${name}.doc`, '<>', 'excluded.doc'),
        )
        .returning('revision'),
    ),
  };
};
