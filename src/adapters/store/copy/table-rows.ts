// The rows of any table in the order of its key, in chunks of a bounded size, whatever its columns are.

import { type ColumnMetadata, type RawBuilder, sql } from 'kysely';
import type { Db } from '../sql/engine.ts';
import { acrossWorkspaces, type WorkspaceTable } from '../sql/scoped-query.ts';
import { keyOf } from '../sql/table-keys.ts';

export type Row = Readonly<Record<string, string | number | null>>;

export interface Chunk {
  readonly rows: readonly Row[];
  /** The row before the first one; undefined at the beginning of the table. */
  readonly after: Row | undefined;
  /** The last row; undefined: the chunk reaches to the end of the table. */
  readonly upTo: Row | undefined;
}

const ROWS_MIN = 16;
const ROWS_MAX = 512;
const CHUNK_CHARS = 4_000_000;

/** All rows. A chunk with none of them is the last one: it covers what lies behind the last row. */
export async function* readChunks(db: Db, table: WorkspaceTable): AsyncGenerator<Chunk> {
  let after: Row | undefined;
  let limit = ROWS_MIN;
  for (;;) {
    const rows = await readRows(db, table, { after, upTo: undefined, limit });
    const upTo = rows.length < limit ? undefined : rows.at(-1);
    yield { rows, after, upTo };
    if (upTo === undefined) return;
    after = upTo;
    limit = nextLimit(rows);
  }
}

/** The rows of the same part of the table in another database. */
export const readSamePart = (db: Db, table: WorkspaceTable, { after, upTo }: Chunk): Promise<Row[]> =>
  readRows(db, table, { after, upTo, limit: undefined });

export const insertRows = async (tx: Db, table: WorkspaceTable, rows: readonly Row[]): Promise<void> => {
  // The columns of a table are only known at run time.
  await acrossWorkspaces(tx)
    .insertInto(table as 'record')
    .values(rows as never)
    .execute();
};

/** One by one: in a list of rows PostgreSQL would not know the types of the values. */
export const deleteRows = async (tx: Db, table: WorkspaceTable, rows: readonly Row[]): Promise<void> => {
  for (const row of rows) {
    await acrossWorkspaces(tx)
      .deleteFrom(table as 'record')
      .where(sql<boolean>`(${keyColumns(table)}) = (${keyValues(table, row)})`)
      .execute();
  }
};

export const deleteAllRows = async (tx: Db, table: WorkspaceTable): Promise<void> => {
  await acrossWorkspaces(tx)
    .deleteFrom(table as 'record')
    .execute();
};

/** All others hold text. */
export interface Column {
  readonly name: string;
  readonly isInteger: boolean;
  readonly isNullable: boolean;
}

/** The columns of each table that the database has, sorted by name. An older schema lacks tables. */
export const readSchema = async (db: Db): Promise<ReadonlyMap<string, readonly Column[]>> => {
  const tables = await acrossWorkspaces(db).introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map(toColumn).sort(byName)]));
};

const toColumn = ({ name, dataType, isNullable }: ColumnMetadata): Column => ({
  name,
  isInteger: /int/i.test(dataType),
  isNullable,
});

const byName = (a: Column, b: Column): number => (a.name < b.name ? -1 : 1);

/** Equal rows make equal texts. */
export const rowText = (row: Row): string =>
  JSON.stringify(
    Object.keys(row)
      .sort()
      .map((column) => [column, row[column]]),
  );

export const keyText = (table: WorkspaceTable, row: Row): string =>
  JSON.stringify(keyOf(table).map((column) => row[column]));

interface Part {
  readonly after: Row | undefined;
  readonly upTo: Row | undefined;
  readonly limit: number | undefined;
}

const readRows = async (db: Db, table: WorkspaceTable, { after, upTo, limit }: Part): Promise<Row[]> => {
  let query = acrossWorkspaces(db)
    .selectFrom(table as 'record')
    .selectAll();
  const key = keyColumns(table);
  if (after !== undefined) query = query.where(sql<boolean>`(${key}) > (${keyValues(table, after)})`);
  if (upTo !== undefined) query = query.where(sql<boolean>`(${key}) <= (${keyValues(table, upTo)})`);
  for (const column of keyOf(table)) query = query.orderBy(sql.ref(column));
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()) as unknown as Row[];
};

const nextLimit = (rows: readonly Row[]): number => {
  let chars = 1;
  for (const row of rows)
    for (const value of Object.values(row)) chars += typeof value === 'string' ? value.length : 0;
  const fitting = Math.floor((rows.length * CHUNK_CHARS) / chars);
  return Math.max(1, Math.min(ROWS_MAX, 2 * rows.length, fitting));
};

const keyColumns = (table: WorkspaceTable): RawBuilder<unknown> =>
  sql.join(keyOf(table).map((column) => sql.ref(column)));

const keyValues = (table: WorkspaceTable, row: Row): RawBuilder<unknown> =>
  sql.join(keyOf(table).map((column) => row[column]));
