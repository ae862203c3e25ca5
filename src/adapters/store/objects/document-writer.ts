// Writes one document with one statement that also tells whether it was new, changed or the same already. What stood there
// before is looked at first, so that the difference is counted and held to the limits before anything is written.

import { type RawBuilder, sql } from 'kysely';
import type { BundleLine } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { PutOutcome } from '../../../domain/manage/bundle-store.ts';
import { measureBefore, measureOf } from '../limits/measure.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import { isListed } from '../manage/list-entries.ts';
import { buildListIndexWriter } from '../manage/list-index-writer.ts';
import { canonicalJsonWithout } from '../sql/canonical-json.ts';
import {
  type DocumentKind,
  type DocumentTable,
  documentTables,
  scopeColumns,
} from '../sql/document-tables.ts';
import type { Db } from '../sql/engine.ts';
import type { Columns } from '../sql/key-range.ts';
import { type PreparedQuery, prepareQuery } from '../sql/prepared-query.ts';

type Row = Readonly<Record<string, string | number>>;
type Upsert = PreparedQuery<Row, { readonly revision: number }>;

export type WriteDocument = <K extends DocumentKind>(
  tx: Db,
  usage: UsageWriter,
  scope: WorkspaceScope,
  object: BundleLine<K> & { readonly kind: K },
) => Promise<PutOutcome>;

interface Statements {
  readonly find: PreparedQuery<Row, { readonly doc: string }>;
  readonly upsert: Upsert;
}

/** Throws `limitExceeded`, and has written nothing then. */
export const buildWriteDocument = (db: Db): WriteDocument => {
  const lists = buildListIndexWriter(db);
  const prepared = new Map<DocumentKind, Statements>();
  return async (tx, usage, scope, object) => {
    const { kind } = object;
    const table: DocumentTable<typeof kind> = documentTables[kind];
    const doc = canonicalJsonWithout(object, 'kind');
    const place = { ...scopeColumns(kind, scope), ...table.columns(object) };
    const row = { ...place, doc };
    let statements = prepared.get(kind);
    if (statements === undefined) {
      const key = [...Object.keys(scopeColumns(kind, scope)), ...table.key];
      statements = {
        find: prepareFind(db, table.table, key, row),
        upsert: prepareUpsert(db, table.table, key, row),
      };
      prepared.set(kind, statements);
    }
    const after = measureOf(object, doc);
    if (after !== undefined) {
      const before = await statements.find.first(tx, row);
      if (before?.doc === doc) return 'unchanged';
      await usage.replace(scope, before && measureBefore(after, before.doc), after);
    }
    const written = await statements.upsert.first(tx, row);
    if (written === undefined) {
      return 'unchanged';
    }
    const isNew = written.revision === 1;
    if (isListed(kind)) await lists.put(tx, kind, place as Columns, object, isNew);
    return isNew ? 'created' : 'updated';
  };
};

const prepareFind = (
  db: Db,
  table: string,
  key: readonly string[],
  example: Row,
): PreparedQuery<Row, { readonly doc: string }> =>
  prepareQuery(example, (value) => {
    const isMeant = sql.join(
      key.map((column) => sql`${sql.ref(column)} = ${value[column]}`),
      sql` and `,
    );
    const find = sql<{ doc: string }>`select doc from ${sql.table(table)} where ${isMeant}`;
    return { compile: () => find.compile(db) };
  });

/** Returns no row when the stored document is the same: every column is made from the document. */
const prepareUpsert = (db: Db, table: string, key: readonly string[], example: Row): Upsert =>
  prepareQuery(example, (value) => {
    const columns = Object.keys(example);
    const others = columns.filter((column) => !key.includes(column));
    const list = (names: readonly string[]): RawBuilder<unknown> =>
      sql.join(names.map((name) => sql.ref(name)));
    const upsert = sql<{ revision: number }>`
      insert into ${sql.table(table)} (${list(columns)}, revision)
      values (${sql.join(columns.map((column) => value[column]))}, 1)
      on conflict (${list(key)}) do update set
        ${sql.join(others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))},
        revision = ${sql.ref(`${table}.revision`)} + 1
      where ${sql.ref(`${table}.doc`)} <> excluded.doc
      returning revision`;
    return { compile: () => upsert.compile(db) };
  });
