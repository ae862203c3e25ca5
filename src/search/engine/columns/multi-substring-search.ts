// Finds the values of a column that contain any of many substrings, in one pass through the column, by a hash of each
// substring's first three or four bytes. Pays off for hundreds of substrings; fewer are faster one by one.

import { spend } from '../budget/work-budget.ts';
import { FOUND_TEXT, MULTI_SCAN_BYTE, RANKED_CLAUSE, TEXT_BYTE } from '../budget/work-costs.ts';
import type { Bits } from '../packing/bitset.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import { type Column, countValues } from './column.ts';
import { forEachPaddedContaining, setValueBits } from './column-bits.ts';

/** Shorter substrings are not supported here. */
const SUBSTRING_BYTES_MIN = 3;

const TABLE_BITS = 16;
/** Spend at most this many units between two checks of the budget. */
const UNITS_PER_STEP = 100_000;

/** Adds the products with a value that contains any of the substrings. */
export const setContainingAny = (column: Column, substrings: readonly string[], bits: Bits): void => {
  spend(RANKED_CLAUSE * substrings.length);
  const search = new SubstringTable(substrings);
  const { bytes, start } = column.texts;
  let units = 0;
  for (let value = 0; value < countValues(column); value += 1) {
    const from = start[value] as number;
    const end = start[value + 1] as number;
    const isFound = search.isIn(bytes, from, end);
    units += MULTI_SCAN_BYTE * (end - from) + TEXT_BYTE * search.takeCompared();
    if (isFound) {
      setValueBits(column, value, value + 1, bits);
      units += FOUND_TEXT;
    }
    if (units < UNITS_PER_STEP) continue;
    spend(units);
    units = 0;
  }
  spend(units);
  for (const substring of substrings)
    forEachPaddedContaining(column, substring, (value) => setValueBits(column, value, value + 1, bits));
};

/** Substrings by a hash of their first four bytes, or of the first three if one is that short. */
class SubstringTable {
  private readonly substrings: readonly Uint8Array[];
  /** By hash, the first substring, counted from 1; by substring, the next one with the same hash. */
  private readonly first = new Uint32Array(1 << TABLE_BITS);
  private readonly next: Uint32Array;
  /** Bits to drop from the last four bytes before hashing. */
  private readonly spare: number;
  private compared = 0;

  constructor(substrings: readonly string[]) {
    this.substrings = substrings.map(encodeUnits);
    this.spare = this.substrings.every(({ length }) => length > SUBSTRING_BYTES_MIN) ? 0 : 8;
    this.next = new Uint32Array(substrings.length + 1);
    this.substrings.forEach((substring, place) => {
      const [a = 0, b = 0, c = 0, d = 0] = substring;
      const hash =
        this.spare === 0 ? hashOf(a | (b << 8) | (c << 16) | (d << 24)) : hashOf(a | (b << 8) | (c << 16));
      this.next[place + 1] = this.first[hash] as number;
      this.first[hash] = place + 1;
    });
  }

  /** Bytes compared since the last call. */
  takeCompared(): number {
    const { compared } = this;
    this.compared = 0;
    return compared;
  }

  isIn(bytes: Uint8Array, from: number, end: number): boolean {
    const { first, next, spare } = this;
    const width = spare === 0 ? 4 : SUBSTRING_BYTES_MIN;
    let lastFour = 0;
    for (let at = from; at < end; at += 1) {
      lastFour = (lastFour >>> 8) | ((bytes[at] as number) << 24);
      if (at - from < width - 1) continue;
      let place = first[hashOf(lastFour >>> spare)] as number;
      while (place !== 0) {
        if (this.standsAt(this.substrings[place - 1] as Uint8Array, bytes, at - width + 1, end)) return true;
        place = next[place] as number;
      }
    }
    return false;
  }

  private standsAt(substring: Uint8Array, bytes: Uint8Array, at: number, end: number): boolean {
    let same = 0;
    if (at + substring.length <= end)
      while (same < substring.length && bytes[at + same] === substring[same]) same += 1;
    this.compared += same + SUBSTRING_BYTES_MIN;
    if (this.compared > UNITS_PER_STEP) spend(TEXT_BYTE * this.takeCompared());
    return same === substring.length;
  }
}

const hashOf = (piece: number): number => Math.imul(piece, 0x9e37_79b1) >>> (32 - TABLE_BITS);
