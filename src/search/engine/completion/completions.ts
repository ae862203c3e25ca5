// Names that complete what is being typed, as a suffix array: every start of a word in every name, sorted by the text from there on.
// A typed text is then one range of entries, and the best names of any range are found through a tree of minima, without visiting the
// others (Decision 0067).

import type { PackedText } from '../packing/packed-texts.ts';

export interface Completions {
  /** The name of each item, as `completable` writes it; empty if it has none here. */
  readonly names: PackedText;
  /** The length of each name in units. */
  readonly lengths: Uint8Array;
  /** A larger weight comes first. No entries at all if no item has one. */
  readonly weights: Float64Array;
  /** The place of each item among all: by weight, then shorter names, then by ordinal. */
  readonly order: Uint32Array;
  /** The entries by text: the item, and where in the bytes of its name the word starts. */
  readonly entryItem: Uint32Array;
  readonly entryOffset: Uint16Array;
  /** The smallest order in each block of entries, of blocks of blocks, and so on, one level after another. */
  readonly minima: Uint32Array;
}

/** Entries per block. */
export const BLOCK = 32;

/** A half-open range of entries. */
export interface EntryRange {
  readonly from: number;
  readonly to: number;
}

export const NO_WEIGHT = Number.NEGATIVE_INFINITY;

export const weightOf = ({ weights }: Completions, item: number): number => weights[item] ?? NO_WEIGHT;

/** Where the bytes of an entry begin. */
export const entryStart = ({ names, entryItem, entryOffset }: Completions, entry: number): number =>
  (names.start[entryItem[entry] as number] as number) + (entryOffset[entry] as number);

/** The end of the name of an entry. */
export const entryEnd = ({ names, entryItem }: Completions, entry: number): number =>
  names.start[(entryItem[entry] as number) + 1] as number;

/** Part of a text in bytes. */
export interface TextPart {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** Compares the text of an entry after its first `depth` bytes with a part of another: 0 if it goes on with it. */
const compareFrom = (completions: Completions, entry: number, depth: number, part: TextPart): number => {
  const { bytes } = completions.names;
  const start = entryStart(completions, entry) + depth;
  const wanted = part.to - part.from;
  const length = Math.min(entryEnd(completions, entry) - start, wanted);
  for (let at = 0; at < length; at += 1) {
    const difference = (bytes[start + at] as number) - (part.bytes[part.from + at] as number);
    if (difference !== 0) return difference;
  }
  return length - wanted;
};

/** The entries of `within`, which have their first `depth` bytes in common, that go on with the part. */
export const continuedEntries = (
  completions: Completions,
  within: EntryRange,
  depth: number,
  part: TextPart,
): EntryRange => {
  const from = boundOf(completions, within, depth, part, false);
  return { from, to: boundOf(completions, { from, to: within.to }, depth, part, true) };
};

const boundOf = (
  completions: Completions,
  { from, to }: EntryRange,
  depth: number,
  part: TextPart,
  isAfter: boolean,
): number => {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareFrom(completions, middle, depth, part);
    if (order < 0 || (isAfter && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
};

export const allEntries = ({ entryItem }: Completions): EntryRange => ({ from: 0, to: entryItem.length });

const orderAt = ({ order, entryItem }: Completions, entry: number): number =>
  order[entryItem[entry] as number] as number;

/** The entry with the smallest order in a range that is not empty. */
export const bestEntry = (completions: Completions, { from, to }: EntryRange): number => {
  const { minima, entryItem } = completions;
  let best = from;
  let least = orderAt(completions, from);
  const look = (low: number, high: number): void => {
    for (let entry = low; entry < high; entry += 1) {
      const own = orderAt(completions, entry);
      if (own < least) {
        least = own;
        best = entry;
      }
    }
  };
  const firstBlock = Math.ceil(from / BLOCK);
  const endBlock = Math.floor(to / BLOCK);
  if (firstBlock >= endBlock) {
    look(from, to);
    return best;
  }
  look(from, firstBlock * BLOCK);
  look(endBlock * BLOCK, to);
  const block = bestBlock(minima, 0, Math.ceil(entryItem.length / BLOCK), firstBlock, endBlock);
  if ((minima[block] as number) < least) look(block * BLOCK, (block + 1) * BLOCK);
  return best;
};

/** The place of the smallest number between `low` and `high` of the level that starts at `base` and has `count` numbers. */
const bestBlock = (minima: Uint32Array, base: number, count: number, low: number, high: number): number => {
  let best = low;
  const look = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1)
      if ((minima[base + at] as number) < (minima[base + best] as number)) best = at;
  };
  const first = Math.ceil(low / BLOCK);
  const end = Math.floor(high / BLOCK);
  if (first >= end) {
    look(low, high);
    return best;
  }
  look(low, first * BLOCK);
  look(end * BLOCK, high);
  const above = base + count;
  const block = bestBlock(minima, above, Math.ceil(count / BLOCK), first, end);
  if ((minima[above + block] as number) < (minima[base + best] as number))
    look(block * BLOCK, (block + 1) * BLOCK);
  return best;
};
