// Caches the products whose values contain a substring of one or two bytes. The trigram filter cannot help with
// these, and nearly every product matches, so the bitsets themselves are cached, up to one limit for all columns.
// Many short substrings in one query are found in one pass through the texts.

import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, MULTI_SCAN_BYTE } from '../budget/work-costs.ts';
import { type Bits, setBit, wordsFor } from '../packing/bitset.ts';
import { encodeUnits, type PackedText } from '../packing/packed-texts.ts';
import { type Column, countValues } from './column.ts';
import { forEachPaddedContaining, setValueBits } from './column-bits.ts';

/** For all columns of all catalogs together. A full cache is emptied, which keeps the limit simple. */
const CACHE_BYTES_MAX = 32 * 1024 * 1024;
/** One query may fill at most this share of the cache in one column. */
const PASS_SHARE = 4;
/** From this many substrings on, they are found in one pass. */
const PASS_MIN = 24;
/** Substring numbers must fit two bytes. */
const SUBSTRINGS_MAX = 0xffff;
/** Bytes scanned between two checks of the budget. */
const BYTES_PER_STEP = 16_384;

let cache = new WeakMap<PackedText, Map<string, Bits>>();
let cachedBytes = 0;

/** Whether the substring is one or two bytes long. */
export const isShort = (substring: string): boolean => {
  if (substring.length === 1) return substring.charCodeAt(0) < 0x800;
  return substring.length === 2 && substring.charCodeAt(0) < 0x80 && substring.charCodeAt(1) < 0x80;
};

/** The cached products with a value that contains the substring. Do not modify the set. */
export const findShort = ({ texts }: Column, substring: string): Bits | undefined =>
  substring.length > 2 ? undefined : cache.get(texts)?.get(substring);

/** Caches a copy of the set. */
export const cacheShort = ({ texts }: Column, substring: string, bits: Bits): void => {
  put(texts, substring, bits.slice());
};

const put = (texts: PackedText, substring: string, bits: Bits): void => {
  cachedBytes += bits.byteLength;
  if (cachedBytes > CACHE_BYTES_MAX) {
    cache = new WeakMap();
    cachedBytes = bits.byteLength;
  }
  const own = cache.get(texts);
  if (own === undefined) cache.set(texts, new Map([[substring, bits]]));
  else own.set(substring, bits);
};

/** Finds the products of many short substrings in one pass, unless they are cached or there is no room. */
export const findShortSubstrings = (column: Column, substrings: Iterable<string>, items: number): void => {
  const setBytes = 4 * wordsFor(items);
  const roomFor = Math.min(SUBSTRINGS_MAX, Math.floor(CACHE_BYTES_MAX / PASS_SHARE / Math.max(1, setBytes)));
  const missing: string[] = [];
  for (const substring of substrings)
    if (missing.length < roomFor && findShort(column, substring) === undefined) missing.push(substring);
  if (missing.length < PASS_MIN) return;
  spend((BITS_WORD * missing.length * setBytes) / 4);
  const sets = missing.map(() => new Uint32Array(wordsFor(items)));
  scanOnce(column, missing, sets);
  missing.forEach((substring, place) => {
    const bits = sets[place] as Bits;
    forEachPaddedContaining(column, substring, (value) => setValueBits(column, value, value + 1, bits));
    put(column.texts, substring, bits);
  });
};

/** The tables hold the number of a substring, counted from 1; 0 for none. */
const scanOnce = (column: Column, substrings: readonly string[], sets: readonly Bits[]): void => {
  const { bytes, start } = column.texts;
  const singles = new Uint16Array(0x100);
  const pairs = new Uint16Array(0x1_0000);
  substrings.forEach((substring, place) => {
    const [first = 0, second] = encodeUnits(substring);
    if (second === undefined) singles[first] = place + 1;
    else pairs[(first << 8) | second] = place + 1;
  });
  // By substring, the last value that contained it, counted from 1.
  const lastValue = new Uint32Array(substrings.length + 1);
  let paidTo = 0;
  for (let value = 0; value < countValues(column); value += 1) {
    const from = start[value] as number;
    const end = start[value + 1] as number;
    let before = 0;
    for (let at = from; at < end; at += 1) {
      if (at >= paidTo) {
        spend(MULTI_SCAN_BYTE * BYTES_PER_STEP);
        paidTo = at + BYTES_PER_STEP;
      }
      const byte = bytes[at] as number;
      const single = singles[byte] as number;
      if (single !== 0 && lastValue[single] !== value + 1) {
        lastValue[single] = value + 1;
        setOneValue(column, value, sets[single - 1] as Bits);
      }
      const pair = at === from ? 0 : (pairs[before | byte] as number);
      if (pair !== 0 && lastValue[pair] !== value + 1) {
        lastValue[pair] = value + 1;
        setOneValue(column, value, sets[pair - 1] as Bits);
      }
      before = byte << 8;
    }
  }
};

/** Nearly every value of a long text belongs to one product. */
const setOneValue = (column: Column, value: number, bits: Bits): void => {
  const { postingStart, postingItem, denseValues } = column;
  const from = postingStart[value] as number;
  if (denseValues.length === 0 && (postingStart[value + 1] as number) - from === 1)
    setBit(bits, postingItem[from] as number);
  else setValueBits(column, value, value + 1, bits);
};
