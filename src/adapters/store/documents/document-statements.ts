// The statements that read and write the documents of a kind, prepared once: one document or many at once.

import { sql } from 'kysely';
import { type DocumentKind, type DocumentTable, documentTables } from '../sql/document-tables.ts';
import type { Db } from '../sql/engine.ts';
import { prepareBatches } from '../sql/prepared-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { scopeColumnsOf } from '../sql/scoped-query.ts';

/** The columns of a row, except tenant and workspace. */
export type DocumentCells = Readonly<Record<string, string | number>>;

export type DocumentStatements = ReturnType<typeof prepareStatements>;

/** `example` is any row of the kind: all have the same columns. */
export type StatementsOf = (kind: DocumentKind, example: DocumentCells) => DocumentStatements;

/** Longer ones are read one by one: many of them would fill the memory. */
const DOC_MAX_BYTES = 65_536;

export const buildDocumentStatements = (db: Db): StatementsOf => {
  const prepared = new Map<DocumentKind, DocumentStatements>();
  return (kind, example) => {
    const known = prepared.get(kind) ?? prepareStatements(db, documentTables[kind], example);
    prepared.set(kind, known);
    return known;
  };
};

/** The column that names the documents of a place, beside the catalog. */
export const idColumnOf = (key: readonly string[]): string =>
  (key[0] === 'catalog_id' ? key[1] : key[0]) ?? '';

const prepareStatements = (
  db: Db,
  { table, key }: Pick<DocumentTable<never>, 'table' | 'key'>,
  example: DocumentCells,
) => {
  // All these tables have `doc` and `revision`; their other columns are known at run time only.
  const name = table as 'form';
  const columns = key as readonly 'form_id'[];
  const others = Object.keys(example).filter((column) => !key.includes(column)) as 'doc'[];
  const catalog: DocumentCells = key[0] === 'catalog_id' && key.length > 1 ? { catalog_id: '' } : {};
  return {
    find: prepareInWorkspace(db, example, (workspace, value) =>
      columns.reduce(
        (query, column) => query.where(column, '=', value[column] as string),
        workspace.selectFrom(name).select('doc'),
      ),
    ),
    /** With the columns of their keys; `doc` is null for a long one. */
    findMany: prepareBatches(
      db,
      catalog,
      { id: '' },
      (workspace, shared, rows) =>
        Object.keys(catalog)
          .reduce(
            (query, column) => query.where(column as 'form_id', '=', shared[column] as string),
            workspace.selectFrom(name).select([...columns]),
          )
          .select(
            sql<
              string | null
            >`case when octet_length(doc) > ${sql.lit(DOC_MAX_BYTES)} then null else doc end`.as('doc'),
          )
          .where(
            idColumnOf(key) as 'form_id',
            'in',
            rows.map(({ id }) => id),
          ),
      { mayRepeat: true },
    ),
    /** Of documents that have changed, each once. All other columns are derived from the document. */
    put: prepareBatches(db, {}, example, (workspace, _, rows) =>
      workspace
        .insertInto(name)
        .values(rows.map((row) => ({ ...(row as { form_id: string; doc: string }), revision: 1 })))
        .onConflict((conflict) =>
          conflict.columns([...scopeColumnsOf(name), ...columns]).doUpdateSet((eb) => ({
            ...Object.fromEntries(others.map((column) => [column, eb.ref(`excluded.${column}`)])),
            revision: eb(`${name}.revision`, '+', 1),
          })),
        ),
    ),
  };
};
