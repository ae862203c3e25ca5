// Rows of one table under one key prefix: counted, read and deleted in the order of their keys, in steps so short that
// nobody else waits. No step is a statement over more rows than said here, however many there are.

import { type RawBuilder, sql } from 'kysely';
import {
  inSteps,
  type RequestBudget,
  readingUnits,
  UNITS_PER_KEY,
} from '../../../domain/limits/request-budget.ts';
import { buildYield, unbudgeted } from '../../../runtime/yield-to-event-loop.ts';
import type { Db } from './engine.ts';
import { acrossWorkspaces, type KeyPrefix } from './scoped-query.ts';
import type { Tables } from './tables.ts';

/** A hop only walks along an index. */
const COUNTED_AT_ONCE = 2_000;
const SIZES_AT_ONCE = 100;
const DELETED_AT_ONCE = 100;

export type Columns = Readonly<Record<string, string>>;
export type Row = Readonly<Record<string, string>>;

export interface RowSet {
  readonly table: keyof Tables;
  /** The columns that lead a key or an index, with the values that all rows of the set have. */
  readonly prefix: KeyPrefix;
  /** The columns that follow in that key, in order. None: the prefix is the whole key. */
  readonly key: readonly string[];
  /** From the greatest key to the least. */
  readonly isDescending?: boolean;
  /** What else holds of all rows of the set, told by the columns of the same index where it can be. */
  readonly where?: RawBuilder<unknown>;
}

export interface RowHop {
  /** How many rows come before. */
  readonly before: number;
  /** The key they end with; undefined at the beginning. */
  readonly after: Row | undefined;
  readonly count: number;
}

/** The whole set in stretches of a bounded number of rows. Their counts add up to the exact total. */
export async function* countInSteps(
  db: Db,
  set: RowSet,
  { spend, pause }: RequestBudget = unbudgeted(),
): AsyncIterable<RowHop> {
  let before = 0;
  let after: Row | undefined;
  for (;;) {
    spend(COUNTED_AT_ONCE * UNITS_PER_KEY);
    const edge = await keyAt(db, set, after, COUNTED_AT_ONCE);
    if (edge === undefined) {
      yield { before, after, count: await countFew(db, set, after) };
      return;
    }
    yield { before, after, count: COUNTED_AT_ONCE };
    before += COUNTED_AT_ONCE;
    after = edge;
    await pause();
  }
}

export const countRows = async (db: Db, set: RowSet): Promise<number> => {
  let count = 0;
  for await (const hop of countInSteps(db, set)) count += hop.count;
  return count;
};

/** All rows in batches; what is done to a batch before the next one is asked for does not disturb the walk. */
export async function* readRows(
  db: Db,
  set: RowSet,
  options: { readonly columns: readonly string[]; readonly rowsAtOnce: number },
): AsyncIterable<Row[]> {
  const yieldIfDue = buildYield();
  let after: Row | undefined;
  for (;;) {
    const rows = await readSome(db, set, { ...options, after, skip: 0, limit: options.rowsAtOnce });
    if (rows.length > 0) yield rows;
    if (rows.length < options.rowsAtOnce) return;
    after = rows.at(-1);
    await yieldIfDue();
  }
}

/** Rows with their documents, which may be long: their sizes are looked at first, and no step takes in too much of them. */
export async function* readDocuments(
  db: Db,
  set: RowSet,
  { after: from, skip, limit, columns }: Stretch,
  { spend, pause }: RequestBudget = unbudgeted(),
): AsyncIterable<Row[]> {
  let after = from;
  let left = limit;
  for (let offset = skip; left > 0; offset = 0) {
    const asked = Math.min(SIZES_AT_ONCE, left);
    spend((offset + asked) * UNITS_PER_KEY);
    const sizes = await readSizes(db, set, { after, skip: offset, limit: asked });
    for (const [index, { items, bytes }] of inSteps(sizes).entries()) {
      await pause();
      spend(readingUnits(items.length, bytes));
      const rows = await readSome(db, set, {
        columns: [...columns, 'doc'],
        after,
        skip: index === 0 ? offset : 0,
        limit: items.length,
      });
      if (rows.length > 0) yield rows;
      after = rows.at(-1) ?? after;
    }
    left -= asked;
    if (sizes.length < asked) return;
  }
}

