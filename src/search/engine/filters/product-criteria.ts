// A query as criteria on the products of one segment: all criteria must hold (AND), each a union of clauses (OR). A
// clause describes its products in one of a few kinds, so that no loop calls a function per product.

import { type Column, countEntries, countValues, isSingle } from '../columns/column.ts';
import type { Bits } from '../packing/bitset.ts';

/** Products that have one of the values `low` up to `high` of a column. */
export interface ValuesClause {
  readonly kind: 'values';
  readonly column: Column;
  readonly low: number;
  readonly high: number;
  /** An upper bound; exact if the column is single-valued or the range is one value. */
  readonly size: number;
  readonly isNegated: boolean;
}

/** Products with a value whose folded text contains a substring. */
export interface ContainsClause {
  readonly kind: 'contains';
  readonly column: Column;
  /** Folded. */
  readonly substring: string;
  readonly isNegated: boolean;
}

/** A word of a segment, or two of them, whose products are counted by value. */
export interface CountedWords {
  /** Their place in `wordCounts` of columns. */
  readonly place: number;
  /** The products of each word. */
  readonly sets: readonly [Bits] | readonly [Bits, Bits];
}

export interface BitsClause {
  readonly kind: 'bits';
  readonly bits: Bits;
  /** Exact; undefined if not counted. */
  readonly size: number | undefined;
  /** Exact number of live products; undefined if not counted. */
  readonly live: number | undefined;
  /** Its products are nearly these. */
  readonly nearest: CountedWords | undefined;
  readonly isNegated: boolean;
}

/** The entries of `items` from `from` up to `to`: distinct, in any order. */
export interface ListClause {
  readonly kind: 'list';
  readonly items: Uint32Array;
  readonly from: number;
  readonly to: number;
  /** Exact number of live products; undefined if not counted. */
  readonly live: number | undefined;
  readonly isNegated: boolean;
}

export type Clause = ValuesClause | ContainsClause | BitsClause | ListClause;
export type Criterion = readonly Clause[];

/** Collects the criteria of a segment, dropping those that match everything; undefined once one matches nothing. */
export class CriteriaList {
  private readonly items: number;
  private list: Criterion[] | undefined = [];

  constructor(items: number) {
    this.items = items;
  }

  /** Undefined if nothing can match. */
  get criteria(): readonly Criterion[] | undefined {
    return this.list;
  }

  add(clauses: Criterion): void {
    const kept = clauses.filter((clause) => clause.isNegated || !this.isNothing(clause));
    if (kept.some((clause) => this.isEverything(clause))) return;
    if (kept.length === 0) this.list = undefined;
    else this.list?.push(kept);
  }

  private isNothing(clause: Clause): boolean {
    return exactSize(clause) === 0 || (clause.kind === 'values' && clause.size === 0);
  }

  private isEverything(clause: Clause): boolean {
    return clause.isNegated ? this.isNothing(clause) : exactSize(clause) === this.items;
  }
}

/** Whether the criterion consists only of posting lists. */
export const isLists = (criterion: Criterion): criterion is readonly ListClause[] =>
  criterion.every((clause) => clause.kind === 'list' && !clause.isNegated);

/** The number of products before negation; undefined if unknown. */
export const exactSize = (clause: Clause): number | undefined => {
  switch (clause.kind) {
    case 'values':
      return clause.high - clause.low === 1 || isSingle(clause.column) ? clause.size : undefined;
    case 'contains':
      return undefined;
    case 'bits':
      return clause.size;
    case 'list':
      return clause.to - clause.from;
  }
};

/** The number of live products that meet the criterion, if known. */
export const liveSize = (criterion: Criterion): number | undefined => {
  const [only] = criterion;
  if (only === undefined || criterion.length > 1 || only.isNegated) return undefined;
  return only.kind === 'list' || only.kind === 'bits' ? only.live : undefined;
};

export const valuesClause = (column: Column, low: number, high: number, isNegated = false): ValuesClause => ({
  kind: 'values',
  column,
  low: Math.min(low, high),
  high,
  size: low >= high ? 0 : countEntries(column, low, high),
  isNegated,
});

const NOTHING_KNOWN = {};

// Made here alone, so that all clauses of a kind have the same members in the same order: V8 reads those more quickly.

export const bitsClause = (
  bits: Bits,
  {
    size,
    live,
    nearest,
    isNegated = false,
  }: Partial<Pick<BitsClause, 'size' | 'live' | 'nearest' | 'isNegated'>> = NOTHING_KNOWN,
): BitsClause => ({ kind: 'bits', bits, size, live, nearest, isNegated });

export const listClause = (
  items: Uint32Array,
  from: number,
  to: number,
  live?: number,
  isNegated = false,
): ListClause => ({ kind: 'list', items, from, to, live, isNegated });

const NO_ITEMS = new Uint32Array(0);

export const emptyClause = (isNegated: boolean): ListClause =>
  listClause(NO_ITEMS, 0, 0, undefined, isNegated);

/** Products that have any value in the column. */
export const existsClause = (column: Column, isNegated: boolean): ValuesClause =>
  valuesClause(column, 0, countValues(column), isNegated);
