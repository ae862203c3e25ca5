// Numbers the distinct words of many texts. A word is looked up where it stands in its text: no string is made of a word
// that is known already, and that is nearly every one. Nothing here outlives the build.

import { hashWord } from '../analysis/tokenize.ts';

const FREE = -1;
const FIRST_SLOTS = 256;

export class WordTable {
  /** By number. */
  readonly words: string[] = [];
  private starts = new Uint32Array(FIRST_SLOTS / 2 + 1);
  private units = new Uint16Array(FIRST_SLOTS * 4);
  private wanted = new Uint16Array(64);
  /** By hash: a word's number and, beside it in memory, its hash. At most half of the slots are taken. */
  private slots = new Int32Array(2 * FIRST_SLOTS).fill(FREE);

  /** The number of the word at that place of a text, or -1. `hash` is what `hashWord` says of it. */
  find(text: Uint16Array, from: number, to: number, hash: number): number {
    const { slots, starts, units } = this;
    const mask = slots.length - 2;
    const length = to - from;
    for (let slot = spread(hash) & mask; ; slot = (slot + 2) & mask) {
      const word = slots[slot] as number;
      if (word === FREE) return FREE;
      if (slots[slot + 1] !== hash) continue;
      const start = starts[word] as number;
      if ((starts[word + 1] as number) - start !== length) continue;
      let same = 0;
      while (same < length && units[start + same] === text[from + same]) same += 1;
      if (same === length) return word;
    }
  }

  findWord(word: string): number {
    if (word.length > this.wanted.length) this.wanted = new Uint16Array(2 * word.length);
    for (let at = 0; at < word.length; at += 1) this.wanted[at] = word.charCodeAt(at);
    return this.find(this.wanted, 0, word.length, hashWord(word));
  }

  /** Adds a word that is not there yet and returns its number. */
  add(word: string): number {
    const number = this.words.push(word) - 1;
    if (4 * this.words.length > this.slots.length) this.grow();
    const start = this.starts[number] as number;
    this.reserveUnits(start + word.length);
    for (let at = 0; at < word.length; at += 1) this.units[start + at] = word.charCodeAt(at);
    this.starts[number + 1] = start + word.length;
    place(this.slots, number, hashWord(word));
    return number;
  }

  private grow(): void {
    const { starts, slots } = this;
    this.starts = new Uint32Array(starts.length * 2);
    this.starts.set(starts);
    this.slots = new Int32Array(slots.length * 2).fill(FREE);
    for (let slot = 0; slot < slots.length; slot += 2) {
      if (slots[slot] !== FREE) place(this.slots, slots[slot] as number, slots[slot + 1] as number);
    }
  }

  private reserveUnits(wanted: number): void {
    if (wanted <= this.units.length) return;
    const larger = new Uint16Array(Math.max(wanted, this.units.length * 2));
    larger.set(this.units);
    this.units = larger;
  }
}

const place = (slots: Int32Array, number: number, hash: number): void => {
  const mask = slots.length - 2;
  let slot = spread(hash) & mask;
  while (slots[slot] !== FREE) slot = (slot + 2) & mask;
  slots[slot] = number;
  slots[slot + 1] = hash;
};

/** The high bits of the hash are the better ones; slots go by the low ones. */
const spread = (hash: number): number => hash ^ (hash >>> 15);
