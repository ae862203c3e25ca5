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
import { type KeyPrefix, reachBound } from './scoped-query.ts';
import type { Tables } from './tables.ts';

/** Counting only reads an index. */
const COUNTED_AT_ONCE = 2_000;
const SIZES_AT_ONCE = 100;
/** By one statement. */
export const DELETED_AT_ONCE = 100;

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
  /** The column that may be long; `doc` unless said. */
  readonly document?: string;
}

export interface CountedStep {
  /** How many rows come before. */
  readonly before: number;
  /** The key they end with; undefined at the beginning. */
  readonly after: Row | undefined;
  readonly count: number;
}

/** Counts the whole set in steps of a bounded number of rows. Their counts add up to the exact total. */
export async function* countInSteps(
  db: Db,
  set: RowSet,
  { spend, pause }: RequestBudget = unbudgeted(),
): AsyncIterable<CountedStep> {
  let before = 0;
  let after: Row | undefined;
  for (;;) {
    spend(COUNTED_AT_ONCE * UNITS_PER_KEY);
    const last = await keyAt(db, set, after, COUNTED_AT_ONCE);
    if (last === undefined) {
      yield { before, after, count: await countFew(db, set, after) };
      return;
    }
    yield { before, after, count: COUNTED_AT_ONCE };
    before += COUNTED_AT_ONCE;
    after = last;
    await pause();
  }
}

export const countRows = async (db: Db, set: RowSet): Promise<number> => {
  let count = 0;
  for await (const step of countInSteps(db, set)) count += step.count;
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

/** Rows with their documents, which may be long: their sizes are read first, so that no step reads too much. */
export async function* readDocuments(
  db: Db,
  set: RowSet,
  { after: from, skip, limit, columns }: RowRange,
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
        columns: [...columns, set.document ?? 'doc'],
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

export interface PageRange extends Pick<RowRange, 'skip' | 'limit' | 'columns'> {
  /** Stops reading documents once they are longer than this together: the request will be rejected. */
  readonly charsMax?: number;
}

/** One page of the set with its documents, and the exact total. */
export const readPage = async (
  db: Db,
  set: RowSet,
  { skip, limit, columns, charsMax = Number.POSITIVE_INFINITY }: PageRange,
  budget: RequestBudget = unbudgeted(),
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> => {
  const rows: Row[] = [];
  let total = 0;
  for await (const { before, after, count } of countInSteps(db, set, budget)) {
    if (limit > 0 && skip >= before && skip < before + count) {
      const range = { columns, after, skip: skip - before, limit };
      let chars = 0;
      for await (const some of readDocuments(db, set, range, budget)) {
        rows.push(...some);
        for (const { doc = '' } of some) chars += doc.length;
        if (chars > charsMax && rows.length > 1) break;
      }
    }
    total = before + count;
  }
  return { rows, total };
};

export interface RowRange {
  readonly columns: readonly string[];
  readonly after: Row | undefined;
  readonly skip: number;
  readonly limit: number;
}

export const EVERYTHING: RowRange = {
  columns: [],
  after: undefined,
  skip: 0,
  limit: Number.MAX_SAFE_INTEGER,
};

/** The key columns come along. */
export const readSome = async (
  db: Db,
  set: RowSet,
  { columns, after, skip, limit }: RowRange,
): Promise<Row[]> => {
  const selected = [...new Set([...set.key, ...columns])];
  const { rows } = await sql<Row>`
    select ${list(selected)} from ${sql.table(set.table)}
    where ${inSet(set)} ${beyond(set, after)} order by ${inOrder(set)} limit ${limit} offset ${skip}`.execute(
    reachSet(db, set),
  );
  return rows;
};

/** `octet_length` is told by a row without reading the document. */
const readSizes = async (
  db: Db,
  set: RowSet,
  { after, skip, limit }: Omit<RowRange, 'columns'>,
): Promise<{ readonly bytes: number }[]> => {
  const { rows } = await sql<{ bytes: number }>`
    select octet_length(${sql.ref(set.document ?? 'doc')}) as ${sql.ref('bytes')} from ${sql.table(set.table)}
    where ${inSet(set)} ${beyond(set, after)} order by ${inOrder(set)} limit ${limit} offset ${skip}`.execute(
    reachSet(db, set),
  );
  return rows;
};

export const deleteRows = async (tx: Db, set: RowSet): Promise<void> => {
  const yieldIfDue = buildYield();
  while (await deleteSome(tx, set)) await yieldIfDue();
};

/** Deletes the rows of the set after the one and up to the other. */
export const deleteBetween = async (
  tx: Db,
  set: RowSet,
  after: Row | undefined,
  last: Row,
): Promise<void> => {
  await sql`delete from ${sql.table(set.table)}
    where ${inSet(set)} ${beyond(set, after)} ${upTo(set, last)}`.execute(reachSet(tx, set));
};

/** Deletes the first rows of the set. Returns whether there may be more. */
export const deleteSome = async (tx: Db, set: RowSet): Promise<boolean> => {
  const last = set.key.length === 0 ? undefined : await keyAt(tx, set, undefined, DELETED_AT_ONCE);
  await sql`delete from ${sql.table(set.table)} where ${inSet(set)} ${upTo(set, last)}`.execute(
    reachSet(tx, set),
  );
  return last !== undefined;
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
    where ${inSet(set)} ${beyond(set, after)}`.execute(reachSet(db, set));
  return Number(rows[0]?.rows ?? 0);
};

const reachSet = (db: Db, { prefix }: RowSet) => reachBound(db, prefix['tenant_id'], prefix['workspace_id']);

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

const upTo = (set: RowSet, last: Row | undefined): RawBuilder<unknown> =>
  last === undefined ? sql`` : sql`and (${list(set.key)}) <= (${valuesOf(set, last)})`;
