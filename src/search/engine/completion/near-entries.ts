// The entries whose text starts with what was typed but for one edit in a word. Each variant of the word is one range; letters are
// replaced and inserted only by those that follow in the names. A variant is looked up among the entries that share what comes before
// the edit, and compared only after it.

import type { MisspeltText } from '../../completion.ts';
import { spend } from '../budget/work-budget.ts';
import { LOOKUP, SEEK } from '../budget/work-costs.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import {
  allEntries,
  type Completions,
  continuedEntries,
  type EntryRange,
  entryEnd,
  entryStart,
} from './completions.ts';

/** Different letters tried at one place; more than any alphabet has. */
const LETTERS_MAX = 256;

export const nearEntries = (completions: Completions, texts: readonly MisspeltText[]): EntryRange[] => {
  const found: EntryRange[] = [];
  for (const text of texts) addNear(completions, text, found);
  return joined(found);
};

/** Entries that share the first `depth` bytes. */
interface SharedRange extends EntryRange {
  readonly depth: number;
}

const addNear = (
  completions: Completions,
  { before, word, after }: MisspeltText,
  found: EntryRange[],
): void => {
  const bytes = encodeUnits(before + word + after);
  const starts = unitStarts(bytes, before.length + word.length);
  /** Where a unit of the word begins; where the text after it begins if it has no such unit. */
  const startOf = (at: number): number => starts[before.length + Math.min(at, word.length)] as number;
  const goOn = (shared: SharedRange, from: number, to: number): SharedRange => {
    spend(LOOKUP);
    const range = continuedEntries(completions, shared, shared.depth, { bytes, from, to });
    return { from: range.from, to: range.to, depth: shared.depth + to - from };
  };
  const addRest = (shared: SharedRange, from: number): void => {
    const range = goOn(shared, from, bytes.length);
    if (range.from < range.to) found.push(range);
  };
  let shared = goOn({ ...allEntries(completions), depth: 0 }, 0, startOf(1));
  for (let at = 1; at <= word.length && shared.from < shared.to; at += 1) {
    const own = startOf(at);
    const next = startOf(at + 1);
    addRest(shared, next);
    const swapped = goOn(shared, next, startOf(at + 2));
    if (swapped.depth > shared.depth) addRest(goOn(swapped, own, next), startOf(at + 2));
    for (const letter of followingLetters(completions, shared)) {
      addRest(letter, next);
      addRest(letter, own);
    }
    shared = goOn(shared, own, next);
  }
};

/** Where each of the first units begins in the bytes, and where the one after them would. */
const unitStarts = (bytes: Uint8Array, units: number): Uint32Array => {
  const starts = new Uint32Array(units + 1);
  for (let unit = 0, at = 0; unit < units; unit += 1) {
    at += widthOf(bytes[at] as number);
    starts[unit + 1] = at;
  }
  return starts;
};

/** The entries by the unit that follows what they share. */
const followingLetters = (completions: Completions, { from, to, depth }: SharedRange): SharedRange[] => {
  const { bytes } = completions.names;
  const letters: SharedRange[] = [];
  for (let entry = from; entry < to && letters.length < LETTERS_MAX; ) {
    const at = entryStart(completions, entry) + depth;
    const width = at >= entryEnd(completions, entry) ? 0 : widthOf(bytes[at] as number);
    const end = firstOther(completions, entry, to, depth, at, width);
    if (width > 0) letters.push({ from: entry, to: end, depth: depth + width });
    entry = end;
  }
  return letters;
};

const widthOf = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : 3);

/** The first entry after `entry` that goes on with another unit than the `width` bytes at `at`. */
const firstOther = (
  completions: Completions,
  entry: number,
  to: number,
  depth: number,
  at: number,
  width: number,
): number => {
  const { bytes } = completions.names;
  const isSame = (other: number): boolean => {
    const start = entryStart(completions, other) + depth;
    if (width === 0) return start >= entryEnd(completions, other);
    for (let byte = 0; byte < width; byte += 1) if (bytes[start + byte] !== bytes[at + byte]) return false;
    return true;
  };
  let low = entry + 1;
  let high = to;
  spend(SEEK * Math.ceil(Math.log2(high - entry + 1)));
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSame(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The same entries without overlaps. */
const joined = (ranges: EntryRange[]): EntryRange[] => {
  const apart: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.sort((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else apart.push({ from, to });
  }
  return apart;
};
