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
      if (walk.distance() <= max) near.push(index);
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
  while (low + step < to && sharesPrefix(dictionary, index, low + step, units)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(to, low + step + 1);
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
  for (let unit = 0; unit < units; unit += 1) {
    if (pool[fromA + unit] !== pool[fromB + unit]) return false;
  }
  return true;
};

/** Reads words in order and keeps one row of the distance table per letter, reused while letters stay the same. */
class DistanceWalk {
  private readonly wanted: readonly number[];
  private readonly max: number;
  private readonly width: number;
  private rows: Uint8Array;
  /** Letters read, and the code units up to and including each. */
  private readonly letters: number[] = [];
  private readonly units: number[] = [];

  constructor(wanted: readonly number[], max: number) {
    this.wanted = wanted;
    this.max = max;
    this.width = wanted.length + 1;
    this.rows = new Uint8Array(this.width * (wanted.length + max + 3));
    for (let column = 0; column < this.width; column += 1) this.rows[column] = column;
  }

  /** Reads a word; the number of code units after which it was too far away, or -1 when it was read to its end. */
  read(dictionary: PackedStrings, index: number): number {
    const { pool, start } = dictionary;
    const from = start[index] as number;
    const end = start[index + 1] as number;
    let at = from;
    let depth = 0;
    while (at < end) {
      const letter = codePointAt(pool, at, end);
      const next = at + (letter > 0xffff ? 2 : 1);
      const isKnown = depth < this.letters.length && this.letters[depth] === letter;
      if (!isKnown) {
        this.letters.length = depth;
        this.units.length = depth;
        this.letters.push(letter);
        this.units.push(next - from);
        if (depth + 1 > this.wanted.length + this.max || this.addRow(depth + 1) > this.max) {
          // Forget the letter, so that no later word takes its unfinished row for a good one.
          this.letters.length = depth;
          this.units.length = depth;
          return next - from;
        }
      }
      depth += 1;
      at = next;
    }
    this.letters.length = depth;
    this.units.length = depth;
    return -1;
  }

  distance(): number {
    return this.rows[this.letters.length * this.width + this.width - 1] as number;
  }

  /** Fills the row of the letter just read; its smallest value bounds the distance of every longer word from below. */
  private addRow(row: number): number {
    const { rows, width, wanted, letters } = this;
    const here = row * width;
    const above = here - width;
    const letter = letters[row - 1] as number;
    rows[here] = row;
    let smallest = row;
    for (let column = 1; column < width; column += 1) {
      const same = wanted[column - 1] === letter ? 0 : 1;
      let value = Math.min(
        (rows[above + column] as number) + 1,
        (rows[here + column - 1] as number) + 1,
        (rows[above + column - 1] as number) + same,
      );
      const isSwap =
        row > 1 && column > 1 && wanted[column - 2] === letter && letters[row - 2] === wanted[column - 1];
      if (isSwap) value = Math.min(value, (rows[above - width + column - 2] as number) + 1);
      rows[here + column] = value;
      if (value < smallest) smallest = value;
    }
    // A swap looks two rows back: a row that is too far away may still be saved by the one above it.
    return row > 1 ? Math.min(smallest, smallestOf(rows, above, width) + 1) : smallest;
  }
}

const smallestOf = (rows: Uint8Array, from: number, width: number): number => {
  let smallest = 255;
  for (let column = 0; column < width; column += 1)
    smallest = Math.min(smallest, rows[from + column] as number);
  return smallest;
};

const codePointAt = (pool: Uint16Array, at: number, end: number): number => {
  const unit = pool[at] as number;
  if (unit < 0xd800 || unit > 0xdbff || at + 1 >= end) return unit;
  const low = pool[at + 1] as number;
  return low >= 0xdc00 && low <= 0xdfff ? (unit - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000 : unit;
};
