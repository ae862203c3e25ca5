// A set of records as a bitset of their slots. A slot is a small number that is unique within a model.

const WORD_BITS = 32;

export class SlotSet {
  #words: Uint32Array;

  constructor(words: Uint32Array = new Uint32Array(64)) {
    this.#words = words;
  }

  add(slot: number): void {
    const word = slot >>> 5;
    if (word >= this.#words.length) this.#grow(word + 1);
    this.#words[word] = (this.#words[word] as number) | (1 << (slot & 31));
  }

  /** The slots of the array from one index up to another. */
  addAll(slots: Uint32Array, from = 0, to = slots.length): void {
    let words = this.#words;
    for (let at = from; at < to; at += 1) {
      const slot = slots[at] as number;
      const word = slot >>> 5;
      if (word >= words.length) {
        this.#grow(word + 1);
        words = this.#words;
      }
      words[word] = (words[word] as number) | (1 << (slot & 31));
    }
  }

  /** The same without those of another set. */
  addAllBut(other: SlotSet, slots: Uint32Array, from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const slot = slots[at] as number;
      if (!other.has(slot)) this.add(slot);
    }
  }

  addSet(other: SlotSet): void {
    if (other.#words.length > this.#words.length) this.#grow(other.#words.length);
    for (let at = 0; at < other.#words.length; at += 1) {
      this.#words[at] = (this.#words[at] as number) | (other.#words[at] as number);
    }
  }

  has(slot: number): boolean {
    return (((this.#words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  }

  /** How many of the slots of the array, from one index up to another, are in the set. */
  countOf(slots: Uint32Array, from: number, to: number): number {
    const words = this.#words;
    let count = 0;
    for (let at = from; at < to; at += 1) {
      const slot = slots[at] as number;
      const word = slot >>> 5;
      if (word < words.length) count += ((words[word] as number) >>> (slot & 31)) & 1;
    }
    return count;
  }

  get size(): number {
    let size = 0;
    for (let at = 0; at < this.#words.length; at += 1) size += bitsOf(this.#words[at] as number);
    return size;
  }

  get byteLength(): number {
    return this.#words.byteLength;
  }

  get isEmpty(): boolean {
    for (let at = 0; at < this.#words.length; at += 1) if (this.#words[at] !== 0) return false;
    return true;
  }

  /** Whether both have a slot in common. */
  meets(other: SlotSet): boolean {
    const length = Math.min(this.#words.length, other.#words.length);
    for (let at = 0; at < length; at += 1) {
      if (((this.#words[at] as number) & (other.#words[at] as number)) !== 0) return true;
    }
    return false;
  }

  *[Symbol.iterator](): Iterator<number> {
    for (let index = 0; index < this.#words.length; index += 1) {
      for (let left = this.#words[index] as number; left !== 0; left &= left - 1) {
        yield index * WORD_BITS + (31 - Math.clz32(left & -left));
      }
    }
  }

  union(other: SlotSet): SlotSet {
    const [long, short] =
      this.#words.length < other.#words.length ? [other.#words, this.#words] : [this.#words, other.#words];
    const words = long.slice();
    for (let at = 0; at < short.length; at += 1) words[at] = (words[at] as number) | (short[at] as number);
    return new SlotSet(words);
  }

  intersect(other: SlotSet): SlotSet {
    const words = this.#words.slice(0, other.#words.length);
    for (let at = 0; at < words.length; at += 1) {
      words[at] = (words[at] as number) & (other.#words[at] as number);
    }
    return new SlotSet(words);
  }

  without(other: SlotSet): SlotSet {
    const words = this.#words.slice();
    const length = Math.min(words.length, other.#words.length);
    for (let at = 0; at < length; at += 1) {
      words[at] = (words[at] as number) & ~(other.#words[at] as number);
    }
    return new SlotSet(words);
  }

  #grow(length: number): void {
    const words = new Uint32Array(Math.max(length, this.#words.length * 2));
    words.set(this.#words);
    this.#words = words;
  }
}

const bitsOf = (word: number): number => {
  let left = word - ((word >>> 1) & 0x5555_5555);
  left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};
