// Prepared queries over several rows, or several ids, at once. Batches have a few lengths only, so that each is compiled once.

import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { Db } from './engine.ts';
import { type PreparedQuery, prepareQuery } from './prepared-query.ts';
import { inWorkspace, type WorkspaceQueries } from './scoped-query.ts';

type Cells = Readonly<Record<string, string | number>>;

/** Greatest first. */
const ROWS_AT_ONCE: readonly number[] = [128, 64, 32, 16, 8, 4, 2, 1];
/** For reads: to build and compile a query of 128 rows takes milliseconds when it is first needed. */
const FEW_ROWS_AT_ONCE: readonly number[] = [32, 16, 8, 4, 2, 1];
/** Ids are short. */
const IDS_AT_ONCE: readonly number[] = [512, ...ROWS_AT_ONCE];

export type BatchQuery<S, C, R> = (db: Db, shared: S & WorkspaceScope, rows: readonly C[]) => Promise<R[]>;

/**
 * `shared` and `row` are examples: of the values that all rows share, and of those that each row has. `mayRepeat`: it does no
 * harm to name a row twice, so the last one fills up a batch; batches of such queries are small.
 */
export const prepareBatches = <S extends Cells, C extends Cells, R>(
  db: Db,
  shared: S,
  row: C,
  build: (workspace: WorkspaceQueries, shared: S, rows: C[]) => Compilable<R>,
  { mayRepeat = false }: { readonly mayRepeat?: boolean } = {},
): BatchQuery<S, C, R> => {
  const query = prepareRows({ ...shared, tenantId: '', workspaceId: '' }, row, (slots, rows: C[]) =>
    build(inWorkspace(db, slots), slots, rows),
  );
  return (on, given, rows) =>
    query(on, given, batchesOf(rows, mayRepeat ? FEW_ROWS_AT_ONCE : ROWS_AT_ONCE, mayRepeat));
};

export type IdQuery<P, R, Id = string> = (db: Db, values: P, ids: Iterable<Id>) => Promise<R[]>;

/** A query with `in (…)` for any number of ids. `examples`: of its other values. */
export const prepareForIds = <P extends Cells, R, Id extends string | number = string>(
  examples: P,
  build: (slots: P, ids: Id[]) => Compilable<R>,
): IdQuery<P, R, Id> => {
  const query = prepareRows(examples, { id: '' }, (slots, rows: { id: Id }[]) =>
    build(
      slots,
      rows.map(({ id }) => id),
    ),
  );
  return (db, values, ids) => {
    const rows = Array.from(new Set(ids), (id) => ({ id }));
    return query(db, values, batchesOf(rows, IDS_AT_ONCE, true));
  };
};

/** For a query with `in (…)` that is not prepared: lists of a few lengths. Duplicates are dropped, the last id fills up a list. */
export const batchIds = <Id extends string | number>(ids: Iterable<Id>): Iterable<Id[]> =>
  batchesOf([...new Set(ids)], IDS_AT_ONCE, true);

function* batchesOf<T>(rows: readonly T[], lengths: readonly number[], mayRepeat: boolean): Iterable<T[]> {
  for (let from = 0; from < rows.length; ) {
    const left = rows.length - from;
    const length = (
      mayRepeat
        ? (lengths.findLast((each) => each >= left) ?? lengths[0])
        : lengths.find((each) => each <= left)
    ) as number;
    const batch = rows.slice(from, from + length);
    const last = batch.at(-1) as T;
    while (batch.length < length) batch.push(last);
    yield batch;
    from += length;
  }
}

/** A condition: the columns have the values of one of the rows. It leads to an index of these columns. */
export const isOneOf = (columns: readonly string[], rows: readonly Cells[]): RawBuilder<boolean> => {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  return sql`(${sql.join(columns.map((column) => sql.ref(column)))}) in (values ${sql.join(values)})`;
};

/** A query over any number of batches, built and compiled once for each of their lengths. */
const prepareRows = <P extends Cells, C extends Cells, R>(
  examples: P,
  row: Readonly<Record<keyof C, string | number>>,
  build: (slots: P, rows: C[]) => Compilable<R>,
) => {
  const columns = Object.keys(row);
  const prepared = new Map<number, Batch<P, R>>();
  return async (on: Db, given: P, batches: Iterable<readonly C[]>): Promise<R[]> => {
    const yieldIfDue = buildYield();
    const found: R[] = [];
    let isLater = false;
    for (const rows of batches) {
      if (isLater) await yieldIfDue();
      isLater = true;
      let batch = prepared.get(rows.length);
      if (batch === undefined) {
        batch = prepareBatch(examples, columns, rows.length, build);
        prepared.set(rows.length, batch);
      }
      const values: Record<string, string | number> = { ...given };
      for (const [index, names] of batch.names.entries()) {
        const cells = rows[index] as C;
        for (let column = 0; column < columns.length; column += 1) {
          values[names[column] as string] = cells[columns[column] as string] as string | number;
        }
      }
      for (const each of await batch.query.all(on, values as P)) found.push(each);
    }
    return found;
  };
};

interface Batch<P extends Cells, R> {
  /** The parameters of each row, in the order of its columns. */
  readonly names: readonly string[][];
  readonly query: PreparedQuery<P, R>;
}

const prepareBatch = <P extends Cells, C extends Cells, R>(
  examples: P,
  columns: readonly string[],
  count: number,
  build: (slots: P, rows: C[]) => Compilable<R>,
): Batch<P, R> => {
  const names = Array.from({ length: count }, (_, index) => columns.map((column) => `${column} ${index}`));
  const all = { ...examples, ...Object.fromEntries(names.flat().map((name) => [name, ''])) };
  const query = prepareQuery<P, R>(all, (slots) =>
    build(
      slots,
      names.map(
        (ofRow) => Object.fromEntries(ofRow.map((name, at) => [columns[at], slots[name]])) as unknown as C,
      ),
    ),
  );
  return { names, query };
};
