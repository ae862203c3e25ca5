// Words near a typed one, found in a sorted dictionary: the words of each first letter lie ready by length, and of each it is known
// which letters it has, so that nearly all are told apart without being read. What is left is read in order: neighbours share
// their beginnings, so the rows of the distance table are shared too.
// The distance is optimal string alignment over code points, as in analysis/edit-distance.ts.

import { spend } from '../budget/work-budget.ts';
import { COMPARED_WORD, JUDGED_WORD, SHELVED_WORD } from '../budget/work-costs.ts';
import { type PackedStrings, prefixRange } from '../packing/packed-strings.ts';

/** Indexes of the words of the sorted dictionary within `max` edits of `word`: those that begin with its first letter, or all. */
export const findNearWords = (
  dictionary: PackedStrings,
  word: string,
  max: number,
  keepsFirst = true,
): number[] => {
  const near: number[] = [];
  const [firstLetter] = word;
  if (firstLetter === undefined || max === 0) return near;
  const { lengthStart, order, letters } = shelfOf(dictionary, keepsFirst ? firstLetter : ANY_LETTER);
  if (order.length === 0) return near;
  const wanted = Array.from(word, (letter) => letter.codePointAt(0) as number);
  const own = lettersOf(wanted);
  const from = lengthStart[Math.min(LENGTH_MAX, Math.max(0, wanted.length - max))] as number;
  const to = lengthStart[Math.min(LENGTH_MAX, wanted.length + max) + 1] as number;
  let walk: DistanceWalk | undefined;
  let paidTo = from;
  for (let place = from; place < to; place += 1) {
    if (place === paidTo) {
      paidTo = Math.min(to, place + JUDGED_AT_ONCE);
      spend(JUDGED_WORD * (paidTo - place));
    }
    if (!mayBeNear(own, letters[place] as number, max)) continue;
    spend(COMPARED_WORD);
    walk ??= sharedWalk.begin(wanted, max);
    const index = order[place] as number;
    if (walk.read(dictionary, index) && walk.isNear()) near.push(index);
  }
  return near.length > 1 ? near.sort((a, b) => a - b) : near;
};

/** So many words are judged between two looks at the budget. */
const JUDGED_AT_ONCE = 16_384;

const ANY_LETTER = '';

/** The words of a dictionary that begin with one letter, or with any. */
interface Shelf {
  /** Where the words of each length begin in `order`. */
  readonly lengthStart: Uint32Array;
  /** Their indexes, by length and then in order. */
  readonly order: Uint32Array;
  /** Of each word at its place in `order` the set of its letters, as bits. Some letters share a bit. */
  readonly letters: Int32Array;
}

/** Longer words count as so long. In letters. */
const LENGTH_MAX = 63;
/** One less than there are: a whole number of 31 bits costs V8 nothing. */
const LETTER_BITS = 31;

/** By dictionary and first letter; made when somebody asks. A dictionary never changes. */
const shelves = new WeakMap<PackedStrings, Map<string, Shelf>>();

const shelfOf = (dictionary: PackedStrings, firstLetter: string): Shelf => {
  let ofDictionary = shelves.get(dictionary);
  if (ofDictionary === undefined) {
    ofDictionary = new Map();
    shelves.set(dictionary, ofDictionary);
  }
  const known = ofDictionary.get(firstLetter);
  if (known !== undefined) return known;
  const [from, to] = prefixRange(dictionary, firstLetter);
  if (from === to) return EMPTY;
  const shelf = buildShelf(dictionary, from, to);
  ofDictionary.set(firstLetter, shelf);
  return shelf;
};

const EMPTY: Shelf = {
  lengthStart: new Uint32Array(0),
  order: new Uint32Array(0),
  letters: new Int32Array(0),
};

const buildShelf = ({ pool, start }: PackedStrings, from: number, to: number): Shelf => {
  const lengths = new Uint8Array(to - from);
  const sets = new Int32Array(to - from);
  const lengthStart = new Uint32Array(LENGTH_MAX + 2);
  for (let index = from; index < to; index += 1) {
    if ((index - from) % JUDGED_AT_ONCE === 0) spend(SHELVED_WORD * Math.min(JUDGED_AT_ONCE, to - index));
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

/** An edit takes at most one letter away and brings at most one in. */
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
  private max = 0;
  private length = 0;
  /** How many cells of a row count. */
  private width = 0;
  /** The letters of the typed word, with room around them, so that those around any cell are there. */
  private wanted = new Uint32Array(0);
  private rows = new Uint32Array(0);
  /** Letters read: so many at most, or the word is too long. */
  private letters = new Uint32Array(0);
  private longest = 0;
  private depth = 0;

  begin(wanted: readonly number[], max: number): this {
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
    // Before any letter is read: first letters of the typed word may be missing.
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

/** One word is looked for at a time. */
const sharedWalk = new DistanceWalk();
