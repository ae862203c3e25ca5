// Rows of one table under one key prefix: counted, read and deleted in the order of their keys, in steps so short that
// nobody else waits. No step is a statement over more rows than said here, however many there are.

import { type RawBuilder, sql } from 'kysely';
import { startBreathing } from './breathing.ts';
import type { Db } from './engine.ts';
import type { Tables } from './tables.ts';

/** A hop only walks along an index. */
const COUNTED_AT_ONCE = 2_000;
const DELETED_AT_ONCE = 100;

export type Columns = Readonly<Record<string, string>>;
export type Row = Readonly<Record<string, string>>;

export interface RowSet {
  readonly table: keyof Tables;
  /** The columns that lead a key or an index, with the values that all rows of the set have. */
  readonly prefix: Columns;
  /** The columns that follow in that key, in order. None: the prefix is the whole key. */
  readonly key: readonly string[];
}

export interface RowHop {
  /** How many rows come before. */
  readonly before: number;
  /** The key they end with; undefined at the beginning. */
  readonly after: Row | undefined;
  readonly count: number;
}

/** The whole set in stretches of a bounded number of rows. Their counts add up to the exact total. */
export async function* hopRows(db: Db, set: RowSet): AsyncIterable<RowHop> {
  const breathe = startBreathing();
  let before = 0;
  let after: Row | undefined;
  for (;;) {
    const edge = await keyAt(db, set, after, COUNTED_AT_ONCE);
    if (edge === undefined) {
      yield { before, after, count: await countFew(db, set, after) };
      return;
    }
    yield { before, after, count: COUNTED_AT_ONCE };
    before += COUNTED_AT_ONCE;
    after = edge;
    await breathe();
  }
}

export const countRows = async (db: Db, set: RowSet): Promise<number> => {
  let count = 0;
  for await (const hop of hopRows(db, set)) count += hop.count;
  return count;
};

/** All rows in batches; what is done to a batch before the next one is asked for does not disturb the walk. */
export async function* readRows(
  db: Db,
  set: RowSet,
  options: { readonly columns: readonly string[]; readonly rowsAtOnce: number },
): AsyncIterable<Row[]> {
  const breathe = startBreathing();
  let after: Row | undefined;
  for (;;) {
    const rows = await readSome(db, set, { ...options, after, skip: 0, limit: options.rowsAtOnce });
    if (rows.length > 0) yield rows;
    if (rows.length < options.rowsAtOnce) return;
    after = rows.at(-1);
    await breathe();
  }
}

export interface Stretch {
  readonly columns: readonly string[];
  readonly after: Row | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** The key columns come along. */
export const readSome = async (
  db: Db,
  set: RowSet,
  { columns, after, skip, limit }: Stretch,
): Promise<Row[]> => {
  const selected = [...new Set([...set.key, ...columns])];
  const { rows } = await sql<Row>`
    select ${list(selected)} from ${sql.table(set.table)}
    where ${inSet(set)} ${beyond(set, after)} order by ${list(set.key)} limit ${limit} offset ${skip}`.execute(
    db,
  );
  return rows;
};

export const deleteRows = async (tx: Db, set: RowSet): Promise<void> => {
  const breathe = startBreathing();
  for (;;) {
    const edge = set.key.length === 0 ? undefined : await keyAt(tx, set, undefined, DELETED_AT_ONCE);
    const upTo = edge === undefined ? sql`` : sql`and (${list(set.key)}) <= (${valuesOf(set, edge)})`;
    await sql`delete from ${sql.table(set.table)} where ${inSet(set)} ${upTo}`.execute(tx);
    if (edge === undefined) return;
    await breathe();
  }
};

/** The key of the row that is that many rows further on. */
const keyAt = async (
  db: Db,
  set: RowSet,
  after: Row | undefined,
  distance: number,
): Promise<Row | undefined> =>
  (await readSome(db, set, { columns: [], after, skip: distance - 1, limit: 1 }))[0];

const countFew = async (db: Db, set: RowSet, after: Row | undefined): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as ${sql.ref('rows')} from ${sql.table(set.table)}
    where ${inSet(set)} ${beyond(set, after)}`.execute(db);
  return Number(rows[0]?.rows ?? 0);
};

const list = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(column)));

const valuesOf = (set: RowSet, row: Row): RawBuilder<unknown> =>
  sql.join(set.key.map((column) => row[column]));

const inSet = ({ prefix }: RowSet): RawBuilder<unknown> => {
  const columns = Object.entries(prefix).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return columns.length === 0 ? sql`1 = 1` : sql.join(columns, sql` and `);
};

const beyond = (set: RowSet, after: Row | undefined): RawBuilder<unknown> =>
  after === undefined ? sql`` : sql`and (${list(set.key)}) > (${valuesOf(set, after)})`;
