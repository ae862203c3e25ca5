// Finds the words of a sorted dictionary within a few edits of a typed one. Their shapes rule out nearly all of them
// without reading them (`word-shapes.ts`). The rest are read in order: neighbours share prefixes, so they share rows of
// the distance table. The distance is optimal string alignment over code points, as in analysis/edit-distance.ts.

import { spend } from '../budget/work-budget.ts';
import { CHECKED_WORD, COMPARED_WORD, LOOKUP } from '../budget/work-costs.ts';
import { codePointAt, type PackedStrings } from '../packing/packed-strings.ts';
import type { TextIndex } from './text-index.ts';
import { bucketsOf, LENGTH_MAX, letterSet, type WordShapes } from './word-shapes.ts';

/** Indexes of the words within `max` edits of `word`: those with its first letter, or all. */
export const findNearWords = (
  { surfaces, surfaceShapes }: Pick<TextIndex, 'surfaces' | 'surfaceShapes'>,
  word: string,
  max: number,
  keepsFirst = true,
): number[] => {
  const near: number[] = [];
  const [firstLetter] = word;
  if (firstLetter === undefined || max === 0) return near;
  const { bucketLength } = surfaceShapes;
  spend(LOOKUP);
  const [first, end] = keepsFirst
    ? bucketsOf(surfaceShapes, surfaces, firstLetter)
    : [0, bucketLength.length];
  if (first === end) return near;
  spend(CHECKED_WORD * (end - first));
  const wanted = Array.from(word, (letter) => letter.codePointAt(0) as number);
  const own = lettersOf(wanted);
  const shortest = Math.min(LENGTH_MAX, wanted.length - max);
  const longest = wanted.length + max;
  sharedTable.reset(wanted, max);
  for (let bucket = first; bucket < end; bucket += 1) {
    const length = bucketLength[bucket] as number;
    if (length >= shortest && length <= longest)
      searchBucket(surfaces, surfaceShapes, bucket, own, max, near);
  }
  return near.length > 1 ? near.sort((a, b) => a - b) : near;
};

/** Words tested between two checks of the budget. */
const CHECKED_PER_STEP = 16_384;

/** Adds the words of a bucket that are near the one in `sharedTable`. */
const searchBucket = (
  surfaces: PackedStrings,
  { bucketStart, order, letters }: WordShapes,
  bucket: number,
  own: number,
  max: number,
  near: number[],
): void => {
  const end = bucketStart[bucket + 1] as number;
  for (let from = bucketStart[bucket] as number; from < end; ) {
    const to = Math.min(end, from + CHECKED_PER_STEP);
    spend(CHECKED_WORD * (to - from));
    for (let place = from; place < to; place += 1) {
      if (!mayBeNear(own, letters[place] as number, max)) continue;
      spend(COMPARED_WORD);
      const index = order[place] as number;
      if (sharedTable.read(surfaces, index) && sharedTable.isNear()) near.push(index);
    }
    from = to;
  }
};

const lettersOf = (points: readonly number[]): number => {
  let letters = 0;
  for (const point of points) letters |= letterSet(point);
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

/** Reused: only one word is searched at a time. */
const sharedTable = new DistanceTable();
