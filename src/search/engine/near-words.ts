// Words near a typed one, found in a sorted dictionary: neighbours share their beginnings, so the rows of the distance
// table are shared too, and a beginning that is already too far away skips every word that has it.
// The distance is optimal string alignment over code points, as in analysis/edit-distance.ts; the first letter is kept.

import { type PackedStrings, prefixRange } from './packed-strings.ts';

/** Indexes of the words of the sorted dictionary within `max` edits of `word` that begin with its first letter. */
export const findNearWords = (dictionary: PackedStrings, word: string, max: number): number[] => {
  const wanted = Array.from(word, (letter) => letter.codePointAt(0) as number);
  const [firstLetter] = word;
  if (firstLetter === undefined || max === 0) return [];
  const [from, to] = prefixRange(dictionary, firstLetter);
  const walk = new DistanceWalk(wanted, max);
  const near: number[] = [];
  let index = from;
  while (index < to) {
    const deadAt = walk.read(dictionary, index);
    if (deadAt === -1) {
      if (walk.isNear()) near.push(index);
      index += 1;
    } else {
      // Every word with this beginning is too far away as well.
      index = endOfPrefix(dictionary, index, to, deadAt);
    }
  }
  return near;
};

/** The first index after `index` (below `to`) whose word differs within the first `units` code units. */
const endOfPrefix = (dictionary: PackedStrings, index: number, to: number, units: number): number => {
  let low = index + 1;
  let step = 1;
  while (low + step <= to && sharesPrefix(dictionary, index, low + step - 1, units)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(to, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sharesPrefix(dictionary, index, middle, units)) low = middle + 1;
    else high = middle;
  }
  return low;
};

const sharesPrefix = (dictionary: PackedStrings, a: number, b: number, units: number): boolean => {
  const { pool, start } = dictionary;
  const fromA = start[a] as number;
  const fromB = start[b] as number;
  if ((start[b + 1] as number) - fromB < units) return false;
  // From the end: neighbours in a sorted list differ there first.
  for (let unit = units - 1; unit >= 0; unit -= 1) {
    if (pool[fromA + unit] !== pool[fromB + unit]) return false;
  }
  return true;
};

/** A row takes so many numbers: the cells reached by number of edits, and at last those in which the letter was found. */
const ROW = 4;
const FOUND = 3;

/** Stands around the typed word, where it has no letters. */
const NO_LETTER = 0xffff_ffff;

/**
 * Reads words in order and keeps one row of the distance table per letter, reused while letters stay the same. Of a row only the
 * cells count that are at most `max` away from the diagonal: no other is reached with so few edits. They are bits, the lowest
 * for the one farthest to the left, and tell which cells are reached with no edit, with one at most, with two at most.
 */
class DistanceWalk {
  private readonly max: number;
  private readonly length: number;
  /** How many cells of a row count. */
  private readonly width: number;
  /** The letters of the typed word, with room around them, so that those around any cell are there. */
  private readonly wanted: Uint32Array;
  private readonly rows: Uint32Array;
  /** Letters read. */
  private readonly letters: Uint32Array;
  private depth = 0;

  constructor(wanted: readonly number[], max: number) {
    this.max = max;
    this.length = wanted.length;
    this.width = 2 * max + 1;
    const longest = wanted.length + max;
    this.wanted = new Uint32Array(longest + this.width).fill(NO_LETTER);
    this.wanted.set(wanted, max);
    this.rows = new Uint32Array(ROW * (longest + 1));
    this.letters = new Uint32Array(longest);
    // Before any letter is read: first letters of the typed word may be missing.
    for (let edits = 0; edits <= max; edits += 1) this.rows[edits] = ((2 << edits) - 1) << max;
  }

  /** Reads a word; the number of code units after which it was too far away, or -1 when it was read to its end. */
  read(dictionary: PackedStrings, index: number): number {
    const { letters } = this;
    const { pool, start } = dictionary;
    const from = start[index] as number;
    const end = start[index + 1] as number;
    let at = from;
    let depth = 0;
    while (at < end) {
      const letter = codePointAt(pool, at, end);
      at += letter > 0xffff ? 2 : 1;
      if (depth === this.depth || letters[depth] !== letter) {
        this.depth = depth;
        if (depth === letters.length || !this.addRow(letter)) return at - from;
      }
      depth += 1;
    }
    this.depth = depth;
    return -1;
  }

  /** Whether the word just read to its end is near enough. */
  isNear(): boolean {
    const cell = this.length - this.depth + this.max;
    if (cell < 0 || cell >= this.width) return false;
    return (((this.rows[ROW * this.depth + this.max] as number) >>> cell) & 1) === 1;
  }

  /** Adds the row of the next letter. False when none of its cells is reached: then no longer word is near either. */
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
      // The letter is right, too many, or wrong; or one is missing before it; or it was swapped with the one before.
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

  /** The cells of the next row in which the typed word has the letter. */
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
