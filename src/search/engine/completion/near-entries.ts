// The entries whose text starts with what was typed but for one edit in a word. Each variant of the word is one range; letters are
// replaced and inserted only by those that follow in the names.

import type { MisspeltText } from '../../completion.ts';
import { spend } from '../budget/work-budget.ts';
import { LOOKUP, SEEK } from '../budget/work-costs.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import { allEntries, type Completions, type EntryRange, entryStart, prefixEntries } from './completions.ts';

/** Different letters tried at one place; more than any alphabet has. */
const LETTERS_MAX = 256;

export const nearEntries = (completions: Completions, texts: readonly MisspeltText[]): EntryRange[] => {
  const found: EntryRange[] = [];
  for (const text of texts) addNear(completions, text, found);
  return joined(found);
};

const addNear = (
  completions: Completions,
  { before, word, after }: MisspeltText,
  found: EntryRange[],
): void => {
  const lookUp = (within: EntryRange, text: string): EntryRange => {
    spend(LOOKUP);
    return prefixEntries(completions, within, encodeUnits(text));
  };
  const add = (within: EntryRange, near: string): void => {
    const range = lookUp(within, before + near + after);
    if (range.from < range.to) found.push(range);
  };
  let shared = lookUp(allEntries(completions), before + word[0]);
  for (let at = 1; at <= word.length; at += 1) {
    if (shared.from === shared.to) break;
    const head = word.slice(0, at);
    const tail = word.slice(at + 1);
    add(shared, head + tail);
    if (tail !== '') add(shared, head + tail[0] + word[at] + tail.slice(1));
    for (const letter of followingLetters(completions, shared, encodeUnits(before + head).length)) {
      add(shared, head + letter + tail);
      add(shared, head + letter + word.slice(at));
    }
    shared = lookUp(shared, before + word.slice(0, at + 1));
  }
};

/** The units that follow the first `depth` bytes of the entries, which share them. */
const followingLetters = (
  completions: Completions,
  { from, to }: EntryRange,
  depth: number,
): readonly string[] => {
  const { bytes } = completions.names;
  const letters: string[] = [];
  for (let entry = from; entry < to && letters.length < LETTERS_MAX; ) {
    const at = entryStart(completions, entry) + depth;
    const width = at >= endOf(completions, entry) ? 0 : widthOf(bytes[at] as number);
    const letter = width === 0 ? undefined : unitAt(bytes, at, width);
    if (letter !== undefined) letters.push(letter);
    entry = firstOther(completions, entry, to, depth, at, width);
  }
  return letters;
};

const endOf = ({ names, entryItem }: Completions, entry: number): number =>
  names.start[(entryItem[entry] as number) + 1] as number;

const widthOf = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : 3);

const unitAt = (bytes: Uint8Array, at: number, width: number): string => {
  const lead = bytes[at] as number;
  const low = (bytes[at + width - 1] as number) & 0x3f;
  if (width === 1) return String.fromCharCode(lead);
  if (width === 2) return String.fromCharCode(((lead & 0x1f) << 6) | low);
  return String.fromCharCode(((lead & 0x0f) << 12) | (((bytes[at + 1] as number) & 0x3f) << 6) | low);
};

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
    if (width === 0) return start >= endOf(completions, other);
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
