// The distinct words of many texts, each with a number and some notes. A word is looked up where it stands in its text: no
// string is made of it, and all that is known of it lies side by side in memory. Nothing here outlives the build.

import { HASH_FACTOR, HASH_START } from '../../analysis/tokenize.ts';
import { TextPacker } from '../columns/column-text.ts';
import type { PackedStrings } from '../packing/packed-strings.ts';
import { orderTexts } from '../packing/text-order.ts';
import { wordAt } from './pending-words.ts';

/** What a record holds before the units of its word, counted from where it begins. */
export const NUMBER = 0;
const LENGTH = 1;
/** For whoever keeps the table: two that are NO_NOTE at first, and one that is 0. */
export const NOTE = 2;
export const OTHER_NOTE = 3;
export const COUNT = 4;
const HEAD = 5;
export const NO_NOTE = 0xffff_ffff;

const FREE = -1;
const FIRST_SLOTS = 256;

export class WordTable {
  count = 0;
  /** The records. Another array once a word has been added. */
  notes = new Uint32Array(FIRST_SLOTS * HEAD);
  /** The same memory. */
  private units = new Uint16Array(this.notes.buffer);
  private end = 0;
  private wanted = new Uint16Array(64);
  /** By hash: a word's record and, beside it in memory, its hash. At most half of the slots are taken. */
  private slots = new Int32Array(2 * FIRST_SLOTS).fill(FREE);

  /** Where the record of the word at that place of a text is, or -1. `hash` is what `hashWord` says of it. */
  find(text: Uint16Array, from: number, to: number, hash: number): number {
    const { slots, notes, units } = this;
    const mask = slots.length - 2;
    const length = to - from;
    for (let slot = spread(hash) & mask; ; slot = (slot + 2) & mask) {
      const record = slots[slot] as number;
      if (record === FREE) return FREE;
      if (slots[slot + 1] !== hash || notes[record + LENGTH] !== length) continue;
      const start = 2 * (record + HEAD);
      let same = 0;
      while (same < length && units[start + same] === text[from + same]) same += 1;
      if (same === length) return record;
    }
  }

  /**
   * Of so many hashes, the records that their words most likely have, or -1. The reads do not wait for each other, so that looking the
   * words up afterwards hardly waits for memory at all.
   */
  guess(hashes: Int32Array, count: number, records: Int32Array): void {
    const { slots } = this;
    const mask = slots.length - 2;
    for (let at = 0; at < count; at += 1) records[at] = slots[spread(hashes[at] as number) & mask] as number;
  }

  /** Adds a word that is not there yet and returns its record. */
  add(text: Uint16Array, from: number, to: number, hash: number): number {
    const record = this.end;
    const length = to - from;
    const end = record + HEAD + ((length + 1) >>> 1);
    if (end > this.notes.length) this.reserve(end);
    const { notes, units } = this;
    notes[record + NUMBER] = this.count;
    notes[record + LENGTH] = length;
    notes[record + NOTE] = NO_NOTE;
    notes[record + OTHER_NOTE] = NO_NOTE;
    const start = 2 * (record + HEAD);
    for (let at = 0; at < length; at += 1) units[start + at] = text[from + at] as number;
    this.end = end;
    this.count += 1;
    if (4 * this.count > this.slots.length) this.growSlots();
    place(this.slots, record, hash);
    return record;
  }

  /** The record of a word that stands in no text at hand; it is added if it is not there. */
  recordOf(word: string): number {
    const { length } = word;
    if (length > this.wanted.length) this.wanted = new Uint16Array(2 * length);
    const { wanted } = this;
    let hash = HASH_START;
    for (let at = 0; at < length; at += 1) {
      const unit = word.charCodeAt(at);
      wanted[at] = unit;
      hash = Math.imul(hash ^ unit, HASH_FACTOR);
    }
    const known = this.find(wanted, 0, length, hash);
    return known === FREE ? this.add(wanted, 0, length, hash) : known;
  }

  /** The word of a record. */
  textOf(record: number): string {
    const start = 2 * (record + HEAD);
    return wordAt(this.units, start, start + (this.notes[record + LENGTH] as number));
  }

  /** Every record, in the order of numbers. */
  forEach(visit: (record: number, number: number) => void): void {
    for (let number = 0, record = 0; number < this.count; number += 1) {
      const units = this.notes[record + LENGTH] as number;
      visit(record, number);
      record += HEAD + ((units + 1) >>> 1);
    }
  }

  /** The words in order, and at which place among them each number is. */
  sort(): { readonly packed: PackedStrings; readonly rank: Uint32Array } {
    const { notes, units, count } = this;
    const records = new Uint32Array(count);
    const packer = new TextPacker(count, 2 * this.end);
    const start = new Uint32Array(count + 1);
    this.forEach((record, number) => {
      records[number] = record;
      const first = 2 * (record + HEAD);
      packer.addUnits(units, first, first + (notes[record + LENGTH] as number));
    });
    const order = orderTexts(packer.view());
    const rank = new Uint32Array(count);
    for (let place = 0; place < count; place += 1) {
      const number = order[place] as number;
      rank[number] = place;
      start[place + 1] = (start[place] as number) + (notes[(records[number] as number) + LENGTH] as number);
    }
    const pool = new Uint16Array(start[count] as number);
    for (let place = 0; place < count; place += 1) {
      const from = 2 * ((records[order[place] as number] as number) + HEAD);
      const to = start[place] as number;
      const length = (start[place + 1] as number) - to;
      for (let unit = 0; unit < length; unit += 1) pool[to + unit] = units[from + unit] as number;
    }
    return { packed: { pool, start }, rank };
  }

  private growSlots(): void {
    const { slots } = this;
    this.slots = new Int32Array(slots.length * 2).fill(FREE);
    for (let slot = 0; slot < slots.length; slot += 2) {
      if (slots[slot] !== FREE) place(this.slots, slots[slot] as number, slots[slot + 1] as number);
    }
  }

  private reserve(wanted: number): void {
    const larger = new Uint32Array(Math.max(wanted, this.notes.length * 2));
    larger.set(this.notes);
    this.notes = larger;
    this.units = new Uint16Array(larger.buffer);
  }
}

const place = (slots: Int32Array, record: number, hash: number): void => {
  const mask = slots.length - 2;
  let slot = spread(hash) & mask;
  while (slots[slot] !== FREE) slot = (slot + 2) & mask;
  slots[slot] = record;
  slots[slot + 1] = hash;
};

/** Slots go by the low bits; in the hash these know only of the low bits of the letters. */
const spread = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  return mixed ^ (mixed >>> 13);
};
