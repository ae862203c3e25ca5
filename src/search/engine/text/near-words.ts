// Finds the words of a sorted dictionary within a few edits of a typed one. Words are bucketed by first letter and
// length, and each has a bitset of its letters that rules out nearly all of them without reading them. The rest are
// read in order: neighbours share prefixes, so they share rows of the distance table. The distance is optimal string
// alignment over code points, as in analysis/edit-distance.ts.

import { spend } from '../budget/work-budget.ts';
import { BUCKETED_WORD, CHECKED_WORD, COMPARED_WORD } from '../budget/work-costs.ts';
import { type PackedStrings, prefixRange } from '../packing/packed-strings.ts';

/** Indexes of the words within `max` edits of `word`: those with its first letter, or all. */
export const findNearWords = (
  dictionary: PackedStrings,
  word: string,
  max: number,
  keepsFirst = true,
): number[] => {
  const near: number[] = [];
  const [firstLetter] = word;
  if (firstLetter === undefined || max === 0) return near;
  const { lengthStart, order, letters } = bucketsOf(dictionary, keepsFirst ? firstLetter : ANY_LETTER);
  if (order.length === 0) return near;
  const wanted = Array.from(word, (letter) => letter.codePointAt(0) as number);
  const own = lettersOf(wanted);
  const from = lengthStart[Math.min(LENGTH_MAX, Math.max(0, wanted.length - max))] as number;
  const to = lengthStart[Math.min(LENGTH_MAX, wanted.length + max) + 1] as number;
  let table: DistanceTable | undefined;
  let paidTo = from;
  for (let place = from; place < to; place += 1) {
    if (place === paidTo) {
      paidTo = Math.min(to, place + CHECKED_PER_STEP);
      spend(CHECKED_WORD * (paidTo - place));
    }
    if (!mayBeNear(own, letters[place] as number, max)) continue;
    spend(COMPARED_WORD);
    table ??= sharedTable.reset(wanted, max);
    const index = order[place] as number;
    if (table.read(dictionary, index) && table.isNear()) near.push(index);
  }
  return near.length > 1 ? near.sort((a, b) => a - b) : near;
};

/** Words tested between two checks of the budget. */
const CHECKED_PER_STEP = 16_384;

const ANY_LETTER = '';

/** The words of a dictionary that start with one letter, or with any. */
interface Buckets {
  /** Where each length begins in `order`. */
  readonly lengthStart: Uint32Array;
  /** Indexes of the words, by length and then sorted. */
  readonly order: Uint32Array;
  /** The letters of each word in `order`, as a bitset. Some letters share a bit. */
  readonly letters: Int32Array;
}

/** In letters; longer words count as this long. */
const LENGTH_MAX = 63;
/** 31 of 32 bits: V8 stores such integers without boxing. */
const LETTER_BITS = 31;

/** By dictionary and first letter, built on demand. A dictionary never changes. */
const bucketCache = new WeakMap<PackedStrings, Map<string, Buckets>>();

const bucketsOf = (dictionary: PackedStrings, firstLetter: string): Buckets => {
  let ofDictionary = bucketCache.get(dictionary);
  if (ofDictionary === undefined) {
    ofDictionary = new Map();
    bucketCache.set(dictionary, ofDictionary);
  }
  const known = ofDictionary.get(firstLetter);
  if (known !== undefined) return known;
  const [from, to] = prefixRange(dictionary, firstLetter);
  if (from === to) return EMPTY;
  const buckets = buildBuckets(dictionary, from, to);
  ofDictionary.set(firstLetter, buckets);
  return buckets;
};

const EMPTY: Buckets = {
  lengthStart: new Uint32Array(0),
  order: new Uint32Array(0),
  letters: new Int32Array(0),
};

const buildBuckets = ({ pool, start }: PackedStrings, from: number, to: number): Buckets => {
  const lengths = new Uint8Array(to - from);
  const sets = new Int32Array(to - from);
  const lengthStart = new Uint32Array(LENGTH_MAX + 2);
  for (let index = from; index < to; index += 1) {
    if ((index - from) % CHECKED_PER_STEP === 0)
      spend(BUCKETED_WORD * Math.min(CHECKED_PER_STEP, to - index));
    const end = start[index + 1] as number;
    let set = 0;
    let length = 0;
    for (let at = start[index] as number; at < end; length += 1) {
      const point = codePointAt(pool, at, end);
      set |= 1 << (point % LETTER_BITS);
      at += point > 0xffff ? 2 : 1;
    }
    sets[index - from] = set;
    lengths[index - from] = Math.min(LENGTH_MAX, length);
    const next = Math.min(LENGTH_MAX, length) + 1;
    lengthStart[next] = (lengthStart[next] as number) + 1;
  }
  for (let length = 1; length < lengthStart.length; length += 1)
    lengthStart[length] = (lengthStart[length] as number) + (lengthStart[length - 1] as number);
  const free = lengthStart.slice();
  const order = new Uint32Array(to - from);
  const letters = new Int32Array(to - from);
  for (let word = 0; word < order.length; word += 1) {
    const length = lengths[word] as number;
    const place = free[length] as number;
    free[length] = place + 1;
    order[place] = from + word;
    letters[place] = sets[word] as number;
  }
  return { lengthStart, order, letters };
};

