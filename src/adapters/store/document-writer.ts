// Writes one document with one statement that also tells whether it was new, changed or the same already.

import { type RawBuilder, sql } from 'kysely';
import type { BundleLine } from '../../contract/bundle.ts';
import type { WorkspaceScope } from '../../domain/scope.ts';
import type { PutOutcome } from '../../import/bundle-store.ts';
import { canonicalJsonWithout } from './canonical-json.ts';
import { type DocumentKind, type DocumentTable, documentTables, scopeColumns } from './document-tables.ts';
import type { Db } from './engine.ts';
import { type PreparedQuery, prepareQuery } from './prepared-query.ts';

type Row = Readonly<Record<string, string | number>>;
type Upsert = PreparedQuery<Row, { readonly revision: number }>;

export type WriteDocument = <K extends DocumentKind>(
  tx: Db,
  scope: WorkspaceScope,
  object: BundleLine<K> & { readonly kind: K },
) => Promise<PutOutcome>;

export const buildWriteDocument = (db: Db): WriteDocument => {
  const upserts = new Map<DocumentKind, Upsert>();
  return async (tx, scope, object) => {
    const { kind } = object;
    const table: DocumentTable<typeof kind> = documentTables[kind];
    const row = {
      ...scopeColumns(kind, scope),
      ...table.columns(object),
      doc: canonicalJsonWithout(object, 'kind'),
    };
    let upsert = upserts.get(kind);
    if (upsert === undefined) {
      upsert = prepareUpsert(db, table.table, [...Object.keys(scopeColumns(kind, scope)), ...table.key], row);
      upserts.set(kind, upsert);
    }
    const written = await upsert.first(tx, row);
    if (written === undefined) {
      return 'unchanged';
    }
    return written.revision === 1 ? 'created' : 'updated';
  };
};

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
