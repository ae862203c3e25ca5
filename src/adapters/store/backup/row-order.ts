// The order of rows in a backup: that of the tables, and within a table that of the keys, as both databases order them: numbers by value, text by
// the bytes of UTF-8.

import type { WorkspaceTable } from '../sql/scoped-query.ts';
import { dataTables } from '../sql/table-keys.ts';
import type { Value } from './backup-format.ts';

interface Placed {
  readonly table: WorkspaceTable;
  readonly key: readonly Value[];
}

const places = new Map(dataTables.map((table, place) => [table, place]));

/** Undefined: there is no such table. */
export const findPlace = (table: unknown): number | undefined => places.get(table as WorkspaceTable);

export const compareRows = (a: Placed, b: Placed): number =>
  a.table === b.table
    ? compareKeys(a.key, b.key)
    : (findPlace(a.table) as number) - (findPlace(b.table) as number);

const compareKeys = (a: readonly Value[], b: readonly Value[]): number => {
  for (const [at, one] of a.entries()) {
    const order = compareValues(one, b[at] as Value);
    if (order !== 0) return order;
  }
  return 0;
};

/** A column holds values of one type, so the order of types does not matter as long as there is one. */
const compareValues = (a: Value, b: Value): number => {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return typeof a < typeof b ? -1 : 1;
};

/** By code points, which is the order of their bytes in UTF-8. Code units differ from it where one text has a surrogate. */
const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === length) return a.length - b.length;
  return rankOf(a.charCodeAt(at)) - rankOf(b.charCodeAt(at));
};

const SURROGATE_MIN = 0xd800;
const SURROGATE_MAX = 0xdfff;

/** Surrogates stand for code points above all others. */
const rankOf = (unit: number): number =>
  unit >= SURROGATE_MIN && unit <= SURROGATE_MAX ? unit + 0x10000 : unit;
