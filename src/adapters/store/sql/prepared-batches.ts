// Prepared queries over several rows at once. A few lengths only, so that each is compiled once.

import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { Db } from './engine.ts';
import { type PreparedQuery, prepareInWorkspace } from './prepared-query.ts';
import type { WorkspaceQueries } from './scoped-query.ts';

type Cells = Readonly<Record<string, string | number>>;

/** Greatest first. */
const ROWS_AT_ONCE = [128, 64, 32, 16, 8, 4, 2, 1] as const;

export type BatchQuery<S, C, R> = (db: Db, shared: S & WorkspaceScope, rows: readonly C[]) => Promise<R[]>;

/**
 * `shared` and `row` are examples: of the values that all rows share, and of those that each row has. `mayRepeat`: it does no
 * harm to name a row twice, so the last one fills up a batch.
 */
export const prepareBatches = <S extends Cells, C extends Cells, R>(
  db: Db,
  shared: S,
  row: C,
  build: (workspace: WorkspaceQueries, shared: S, rows: C[]) => Compilable<R>,
  { mayRepeat = false }: { readonly mayRepeat?: boolean } = {},
): BatchQuery<S, C, R> => {
  const columns = Object.keys(row);
  const prepared = new Map<number, Batch<R>>();
  return async (on, given, rows) => {
    const yieldIfDue = buildYield();
    const found: R[] = [];
    for (let from = 0; from < rows.length; ) {
      const count = rowsAtOnce(rows.length - from, mayRepeat);
      let batch = prepared.get(count);
      if (batch === undefined) {
        batch = prepareBatch(db, shared, row, count, build);
        prepared.set(count, batch);
      }
      const values: Record<string, string | number> = { ...given };
      for (let index = 0; index < count; index += 1) {
        const cells = rows[Math.min(from + index, rows.length - 1)] as C;
        const names = batch.names[index] as string[];
        for (let column = 0; column < columns.length; column += 1) {
          values[names[column] as string] = cells[columns[column] as string] as string | number;
        }
      }
      for (const each of await batch.query.all(on, values as Cells & WorkspaceScope)) found.push(each);
      from += count;
      await yieldIfDue();
    }
    return found;
  };
};

const rowsAtOnce = (left: number, mayRepeat: boolean): number =>
  (mayRepeat ? ROWS_AT_ONCE.findLast((each) => each >= left) : ROWS_AT_ONCE.find((each) => each <= left)) ??
  ROWS_AT_ONCE[0];

/** A condition: the columns have the values of one of the rows. It leads to an index of these columns. */
export const isOneOf = (columns: readonly string[], rows: readonly Cells[]): RawBuilder<boolean> => {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  return sql`(${sql.join(columns.map((column) => sql.ref(column)))}) in (values ${sql.join(values)})`;
};

interface Batch<R> {
  /** The parameters of each row, in the order of its columns. */
  readonly names: readonly string[][];
  readonly query: PreparedQuery<Cells & WorkspaceScope, R>;
}

const prepareBatch = <S extends Cells, C extends Cells, R>(
  db: Db,
  shared: S,
  row: C,
  count: number,
  build: (workspace: WorkspaceQueries, shared: S, rows: C[]) => Compilable<R>,
): Batch<R> => {
  const columns = Object.keys(row);
  const names = Array.from({ length: count }, (_, index) => columns.map((column) => `${column} ${index}`));
  const examples: Cells = { ...shared, ...Object.fromEntries(names.flat().map((name) => [name, ''])) };
  const query = prepareInWorkspace(db, examples, (workspace, slots) =>
    build(
      workspace,
      slots as S,
      names.map(
        (ofRow) => Object.fromEntries(ofRow.map((name, at) => [columns[at], slots[name]])) as unknown as C,
      ),
    ),
  );
  return { names, query };
};