export interface PageStretch extends Pick<Stretch, 'skip' | 'limit' | 'columns'> {
  /** Of several documents no more are read than tell that they are too long: whoever asked for them will be refused. */
  readonly charsMax?: number;
}

/** One page of the set with its documents, and the exact total. */
export const readPage = async (
  db: Db,
  set: RowSet,
  { skip, limit, columns, charsMax = Number.POSITIVE_INFINITY }: PageStretch,
  budget: RequestBudget = unbudgeted(),
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> => {
  const rows: Row[] = [];
  let total = 0;
  for await (const { before, after, count } of countInSteps(db, set, budget)) {
    if (limit > 0 && skip >= before && skip < before + count) {
      const stretch = { columns, after, skip: skip - before, limit };
      let chars = 0;
      for await (const some of readDocuments(db, set, stretch, budget)) {
        rows.push(...some);
        for (const { doc = '' } of some) chars += doc.length;
        if (chars > charsMax && rows.length > 1) break;
      }
    }
    total = before + count;
  }
  return { rows, total };
};

export interface Stretch {
  readonly columns: readonly string[];
  readonly after: Row | undefined;
  readonly skip: number;
  readonly limit: number;
}

export const EVERYTHING: Stretch = { columns: [], after: undefined, skip: 0, limit: Number.MAX_SAFE_INTEGER };

/** The key columns come along. */
export const readSome = async (
  db: Db,
  set: RowSet,
  { columns, after, skip, limit }: Stretch,
): Promise<Row[]> => {
  const selected = [...new Set([...set.key, ...columns])];
  const { rows } = await sql<Row>`
    select ${list(selected)} from ${sql.table(set.table)}
    where ${inSet(set)} ${beyond(set, after)} order by ${inOrder(set)} limit ${limit} offset ${skip}`.execute(
    acrossWorkspaces(db),
  );
  return rows;
};

/** `octet_length` is told by a row without reading the document. */
const readSizes = async (
  db: Db,
  set: RowSet,
  { after, skip, limit }: Omit<Stretch, 'columns'>,
): Promise<{ readonly bytes: number }[]> => {
  const { rows } = await sql<{ bytes: number }>`
    select octet_length(doc) as ${sql.ref('bytes')} from ${sql.table(set.table)}
    where ${inSet(set)} ${beyond(set, after)} order by ${inOrder(set)} limit ${limit} offset ${skip}`.execute(
    acrossWorkspaces(db),
  );
  return rows;
};

export const deleteRows = async (tx: Db, set: RowSet): Promise<void> => {
  const yieldIfDue = buildYield();
  for (;;) {
    const edge = set.key.length === 0 ? undefined : await keyAt(tx, set, undefined, DELETED_AT_ONCE);
    const upTo = edge === undefined ? sql`` : sql`and (${list(set.key)}) <= (${valuesOf(set, edge)})`;
    await sql`delete from ${sql.table(set.table)} where ${inSet(set)} ${upTo}`.execute(acrossWorkspaces(tx));
    if (edge === undefined) return;
    await yieldIfDue();
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
    where ${inSet(set)} ${beyond(set, after)}`.execute(acrossWorkspaces(db));
  return Number(rows[0]?.rows ?? 0);
};

const list = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(column)));

const valuesOf = (set: RowSet, row: Row): RawBuilder<unknown> =>
  sql.join(set.key.map((column) => row[column]));

const inOrder = ({ key, isDescending = false }: RowSet): RawBuilder<unknown> =>
  sql.join(key.map((column) => (isDescending ? sql`${sql.ref(column)} desc` : sql.ref(column))));

const inSet = ({ prefix, where }: RowSet): RawBuilder<unknown> => {
  const columns = Object.entries(prefix).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const all = where === undefined ? columns : [...columns, sql`(${where})`];
  return all.length === 0 ? sql`1 = 1` : sql.join(all, sql` and `);
};

const beyond = (set: RowSet, after: Row | undefined): RawBuilder<unknown> => {
  if (after === undefined) return sql``;
  const direction = set.isDescending === true ? sql`<` : sql`>`;
  return sql`and (${list(set.key)}) ${direction} (${valuesOf(set, after)})`;
};
