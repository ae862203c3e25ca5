// The order of products by a field, within a segment: a number for each product that sorts like its value, and the value itself for
// comparing products of different segments. A product with several values sorts by its smallest or its largest, as the direction asks.

import type { SortOrder } from '../../../domain/sort-order.ts';
import { spend } from '../budget/work-budget.ts';
import { TEXT_BYTE, VALUE } from '../budget/work-costs.ts';
import { type Column, countValues, forEachValue, isSameText, numberOf } from '../columns/column.ts';
import { buildVisit } from '../columns/visit-values.ts';
import { textAt } from '../packing/packed-texts.ts';
import { orderTexts } from '../packing/text-order.ts';
import { findNames, type SortField } from '../products/product-columns.ts';
import type { ProductSegment } from '../products/product-segment.ts';

/** What products of several segments are compared by; null if the product has no value. */
export type SortKey = string | number | null;

export interface SegmentSort {
  /** Sorts like the product's value; NaN if it has none. */
  readonly rankOf: (item: number) => number;
  readonly keyOf: (item: number) => SortKey;
}

const NO_SORT: SegmentSort = { rankOf: () => Number.NaN, keyOf: () => null };

/** By a field other than the name. */
export const sortByField = (
  segment: ProductSegment,
  { type, columnIn }: SortField,
  currency: string,
  order: SortOrder,
): SegmentSort => {
  const column = columnIn(segment, currency);
  if (column === undefined) return NO_SORT;
  return type === 'text' ? sortByText(column, order) : sortByNumber(column, order);
};

const sortByNumber = (column: Column, order: SortOrder): SegmentSort => {
  const visitValues = buildVisit(column);
  const rankOf = (item: number): number => {
    let best = Number.NaN;
    visitValues(item, (value) => {
      const number = numberOf(column, value);
      if (Number.isNaN(best) || (order === 'asc' ? number < best : number > best)) best = number;
    });
    return best;
  };
  return {
    rankOf,
    keyOf: (item) => {
      const rank = rankOf(item);
      return Number.isNaN(rank) ? null : rank;
    },
  };
};

const sortByText = (column: Column, order: SortOrder): SegmentSort => {
  const ranks = textRanks(column);
  const visitValues = buildVisit(column);
  const bestOf = (item: number): number => {
    let best = -1;
    visitValues(item, (value) => {
      if (best === -1) best = value;
      else if (isBefore(ranks[value] as number, ranks[best] as number, order)) best = value;
    });
    return best;
  };
  return {
    rankOf: (item) => {
      const best = bestOf(item);
      return best === -1 ? Number.NaN : (ranks[best] as number);
    },
    keyOf: (item) => {
      const best = bestOf(item);
      if (best === -1) return null;
      const text = textAt(column.texts, best);
      spend(TEXT_BYTE * text.length);
      return text;
    },
  };
};

const isBefore = (a: number, b: number, order: SortOrder): boolean => (order === 'asc' ? a < b : a > b);

/** By column, built on demand: a column never changes. */
const knownRanks = new WeakMap<Column, Uint32Array>();

/** The rank of each value by text. Values that compare equal have the same rank. */
const textRanks = (column: Column): Uint32Array => {
  let ranks = knownRanks.get(column);
  if (ranks === undefined) {
    const values = countValues(column);
    spend(VALUE * values);
    const sorted = orderTexts(column.texts);
    ranks = new Uint32Array(values);
    let rank = 0;
    for (let at = 0; at < values; at += 1) {
      const value = sorted[at] as number;
      if (at > 0 && !isSameText(column, sorted[at - 1] as number, value)) rank += 1;
      ranks[value] = rank;
    }
    knownRanks.set(column, ranks);
  }
  return ranks;
};

/** By the name that is shown. `locales`: in order of preference. */
export const sortByName = (
  segment: ProductSegment,
  locales: readonly string[],
  order: SortOrder,
): SegmentSort => {
  const columns: Column[] = [];
  for (const locale of [...locales, segment.baseLocale]) {
    const { translated, own } = findNames(segment, locale);
    if (translated !== undefined) columns.push(translated);
    if (own !== undefined) columns.push(own);
    // Every product has a name in the base locale of its segment.
    if (locale === segment.baseLocale) break;
  }
  const [only] = columns;
  if (only === undefined) return NO_SORT;
  return columns.length === 1 ? sortByText(only, order) : sortByFirst(segment, columns);
};

/** By segment and columns, built on demand. The number of chains is small: locales are those of the segment. */
const knownOrders = new WeakMap<ProductSegment, Map<string, NameOrder>>();
const ORDERS_MAX = 8;

interface NameOrder {
  readonly rank: Uint32Array;
  readonly names: readonly string[];
}

/** Names of several columns in one order: a product is sorted by the first column that has a name for it. */
const sortByFirst = (segment: ProductSegment, columns: readonly Column[]): SegmentSort => {
  let orders = knownOrders.get(segment);
  if (orders === undefined) {
    orders = new Map();
    knownOrders.set(segment, orders);
  }
  const chain = columns.map(({ name }) => name).join(' ');
  let known = orders.get(chain);
  if (known === undefined) {
    known = orderNames(segment, columns);
    if (orders.size >= ORDERS_MAX) orders.clear();
    orders.set(chain, known);
  }
  const { rank, names } = known;
  return {
    rankOf: (item) => rank[item] as number,
    keyOf: (item) => names[rank[item] as number] ?? null,
  };
};

const SORTED_NAME = 40 * VALUE;

const orderNames = (segment: ProductSegment, columns: readonly Column[]): NameOrder => {
  const items = segment.keys.start.length - 1;
  spend(SORTED_NAME * items);
  const named: string[] = new Array(items).fill('');
  for (const column of columns.toReversed()) {
    for (let item = 0; item < items; item += 1)
      forEachValue(column, item, (value) => {
        named[item] = textAt(column.texts, value);
      });
  }
  const names = [...new Set(named)].sort();
  const places = new Map(names.map((name, place) => [name, place]));
  return { rank: Uint32Array.from(named, (name) => places.get(name) as number), names };
};
