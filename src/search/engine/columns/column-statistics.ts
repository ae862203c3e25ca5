// Live statistics of a catalog's attributes, summed over segments. Returns what `describeFields` would say of the
// live products, except that attributes are sorted by name.

import type { FieldType, ProductField } from '../../../domain/products/product-fields.ts';
import { hasBit } from '../packing/bitset.ts';
import {
  BOOLEAN,
  type Column,
  DATE,
  findSorted,
  forEachValue,
  kindOf,
  LISTS,
  NUMBER,
  PRESENT,
  TEXT,
} from './column.ts';

const typesByKind: readonly (readonly [number, FieldType])[] = [
  [TEXT, 'text'],
  [DATE, 'date'],
  [NUMBER, 'number'],
  [BOOLEAN, 'boolean'],
];

/** Undefined if no live product has the attribute. */
export const describeAttribute = (columns: readonly Column[]): ProductField | undefined => {
  const total = (counter: number): number => {
    let sum = 0;
    for (const { statistics } of columns) sum += statistics[counter] as number;
    return sum;
  };
  if (total(PRESENT) === 0) return undefined;
  const types = typesByKind.filter(([kind]) => total(kind) > 0).map(([, type]) => type);
  const [only] = types;
  return {
    type: only !== undefined && types.length === 1 ? only : 'text',
    subType: 'attribute',
    isArray: total(LISTS) > 0,
    isSearchable: types.includes('text') || types.includes('date'),
  };
};

/** Subtracts a deleted product from the live statistics. */
export const deleteFromStatistics = (column: Column, item: number): void => {
  const { statistics, listBits, listItems, emptyItems } = column;
  const lower = (counter: number): void => {
    statistics[counter] = (statistics[counter] as number) - 1;
  };
  let kinds = 0;
  forEachValue(column, item, (value) => {
    kinds |= 1 << kindOf(column, value);
  });
  if (kinds !== 0 || findSorted(emptyItems, item) !== -1) lower(PRESENT);
  if (listBits.length > 0 ? hasBit(listBits, item) : findSorted(listItems, item) !== -1) lower(LISTS);
  for (const [kind] of typesByKind) if ((kinds >>> kind) & 1) lower(kind);
};
