// A hash table of the distinct words of many texts, each with a number and a record. Words are looked up as slices of
// their text, without creating strings, and each record is contiguous in memory. Lives only while an index is built.

import { addUnit, HASH_START } from '../../../domain/text/hash-text.ts';
import { type Dictionary, indexStrings } from '../packing/dictionary.ts';
import { TextPacker } from '../packing/packed-texts.ts';
import { orderTexts } from '../packing/text-order.ts';
import { wordAt } from './pending-words.ts';

/** Offsets within a record, before the units of its word. */
export const NUMBER = 0;
const LENGTH = 1;
/** Free for the owner of the table: two fields that start UNSET, and a counter that starts at 0. */
export const FIELD_A = 2;
export const FIELD_B = 3;
export const COUNT = 4;
const HEAD = 5;
export const UNSET = 0xffff_ffff;

const FREE = -1;
const FIRST_SLOTS = 256;

export class WordTable {
  count = 0;
  /** The records. Replaced when the table grows. */
  data = new Uint32Array(FIRST_SLOTS * HEAD);
  /** The same memory. */
  private units = new Uint16Array(this.data.buffer);
  private end = 0;
  private wanted = new Uint16Array(64);
  /** Open addressing: a word's record next to its hash. At most half of the slots are used. */
  private slots = new Int32Array(2 * FIRST_SLOTS).fill(FREE);

  /** The record of the word in that slice of a text, or -1. `hash` is its `hashText`. */
  find(text: Uint16Array, from: number, to: number, hash: number): number {
    const { slots, data, units } = this;
    const mask = slots.length - 2;
    const length = to - from;
    for (let slot = spread(hash) & mask; ; slot = (slot + 2) & mask) {
      const record = slots[slot] as number;
      if (record === FREE) return FREE;
      if (slots[slot + 1] !== hash || data[record + LENGTH] !== length) continue;
      const start = 2 * (record + HEAD);
      let same = 0;
      while (same < length && units[start + same] === text[from + same]) same += 1;
      if (same === length) return record;
    }
  }

  /**
   * The most likely records of these hashes, or -1. The reads are independent, so the lookups that follow hardly wait
   * for memory.
   */
  prefetch(hashes: Int32Array, count: number, records: Int32Array): void {
    const { slots } = this;
    const mask = slots.length - 2;
    for (let at = 0; at < count; at += 1) records[at] = slots[spread(hashes[at] as number) & mask] as number;
  }

  /** Adds a new word and returns its record. */
  add(text: Uint16Array, from: number, to: number, hash: number): number {
    const record = this.end;
    const length = to - from;
    const end = record + HEAD + ((length + 1) >>> 1);
    if (end > this.data.length) this.reserve(end);
    const { data, units } = this;
    data[record + NUMBER] = this.count;
    data[record + LENGTH] = length;
    data[record + FIELD_A] = UNSET;
    data[record + FIELD_B] = UNSET;
    const start = 2 * (record + HEAD);
    for (let at = 0; at < length; at += 1) units[start + at] = text[from + at] as number;
    this.end = end;
    this.count += 1;
    if (4 * this.count > this.slots.length) this.growSlots();
    place(this.slots, record, hash);
    return record;
  }

  /** The record of a word given as a string; added if it is new. */
  recordOf(word: string): number {
    const { length } = word;
    if (length > this.wanted.length) this.wanted = new Uint16Array(2 * length);
    const { wanted } = this;
    let hash = HASH_START;
    for (let at = 0; at < length; at += 1) {
      const unit = word.charCodeAt(at);
      wanted[at] = unit;
      hash = addUnit(hash, unit);
    }
    const known = this.find(wanted, 0, length, hash);
    return known === FREE ? this.add(wanted, 0, length, hash) : known;
  }

  textOf(record: number): string {
    const start = 2 * (record + HEAD);
    return wordAt(this.units, start, start + (this.data[record + LENGTH] as number));
  }

  /** Visits every record by number. */
  forEach(visit: (record: number, number: number) => void): void {
    for (let number = 0, record = 0; number < this.count; number += 1) {
      const units = this.data[record + LENGTH] as number;
      visit(record, number);
      record += HEAD + ((units + 1) >>> 1);
    }
  }

  /** The sorted words, and the rank of each number. */
  sort(): { readonly packed: Dictionary; readonly rank: Uint32Array } {
    const { data, units, count } = this;
    const records = new Uint32Array(count);
    const packer = new TextPacker(count, 2 * this.end);
    const start = new Uint32Array(count + 1);
    this.forEach((record, number) => {
      records[number] = record;
      const first = 2 * (record + HEAD);
      packer.addUnits(units, first, first + (data[record + LENGTH] as number));
    });
    const order = orderTexts(packer.view());
    const rank = new Uint32Array(count);
    for (let place = 0; place < count; place += 1) {
      const number = order[place] as number;
      rank[number] = place;
      start[place + 1] = (start[place] as number) + (data[(records[number] as number) + LENGTH] as number);
    }
    const pool = new Uint16Array(start[count] as number);
    for (let place = 0; place < count; place += 1) {
      const from = 2 * ((records[order[place] as number] as number) + HEAD);
      const to = start[place] as number;
      const length = (start[place + 1] as number) - to;
      for (let unit = 0; unit < length; unit += 1) pool[to + unit] = units[from + unit] as number;
    }
    return { packed: indexStrings({ pool, start }), rank };
  }

  private growSlots(): void {
    const { slots } = this;
    this.slots = new Int32Array(slots.length * 2).fill(FREE);
    for (let slot = 0; slot < slots.length; slot += 2) {
      if (slots[slot] !== FREE) place(this.slots, slots[slot] as number, slots[slot + 1] as number);
    }
  }

  private reserve(wanted: number): void {
    const larger = new Uint32Array(Math.max(wanted, this.data.length * 2));
    larger.set(this.data);
    this.data = larger;
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

/** Slots use the low bits, and the low bits of the hash depend only on the low bits of the letters. */
const spread = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  return mixed ^ (mixed >>> 13);
};