const lettersOf = (points: readonly number[]): number => {
  let letters = 0;
  for (const point of points) letters |= 1 << (point % LETTER_BITS);
  return letters;
};

/** An edit removes at most one letter and adds at most one. */
const mayBeNear = (one: number, other: number, max: number): boolean => {
  let missing = one & ~other;
  let extra = other & ~one;
  missing &= missing - 1;
  extra &= extra - 1;
  if (max > 1) {
    missing &= missing - 1;
    extra &= extra - 1;
  }
  return (missing | extra) === 0;
};

/** Numbers per row: the cells reached with each number of edits, then the cells where the letter occurs. */
const ROW = 4;
const FOUND = 3;

/** Pads the typed word on both sides. */
const NO_LETTER = 0xffff_ffff;

/**
 * Reads words in order and keeps one row of the distance table per letter; rows of a shared prefix are reused. Only
 * cells within `max` of the diagonal can be reached, so a row is a few bits, the lowest for the leftmost cell: those
 * reached with no edit, with at most one, with at most two.
 */
class DistanceTable {
  private max = 0;
  private length = 0;
  /** Cells per row. */
  private width = 0;
  /** The letters of the typed word, padded so that every cell has neighbours. */
  private wanted = new Uint32Array(0);
  private rows = new Uint32Array(0);
  /** The letters read so far; a word with more is too long. */
  private letters = new Uint32Array(0);
  private longest = 0;
  private depth = 0;

  reset(wanted: readonly number[], max: number): this {
    this.max = max;
    this.length = wanted.length;
    this.width = 2 * max + 1;
    this.longest = wanted.length + max;
    this.depth = 0;
    const room = this.longest + this.width;
    if (this.wanted.length < room) {
      this.wanted = new Uint32Array(2 * room);
      this.rows = new Uint32Array(2 * ROW * room);
      this.letters = new Uint32Array(2 * room);
    }
    this.wanted.fill(NO_LETTER, 0, room);
    for (let at = 0; at < wanted.length; at += 1) this.wanted[max + at] = wanted[at] as number;
    // Row zero: leading letters of the typed word may be missing.
    for (let edits = 0; edits <= max; edits += 1) this.rows[edits] = ((2 << edits) - 1) << max;
    return this;
  }

  /** Reads a word to its end; false as soon as it is too far away. */
  read(dictionary: PackedStrings, index: number): boolean {
    const { letters } = this;
    const { pool, start } = dictionary;
    const end = start[index + 1] as number;
    let at = start[index] as number;
    let depth = 0;
    while (at < end) {
      const letter = codePointAt(pool, at, end);
      at += letter > 0xffff ? 2 : 1;
      if (depth === this.depth || letters[depth] !== letter) {
        this.depth = depth;
        if (depth === this.longest || !this.addRow(letter)) return false;
      }
      depth += 1;
    }
    this.depth = depth;
    return true;
  }

  /** Whether the word just read is near enough. */
  isNear(): boolean {
    const cell = this.length - this.depth + this.max;
    if (cell < 0 || cell >= this.width) return false;
    return (((this.rows[ROW * this.depth + this.max] as number) >>> cell) & 1) === 1;
  }

  /** Adds the row of the next letter. False if no cell is reached: then no longer word is near either. */
  private addRow(letter: number): boolean {
    const { rows, max, depth } = this;
    const above = ROW * depth;
    const here = above + ROW;
    const found = this.findAround(letter);
    const swapped = depth === 0 ? 0 : (found << 1) & ((rows[above + FOUND] as number) >>> 1);
    let reached = (rows[above] as number) & found;
    rows[here] = reached;
    for (let edits = 1; edits <= max; edits += 1) {
      const fewer = rows[above + edits - 1] as number;
      // The letter matches, is extra or is wrong; or one is missing before it; or it was swapped with the previous
      // one.
      let next = ((rows[above + edits] as number) & found) | (fewer >>> 1) | fewer | (reached << 1);
      if (swapped !== 0) next |= (rows[above - ROW + edits - 1] as number) & swapped;
      reached = next & ((1 << this.width) - 1);
      rows[here + edits] = reached;
    }
    if (reached === 0) return false;
    rows[here + FOUND] = found;
    this.letters[depth] = letter;
    this.depth = depth + 1;
    return true;
  }

  /** The cells of the next row where the typed word has the letter. */
  private findAround(letter: number): number {
    const { wanted, width, depth } = this;
    let found = 0;
    for (let cell = 0; cell < width; cell += 1) if (wanted[depth + cell] === letter) found |= 1 << cell;
    return found;
  }
}

const codePointAt = (pool: Uint16Array, at: number, end: number): number => {
  const unit = pool[at] as number;
  if (unit < 0xd800 || unit > 0xdbff || at + 1 >= end) return unit;
  const low = pool[at + 1] as number;
  return low >= 0xdc00 && low <= 0xdfff ? (unit - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000 : unit;
};

/** Reused: only one word is searched at a time. */
const sharedTable = new DistanceTable();
