// Sorted strings with a hash table beside them: a word is found in one or two steps, where a binary search takes as many as the
// list has doublings. Most lookups of a query are for words that no text has. The table crosses threads and disks with the
// strings, so its hash is the same in every process; hostile words that share one fall back to the binary search.

import {
  comparePacked,
  countStrings,
  equalsAt,
  findString,
  type PackedStrings,
  stringAt,
} from './packed-strings.ts';

export interface Dictionary extends PackedStrings {
  /** Open addressing: one more than the index of a string, or 0. At most half of the slots are used. */
  readonly slots: Uint32Array;
}

const FREE = 0;
const SLOTS_MIN = 2;
/** A string that finds no free slot among these is left out of the table. Hardly ever needed unless words are made to collide. */
const TRIED_SLOTS = 16;

/** Adds the table to sorted strings. */
export const indexStrings = (sorted: PackedStrings): Dictionary => {
  const count = countStrings(sorted);
  let size = SLOTS_MIN;
  while (size < 2 * count) size *= 2;
  const slots = new Uint32Array(size);
  const mask = size - 1;
  for (let index = 0; index < count; index += 1) {
    const home = placeOf(sorted, index);
    for (let tried = 0; tried < TRIED_SLOTS; tried += 1) {
      const slot = (home + tried) & mask;
      if (slots[slot] !== FREE) continue;
      slots[slot] = index + 1;
      break;
    }
  }
  return { pool: sorted.pool, start: sorted.start, slots };
};

/** Index of `text`, or -1. */
export const findWord = (dictionary: Dictionary, text: string): number => {
  const { slots } = dictionary;
  const mask = slots.length - 1;
  let hash = HASH_START;
  for (let unit = 0; unit < text.length; unit += 1) hash = addUnit(hash, text.charCodeAt(unit));
  const home = spread(hash);
  for (let tried = 0; tried < TRIED_SLOTS; tried += 1) {
    const slot = slots[(home + tried) & mask] as number;
    if (slot === FREE) return -1;
    if (equalsAt(dictionary, slot - 1, text)) return slot - 1;
  }
  return findString(dictionary, text);
};

/** Index of the string at `index` of another list, or -1. */
export const findPacked = (dictionary: Dictionary, strings: PackedStrings, index: number): number => {
  const { slots } = dictionary;
  const mask = slots.length - 1;
  const home = placeOf(strings, index);
  for (let tried = 0; tried < TRIED_SLOTS; tried += 1) {
    const slot = slots[(home + tried) & mask] as number;
    if (slot === FREE) return -1;
    if (comparePacked(dictionary, slot - 1, strings, index) === 0) return slot - 1;
  }
  return findString(dictionary, stringAt(strings, index));
};

const placeOf = ({ pool, start }: PackedStrings, index: number): number => {
  const end = start[index + 1] as number;
  let hash = HASH_START;
  for (let at = start[index] as number; at < end; at += 1) hash = addUnit(hash, pool[at] as number);
  return spread(hash);
};

// FNV-1a over code units.
const HASH_START = 0x811c_9dc5 | 0;
const HASH_FACTOR = 0x0100_0193;

const addUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, HASH_FACTOR);

/** Its low bits hardly depend on the first letters. */
const spread = (hash: number): number => (hash ^ (hash >>> 15)) >>> 0;
