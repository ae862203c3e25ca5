// The texts of one locale in a product segment: their index, ready bitsets of frequent words, and the names that complete what is typed.

import { findSorted } from '../columns/column.ts';
import type { ProductTuning } from '../columns/product-tuning.ts';
import type { Completions } from '../completion/completions.ts';
import { type Bits, setBits, wordsFor } from '../packing/bitset.ts';
import type { TextIndex } from '../text/text-index.ts';

export interface ProductTexts {
  readonly index: TextIndex;
  /** Products that have a text here; empty for the base locale, where every product has one. */
  readonly items: Bits;
  /** Stems that many products hold, ascending, and their bitsets, concatenated. */
  readonly denseStems: Uint32Array;
  readonly denseBits: Bits;
  /** Those of them whose products are counted by value in `wordCounts` of columns, ascending. */
  readonly countedStems: Uint32Array;
  /** Pairs of them whose products are counted behind these, two stems for each, the smaller one first. */
  readonly countedPairs: Uint32Array;
  readonly completions: Completions;
}

const NONE = new Uint32Array(0);

/** The bitset of a stem, if it has one. */
export const denseStem = ({ denseStems, denseBits }: ProductTexts, stem: number): Bits | undefined => {
  const place = findSorted(denseStems, stem);
  if (place === -1) return undefined;
  const words = denseBits.length / denseStems.length;
  return denseBits.subarray(place * words, (place + 1) * words);
};

/** Adds the bitsets that counting needs. */
export const packTexts = (
  index: TextIndex,
  completions: Completions,
  items: number,
  isBase: boolean,
  { denseMin, denseWordShare }: ProductTuning,
): ProductTexts => {
  const { postingStart, postingItem } = index;
  const denseFrom = Math.max(denseMin, items / denseWordShare);
  const denseStems: number[] = [];
  for (let stem = 0; stem + 1 < postingStart.length; stem += 1) {
    if ((postingStart[stem + 1] as number) - (postingStart[stem] as number) > denseFrom)
      denseStems.push(stem);
  }
  const words = wordsFor(items);
  const denseBits = new Uint32Array(denseStems.length * words);
  denseStems.forEach((stem, place) => {
    const bits = denseBits.subarray(place * words, (place + 1) * words);
    setBits(bits, postingItem, postingStart[stem] as number, postingStart[stem + 1] as number);
  });
  const own = new Uint32Array(isBase ? 0 : words);
  if (!isBase) {
    for (let item = 0; item < items; item += 1) {
      if (index.classes[item] !== 0) own[item >>> 5] = (own[item >>> 5] as number) | (1 << (item & 31));
    }
  }
  return {
    index,
    items: own,
    denseStems: Uint32Array.from(denseStems),
    denseBits,
    countedStems: NONE,
    countedPairs: NONE,
    completions,
  };
};
