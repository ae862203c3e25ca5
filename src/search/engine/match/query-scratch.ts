// The arrays in which a query gathers what it finds, shared by all queries of a thread: a query never yields midway.
// Whoever uses them leaves them clean: `scores`, `matched` and `weights` all zero. After a query that was abandoned they are wiped.

import { whenAbandoned } from '../budget/work-budget.ts';

export interface QueryScratch {
  /** What an item's words scored so far. */
  readonly scores: Float64Array;
  /** How many words an item matched so far. */
  readonly matched: Uint8Array;
  /** What a word weighs in an item, summed over several lists. */
  readonly weights: Uint32Array;
  /** The number of the word that counted an item last. */
  readonly counted: Uint32Array;
  /** Items with an entry in `scores`, and items with one in `weights`. */
  readonly touched: Uint32Array;
  readonly gathered: Uint32Array;
}

const MIN_ITEMS = 1024;

const makeArrays = (items: number): QueryScratch => ({
  scores: new Float64Array(items),
  matched: new Uint8Array(items),
  weights: new Uint32Array(items),
  counted: new Uint32Array(items),
  touched: new Uint32Array(items),
  gathered: new Uint32Array(items),
});

let arrays = makeArrays(MIN_ITEMS);
let marks = new Uint32Array(MIN_ITEMS);
let wordNumber = 0;

whenAbandoned(() => {
  arrays.scores.fill(0);
  arrays.matched.fill(0);
  arrays.weights.fill(0);
});

/** Arrays with room for at least that many items. */
export const queryScratch = (items: number): QueryScratch => {
  if (arrays.scores.length < items) {
    arrays = makeArrays(Math.max(items, arrays.scores.length * 2));
  }
  return arrays;
};

/** For each stem of a dictionary the number of the word that met it last. */
export const stemMarks = (stems: number): Uint32Array => {
  if (marks.length < stems) marks = new Uint32Array(Math.max(stems, marks.length * 2));
  return marks;
};

/** A fresh number for `counted` and `stemMarks`; when numbers run out the marks are wiped. */
export const nextWordNumber = (): number => {
  if (wordNumber === 0xffff_ffff) {
    arrays.counted.fill(0);
    marks.fill(0);
    wordNumber = 0;
  }
  wordNumber += 1;
  return wordNumber;
};
