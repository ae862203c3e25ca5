// Looks for bytes in many packed texts, in stretches that a budget pays for.

import { spend } from '../budget/work-budget.ts';
import { FOUND_TEXT, SCANNED_BYTE, TEXT_BYTE } from '../budget/work-costs.ts';
import type { PackedText } from './column-text.ts';
import { holdsLong, LONG_NEEDLE } from './linear-search.ts';

/** Whether one text contains the bytes. */
export const textContains = ({ bytes, start }: PackedText, index: number, needle: Uint8Array): boolean => {
  const end = start[index + 1] as number;
  if (needle.length > LONG_NEEDLE) return holdsLong(bytes, start[index] as number, end, needle);
  const last = end - needle.length;
  const [first] = needle;
  for (let at = start[index] as number; at <= last; at += 1) {
    if (bytes[at] !== first && first !== undefined) continue;
    let same = 1;
    while (same < needle.length && bytes[at + same] === needle[same]) same += 1;
    if (same >= needle.length) return true;
  }
  return false;
};

/** So many bytes are looked through between two looks at the budget. */
const BYTES_AT_ONCE = 262_144;

/**
 * Calls for each text that contains the bytes, in order; of all texts or of those from `first` up to `end`. One native scan over
 * many of them; finds beyond the end of a text are dropped.
 */
export const forEachContaining = (
  texts: PackedText,
  needle: Uint8Array,
  visit: (index: number) => void,
  first = 0,
  end = texts.start.length - 1,
): void => {
  const { start } = texts;
  for (let from = first; from < end; ) {
    let to = Math.min(end, textHolding(start, from, (start[from] as number) + BYTES_AT_ONCE));
    // A text that is longer than that is looked through by itself.
    if (to === from) to += 1;
    spend(SCANNED_BYTE * ((start[to] as number) - (start[from] as number)));
    spend(FOUND_TEXT * visitContaining(texts, needle, visit, from, to));
    from = to;
  }
};

/** As `visitContaining`, one text after another. */
const visitEach = (
  texts: PackedText,
  needle: Uint8Array,
  visit: (index: number) => void,
  first: number,
  end: number,
): number => {
  spend(TEXT_BYTE * ((texts.start[end] as number) - (texts.start[first] as number)));
  let found = 0;
  for (let index = first; index < end; index += 1) {
    if (!textContains(texts, index, needle)) continue;
    visit(index);
    found += 1;
  }
  return found;
};

/** Returns how often something was found. */
const visitContaining = (
  texts: PackedText,
  needle: Uint8Array,
  visit: (index: number) => void,
  first: number,
  end: number,
): number => {
  if (needle.length === 0 || needle.length > LONG_NEEDLE) return visitEach(texts, needle, visit, first, end);
  const { bytes, start } = texts;
  const haystack = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, start[end]);
  let found = 0;
  let index = first;
  let at = haystack.indexOf(needle, start[first]);
  while (at !== -1) {
    index = textHolding(start, index, at);
    if (at + needle.length > (start[index + 1] as number)) {
      at = haystack.indexOf(needle, at + 1);
      found += 1;
      continue;
    }
    visit(index);
    found += 1;
    index += 1;
    // Where hits are frequent, the next text most likely holds one: looking there costs less than a native call.
    while (index < end && textContains(texts, index, needle)) {
      visit(index);
      found += 1;
      index += 1;
    }
    at = index < end ? haystack.indexOf(needle, start[index + 1]) : -1;
  }
  return found;
};

/** The text that holds the byte at `at`, at or after `from`. */
const textHolding = (start: Uint32Array, from: number, at: number): number => {
  let low = from;
  let step = 1;
  while (low + step < start.length && (start[low + step] as number) <= at) {
    low += step;
    step *= 2;
  }
  let high = Math.min(start.length, low + step);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((start[middle] as number) <= at) low = middle;
    else high = middle;
  }
  return low;
};
