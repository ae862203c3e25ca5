// Which values of a column contain any of many texts: all of them are looked for in one pass through the column, by the
// three or four bytes with which each begins. Worth it for hundreds of texts; fewer are found sooner one by one.

import { spend } from '../budget/work-budget.ts';
import { FOUND_TEXT, ORDERED_PART, PASSED_BYTE, TEXT_BYTE } from '../budget/work-costs.ts';
import type { Bits } from '../packing/bitset.ts';
import { type Column, countValues } from './column.ts';
import { forEachPaddedContaining, markValues } from './column-marks.ts';
import { encodeUnits } from './column-text.ts';

/** Needles of fewer bytes are not looked for here. */
export const NEEDLE_BYTES_MIN = 3;

const TABLE_BITS = 16;
/** So many units are spent at once; more are paid for as they come. */
const UNITS_AT_ONCE = 100_000;

/** Adds the products with a value that contains any of the needles. */
export const markContainingAny = (column: Column, needles: readonly string[], bits: Bits): void => {
  spend(ORDERED_PART * needles.length);
  const search = new NeedleTable(needles);
  const { bytes, start } = column.texts;
  let units = 0;
  for (let value = 0; value < countValues(column); value += 1) {
    const from = start[value] as number;
    const end = start[value + 1] as number;
    const isFound = search.isIn(bytes, from, end);
    units += PASSED_BYTE * (end - from) + TEXT_BYTE * search.takeCompared();
    if (isFound) {
      markValues(column, value, value + 1, bits);
      units += FOUND_TEXT;
    }
    if (units < UNITS_AT_ONCE) continue;
    spend(units);
    units = 0;
  }
  spend(units);
  for (const needle of needles)
    forEachPaddedContaining(column, needle, (value) => markValues(column, value, value + 1, bits));
};

/** Needles by a hash of their first three bytes, or four if none has only three. */
class NeedleTable {
  private readonly needles: readonly Uint8Array[];
  /** By hash the first needle, one more than its place; and by needle the next of the same hash. */
  private readonly first = new Uint32Array(1 << TABLE_BITS);
  private readonly next: Uint32Array;
  /** How many of the last four bytes are not looked at, in bits. */
  private readonly spare: number;
  private compared = 0;

  constructor(needles: readonly string[]) {
    this.needles = needles.map(encodeUnits);
    this.spare = this.needles.every(({ length }) => length > NEEDLE_BYTES_MIN) ? 0 : 8;
    this.next = new Uint32Array(needles.length + 1);
    this.needles.forEach((needle, place) => {
      const [a = 0, b = 0, c = 0, d = 0] = needle;
      const hash =
        this.spare === 0 ? hashOf(a | (b << 8) | (c << 16) | (d << 24)) : hashOf(a | (b << 8) | (c << 16));
      this.next[place + 1] = this.first[hash] as number;
      this.first[hash] = place + 1;
    });
  }

  /** How many bytes were compared since this was last asked. */
  takeCompared(): number {
    const { compared } = this;
    this.compared = 0;
    return compared;
  }

  isIn(bytes: Uint8Array, from: number, end: number): boolean {
    const { first, next, spare } = this;
    const width = spare === 0 ? 4 : NEEDLE_BYTES_MIN;
    let lastFour = 0;
    for (let at = from; at < end; at += 1) {
      lastFour = (lastFour >>> 8) | ((bytes[at] as number) << 24);
      if (at - from < width - 1) continue;
      let place = first[hashOf(lastFour >>> spare)] as number;
      while (place !== 0) {
        if (this.standsAt(this.needles[place - 1] as Uint8Array, bytes, at - width + 1, end)) return true;
        place = next[place] as number;
      }
    }
    return false;
  }

  private standsAt(needle: Uint8Array, bytes: Uint8Array, at: number, end: number): boolean {
    let same = 0;
    if (at + needle.length <= end)
      while (same < needle.length && bytes[at + same] === needle[same]) same += 1;
    this.compared += same + NEEDLE_BYTES_MIN;
    if (this.compared > UNITS_AT_ONCE) spend(TEXT_BYTE * this.takeCompared());
    return same === needle.length;
  }
}

const hashOf = (piece: number): number => Math.imul(piece, 0x9e37_79b1) >>> (32 - TABLE_BITS);
