// The products of a column that contain one or two bytes: no set of three-byte pieces helps to find these, and nearly all of
// them are soon found, so the sets themselves are kept once they were asked for, up to a bound for all columns together.
// Many that are asked for at once are found in one pass through the texts.

import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, PASSED_BYTE } from '../budget/work-costs.ts';
import { type Bits, setBit, wordsFor } from '../packing/bitset.ts';
import { type Column, countValues } from './column.ts';
import { forEachPaddedContaining, markValues } from './column-marks.ts';
import { encodeUnits, type PackedText } from './column-text.ts';

/** What is kept for all columns of all catalogs; when it is full it is forgotten, which keeps the bound simple. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024;
/** One query keeps no more than this share of it in one column. */
const PASS_SHARE = 4;
/** So many needles and more are looked for in one pass. */
const PASS_MIN = 24;
/** The numbers of needles fit two bytes. */
const NEEDLES_MAX = 0xffff;
/** So many bytes are looked at between two looks at the budget. */
const BYTES_AT_ONCE = 16_384;

let kept = new WeakMap<PackedText, Map<string, Bits>>();
let keptBytes = 0;

/** Whether the needle takes one byte or two. */
export const isShort = (needle: string): boolean => {
  if (needle.length === 1) return needle.charCodeAt(0) < 0x800;
  return needle.length === 2 && needle.charCodeAt(0) < 0x80 && needle.charCodeAt(1) < 0x80;
};

/** The products with a value that contains the needle, if they are known. The set must not be changed. */
export const findShort = ({ texts }: Column, needle: string): Bits | undefined =>
  needle.length > 2 ? undefined : kept.get(texts)?.get(needle);

/** Keeps a set that was found, as its own copy. */
export const keepShort = ({ texts }: Column, needle: string, bits: Bits): void => {
  keep(texts, needle, bits.slice());
};

const keep = (texts: PackedText, needle: string, bits: Bits): void => {
  keptBytes += bits.byteLength;
  if (keptBytes > KEPT_BYTES_MAX) {
    kept = new WeakMap();
    keptBytes = bits.byteLength;
  }
  const own = kept.get(texts);
  if (own === undefined) kept.set(texts, new Map([[needle, bits]]));
  else own.set(needle, bits);
};

/** Finds the products of many short needles in one pass, where they are not known yet and there is room for them. */
export const findShortNeedles = (column: Column, needles: Iterable<string>, items: number): void => {
  const setBytes = 4 * wordsFor(items);
  const roomFor = Math.min(NEEDLES_MAX, Math.floor(KEPT_BYTES_MAX / PASS_SHARE / Math.max(1, setBytes)));
  const missing: string[] = [];
  for (const needle of needles)
    if (missing.length < roomFor && findShort(column, needle) === undefined) missing.push(needle);
  if (missing.length < PASS_MIN) return;
  spend((BITS_WORD * missing.length * setBytes) / 4);
  const sets = missing.map(() => new Uint32Array(wordsFor(items)));
  passThrough(column, missing, sets);
  missing.forEach((needle, place) => {
    const bits = sets[place] as Bits;
    forEachPaddedContaining(column, needle, (value) => markValues(column, value, value + 1, bits));
    keep(column.texts, needle, bits);
  });
};

/** In the tables: the number of a needle, one more than its place; 0 for what nobody asks for. */
const passThrough = (column: Column, needles: readonly string[], sets: readonly Bits[]): void => {
  const { bytes, start } = column.texts;
  const singles = new Uint16Array(0x100);
  const pairs = new Uint16Array(0x1_0000);
  needles.forEach((needle, place) => {
    const [first = 0, second] = encodeUnits(needle);
    if (second === undefined) singles[first] = place + 1;
    else pairs[(first << 8) | second] = place + 1;
  });
  // The value that met a needle last, one more than its number.
  const met = new Uint32Array(needles.length + 1);
  let paidTo = 0;
  for (let value = 0; value < countValues(column); value += 1) {
    const from = start[value] as number;
    const end = start[value + 1] as number;
    let before = 0;
    for (let at = from; at < end; at += 1) {
      if (at >= paidTo) {
        spend(PASSED_BYTE * BYTES_AT_ONCE);
        paidTo = at + BYTES_AT_ONCE;
      }
      const byte = bytes[at] as number;
      const single = singles[byte] as number;
      if (single !== 0 && met[single] !== value + 1) {
        met[single] = value + 1;
        markValue(column, value, sets[single - 1] as Bits);
      }
      const pair = at === from ? 0 : (pairs[before | byte] as number);
      if (pair !== 0 && met[pair] !== value + 1) {
        met[pair] = value + 1;
        markValue(column, value, sets[pair - 1] as Bits);
      }
      before = byte << 8;
    }
  }
};

/** Nearly every value of a long text has one product. */
const markValue = (column: Column, value: number, bits: Bits): void => {
  const { postingStart, postingItem, denseValues } = column;
  const from = postingStart[value] as number;
  if (denseValues.length === 0 && (postingStart[value + 1] as number) - from === 1)
    setBit(bits, postingItem[from] as number);
  else markValues(column, value, value + 1, bits);
};
