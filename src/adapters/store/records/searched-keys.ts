// The keys of a list as one text to search in, each key once. After a few searches an index of its characters is made, which
// tells of most keys that they do not contain a text.

import type { FieldType } from '../../../domain/products/product-fields.ts';
import {
  BETWEEN_KEYS,
  CUT,
  escapeNeedle,
  hasLongEscapes,
  isInsideEscape,
  textOfKey,
} from '../../../domain/records/list-keys.ts';
import type { SlotSet } from '../../../domain/records/slot-set.ts';
import { GRAM_BYTES, GramBits, isOwnLetter } from '../../../domain/text/gram-bits.ts';
import { type JoinedPieces, unpackAll } from './list-contents.ts';

/** The keys of several pieces. A key is named by its number. */
export interface SearchedKeys {
  readonly text: string;
  /** Where each key begins in `text`; at the end, where another one would. */
  readonly starts: Uint32Array;
  /** Where the slots of each key begin in `slots`; at the end, how many there are. */
  readonly runs: Uint32Array;
  /** Keys that were cut. */
  readonly cut: readonly number[];
  readonly slots: Uint32Array;
  /** Slots of records whose keys are elsewhere now. */
  readonly hidden?: SlotSet;
  /** The index is made when it has become worth it: as often as this the text has been searched without. */
  readonly index: { searches: number; grams?: GramBits; areLettersExact?: boolean };
}

/** An index costs about as much as ten searches. What is searched for the third time will be searched again. */
const SEARCHES_BEFORE_INDEX = 2;
/** To add so many to the index takes half a millisecond, or several times as long in code that has not run before. */
export const INDEXED_AT_ONCE = 512;

export const toSearchedKeys = (joined: JoinedPieces<'keys' | 'slots'>, type: FieldType): SearchedKeys => {
  const slots = unpackAll(joined.slots);
  return searchedKeysOf(slots.length === 0 ? [] : (joined.keys ?? '').split(BETWEEN_KEYS), slots, type);
};

/** A key for each slot. Numbers and flags are searched as a filter looks at them. */
export const searchedKeysOf = (all: readonly string[], slots: Uint32Array, type: FieldType): SearchedKeys => {
  const keys: string[] = [];
  const runs: number[] = [];
  for (let at = 0; at < all.length; at += 1) {
    const key = all[at] as string;
    if (at > 0 && key === all[at - 1]) continue;
    keys.push(type === 'text' ? key : textOfKey(type, key));
    runs.push(at);
  }
  const starts = new Uint32Array(keys.length + 1);
  const cut: number[] = [];
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as string;
    starts[at + 1] = (starts[at] as number) + key.length + BETWEEN_KEYS.length;
    if (key.endsWith(CUT)) cut.push(at);
  }
  return {
    text: keys.join(BETWEEN_KEYS),
    starts,
    runs: Uint32Array.from([...runs, slots.length]),
    cut,
    slots,
    index: { searches: 0 },
  };
};

/** A text takes two bytes for a character at most. The index counts before it is made. */
export const bytesOfSearched = (parts: readonly SearchedKeys[]): number =>
  parts.reduce(
    (sum, { text, starts, runs, cut, slots, hidden }) =>
      sum +
      2 * text.length +
      starts.byteLength +
      runs.byteLength +
      slots.byteLength +
      (hidden?.byteLength ?? 0) / parts.length +
      8 * cut.length +
      starts.length * GRAM_BYTES,
    0,
  );

/** Adds the slots of these keys. */
export const addSlotsOf = (
  { runs, slots, hidden }: SearchedKeys,
  keys: readonly number[],
  into: SlotSet,
): void => {
  for (const key of keys) {
    const [from, to] = [runs[key] as number, runs[key + 1] as number];
    if (hidden === undefined) into.addAll(slots, from, to);
    else into.addAllBut(hidden, slots, from, to);
  }
};

/** Makes the index in short steps, if that has become worth it. */
export function* indexInSteps(keys: SearchedKeys): Generator<void> {
  const { index } = keys;
  if (index.grams !== undefined || index.searches < SEARCHES_BEFORE_INDEX) return;
  const grams = new GramBits(keys);
  while (grams.add(INDEXED_AT_ONCE)) yield;
  index.grams = grams;
}

/** The keys of texts that contain the needle, in order. */
export const keysWith = (keys: SearchedKeys, needle: string): readonly number[] => {
  const { starts, index } = keys;
  if (needle === '') return [...starts.subarray(0, -1).keys()];
  const escaped = escapeNeedle(needle);
  if (index.grams === undefined) {
    index.searches += 1;
    return findInText(keys, escaped);
  }
  index.areLettersExact ??= !hasLongEscapes(keys.text);
  const found = index.grams.find(escaped);
  const isExact = index.areLettersExact && escaped.length === 1 && isOwnLetter(escaped.charCodeAt(0));
  return isExact ? found : found.filter((key) => contains(keys, key, escaped));
};

const findInText = ({ text, starts }: SearchedKeys, escaped: string): number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(escaped), key = 0; at !== -1; ) {
    if (isInsideEscape(text, at)) {
      at = text.indexOf(escaped, at + 1);
      continue;
    }
    key = keyAt(starts, at, key);
    found.push(key);
    at = text.indexOf(escaped, starts[key + 1]);
  }
  return found;
};

/** The last key, not before `from`, that begins at the place or before it: usually a near one. */
const keyAt = (starts: Uint32Array, place: number, from: number): number => {
  const count = starts.length - 1;
  let low = from;
  let step = 1;
  while (low + step < count && (starts[low + step] as number) <= place) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, count) - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] as number) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
};

const contains = ({ text, starts }: SearchedKeys, number: number, escaped: string): boolean => {
  const key = text.slice(starts[number], (starts[number + 1] as number) - BETWEEN_KEYS.length);
  let at = key.indexOf(escaped);
  while (at > 0 && isInsideEscape(key, at)) at = key.indexOf(escaped, at + 1);
  return at !== -1;
};
