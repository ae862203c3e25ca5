// Scratch buffers of a query, shared by all queries of a thread: a query never yields midway. Every user leaves
// `scores`, `matched` and `weights` all zero; an aborted query has them cleared.

import { onAbort } from '../budget/work-budget.ts';

export interface QueryScratch {
  /** The score of each item so far. */
  readonly scores: Float64Array;
  /** How many words each item matched so far. */
  readonly matched: Uint8Array;
  /** The weight of the current word in each item, summed over several posting lists. */
  readonly weights: Uint32Array;
  /** The stamp of the word that visited the item last. */
  readonly visited: Uint32Array;
  /** Items with an entry in `scores`, or what else is listed to be looked at later; and items with an entry in `weights`. */
  readonly touched: Uint32Array;
  readonly gathered: Uint32Array;
}

const MIN_ITEMS = 1024;

const makeArrays = (items: number): QueryScratch => ({
  scores: new Float64Array(items),
  matched: new Uint8Array(items),
  weights: new Uint32Array(items),
  visited: new Uint32Array(items),
  touched: new Uint32Array(items),
  gathered: new Uint32Array(items),
});

let arrays = makeArrays(MIN_ITEMS);
let stamps = new Uint32Array(MIN_ITEMS);
let words = new Uint32Array(MIN_ITEMS);
let wordNumber = 0;

onAbort(() => {
  arrays.scores.fill(0);
  arrays.matched.fill(0);
  arrays.weights.fill(0);
  words.fill(0);
});

/** Buffers with room for at least this many items. */
export const queryScratch = (items: number): QueryScratch => {
  if (arrays.scores.length < items) {
    arrays = makeArrays(Math.max(items, arrays.scores.length * 2));
  }
  return arrays;
};

/** By stem, the stamp of the word that visited it last. */
export const stemStamps = (stems: number): Uint32Array => {
  if (stamps.length < stems) stamps = new Uint32Array(Math.max(stems, stamps.length * 2));
  return stamps;
};

/** By stem, which words of the query it matches, one bit for each. Users leave it all zero. */
export const stemWords = (stems: number): Uint32Array => {
  if (words.length < stems) words = new Uint32Array(Math.max(stems, words.length * 2));
  return words;
};

/** A new stamp for `visited` and `stemStamps`; both are cleared when stamps run out. */
export const nextStamp = (): number => {
  if (wordNumber === 0xffff_ffff) {
    arrays.visited.fill(0);
    stamps.fill(0);
    wordNumber = 0;
  }
  wordNumber += 1;
  return wordNumber;
};
