// Scans many packed texts for a substring, in steps that the budget pays for.

import { spend } from '../budget/work-budget.ts';
import { FOUND_TEXT, SCANNED_BYTE, TEXT_BYTE } from '../budget/work-costs.ts';
import type { PackedText } from '../packing/packed-texts.ts';
import { includesLong, LONG_SUBSTRING } from './linear-search.ts';

/** Whether one text contains the bytes. */
export const textContains = ({ bytes, start }: PackedText, index: number, substring: Uint8Array): boolean => {
  const end = start[index + 1] as number;
  if (substring.length > LONG_SUBSTRING) return includesLong(bytes, start[index] as number, end, substring);
  const last = end - substring.length;
  const [first] = substring;
  for (let at = start[index] as number; at <= last; at += 1) {
    if (bytes[at] !== first && first !== undefined) continue;
    let same = 1;
    while (same < substring.length && bytes[at + same] === substring[same]) same += 1;
    if (same >= substring.length) return true;
  }
  return false;
};

/** Bytes scanned between two checks of the budget. */
const BYTES_PER_STEP = 262_144;

/**
 * Visits each text that contains the bytes, in order: of all texts, or of those from `first` up to `end`. One native
 * scan covers many texts; matches that cross the end of a text are dropped.
 */
export const forEachContaining = (
  texts: PackedText,
  substring: Uint8Array,
  visit: (index: number) => void,
  first = 0,
  end = texts.start.length - 1,
): void => {
  const { start } = texts;
  for (let from = first; from < end; ) {
    let to = Math.min(end, textHolding(start, from, (start[from] as number) + BYTES_PER_STEP));
    // A longer text is a step of its own.
    if (to === from) to += 1;
    spend(SCANNED_BYTE * ((start[to] as number) - (start[from] as number)));
    spend(FOUND_TEXT * visitContaining(texts, substring, visit, from, to));
    from = to;
  }
};

/** As `visitContaining`, one text after another. */
const visitEach = (
  texts: PackedText,
  substring: Uint8Array,
  visit: (index: number) => void,
  first: number,
  end: number,
): number => {
  spend(TEXT_BYTE * ((texts.start[end] as number) - (texts.start[first] as number)));
  let found = 0;
  for (let index = first; index < end; index += 1) {
    if (!textContains(texts, index, substring)) continue;
    visit(index);
    found += 1;
  }
  return found;
};

/** Returns the number of matches. */
const visitContaining = (
  texts: PackedText,
  substring: Uint8Array,
  visit: (index: number) => void,
  first: number,
  end: number,
): number => {
  if (substring.length === 0 || substring.length > LONG_SUBSTRING)
    return visitEach(texts, substring, visit, first, end);
  const { bytes, start } = texts;
  const haystack = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, start[end]);
  let found = 0;
  let index = first;
  let at = haystack.indexOf(substring, start[first]);
  while (at !== -1) {
    index = textHolding(start, index, at);
    if (at + substring.length > (start[index + 1] as number)) {
      at = haystack.indexOf(substring, at + 1);
      found += 1;
      continue;
    }
    visit(index);
    found += 1;
    index += 1;
    // Where matches are frequent, the next text most likely has one: testing it costs less than a native call.
    while (index < end && textContains(texts, index, substring)) {
      visit(index);
      found += 1;
      index += 1;
    }
    at = index < end ? haystack.indexOf(substring, start[index + 1]) : -1;
  }
  return found;
};

/** The index of the text that contains byte `at`, at or after `from`. */
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
