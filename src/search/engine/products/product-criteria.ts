// What a query asks of the products of one segment: criteria that must all hold, each a union of parts. A part says which
// products it means in one of a few forms, so that the loops over products never call a function for each of them.

import { type Column, countEntries, countValues, isSingle } from '../columns/column.ts';
import type { Bits } from '../packing/bitset.ts';

/** Products that have one of the values `low` up to `high` of a column. */
export interface ValuesPart {
  readonly kind: 'values';
  readonly column: Column;
  readonly low: number;
  readonly high: number;
  /** How many at most; exactly so many where the column is single or it is one value. */
  readonly size: number;
  readonly isNegated: boolean;
}

/** Products with a value whose folded text contains a text. */
export interface ContainsPart {
  readonly kind: 'contains';
  readonly column: Column;
  /** Folded. */
  readonly needle: string;
  readonly isNegated: boolean;
}

export interface BitsPart {
  readonly kind: 'bits';
  readonly bits: Bits;
  /** Exactly so many; undefined where nobody has counted. */
  readonly size: number | undefined;
  /** Exactly so many of them are alive; left out where nobody has counted. */
  readonly live?: number;
  readonly isNegated: boolean;
}

/** The entries of `items` from `from` up to `to`, each once, in any order. */
export interface ListPart {
  readonly kind: 'list';
  readonly items: Uint32Array;
  readonly from: number;
  readonly to: number;
  /** Exactly so many of them are alive; left out where nobody has counted. */
  readonly live?: number;
  readonly isNegated: boolean;
}

export type Part = ValuesPart | ContainsPart | BitsPart | ListPart;
export type Criterion = readonly Part[];

/** The criteria of a segment; undefined as soon as one of them lets nothing pass. */
export class CriteriaList {
  private readonly items: number;
  private list: Criterion[] | undefined = [];

  constructor(items: number) {
    this.items = items;
  }

  /** Undefined when nothing can match. */
  get criteria(): readonly Criterion[] | undefined {
    return this.list;
  }

  add(parts: Criterion): void {
    const telling = parts.filter((part) => part.isNegated || !this.isNothing(part));
    if (telling.some((part) => this.isEverything(part))) return;
    if (telling.length === 0) this.list = undefined;
    else this.list?.push(telling);
  }

  addNothing(): void {
    this.list = undefined;
  }

  private isNothing(part: Part): boolean {
    return exactSize(part) === 0 || (part.kind === 'values' && part.size === 0);
  }

  private isEverything(part: Part): boolean {
    return part.isNegated ? this.isNothing(part) : exactSize(part) === this.items;
  }
}

/** Whether the criterion is nothing but lists. */
export const isLists = (criterion: Criterion): criterion is readonly ListPart[] =>
  criterion.every((part) => part.kind === 'list' && !part.isNegated);

/** How many products the part means before it is negated; undefined where that is not known. */
export const exactSize = (part: Part): number | undefined => {
  switch (part.kind) {
    case 'values':
      return part.high - part.low === 1 || isSingle(part.column) ? part.size : undefined;
    case 'contains':
      return undefined;
    case 'bits':
      return part.size;
    case 'list':
      return part.to - part.from;
  }
};

/** How many live products meet the criterion, where that is known. */
export const liveSize = (criterion: Criterion): number | undefined => {
  const [only] = criterion;
  if (only === undefined || criterion.length > 1 || only.isNegated) return undefined;
  return only.kind === 'list' || only.kind === 'bits' ? only.live : undefined;
};

export const valuesPart = (column: Column, low: number, high: number, isNegated = false): ValuesPart => ({
  kind: 'values',
  column,
  low: Math.min(low, high),
  high,
  size: low >= high ? 0 : countEntries(column, low, high),
  isNegated,
});

export const nothingPart = (isNegated: boolean): ListPart => ({
  kind: 'list',
  items: new Uint32Array(0),
  from: 0,
  to: 0,
  isNegated,
});

/** Products that have any value in the column. */
export const carriersPart = (column: Column, isNegated: boolean): ValuesPart =>
  valuesPart(column, 0, countValues(column), isNegated);
