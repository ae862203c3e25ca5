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

  addAll(slots: Uint32Array): void {
    let words = this.#words;
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] as number;
      const word = slot >>> 5;
      if (word >= words.length) {
        this.#grow(word + 1);
        words = this.#words;
      }
      words[word] = (words[word] as number) | (1 << (slot & 31));
    }
  }

  has(slot: number): boolean {
    return (((this.#words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  }

  get size(): number {
    let size = 0;
    for (const word of this.#words) size += bitsOf(word);
    return size;
  }

  get isEmpty(): boolean {
    return this.#words.every((word) => word === 0);
  }

  *[Symbol.iterator](): Iterator<number> {
    for (const [index, word] of this.#words.entries()) {
      for (let left = word; left !== 0; left &= left - 1) {
        yield index * WORD_BITS + (31 - Math.clz32(left & -left));
      }
    }
  }

  union(other: SlotSet): SlotSet {
    return this.#combine(other, (own, theirs) => own | theirs);
  }

  intersect(other: SlotSet): SlotSet {
    return this.#combine(other, (own, theirs) => own & theirs);
  }

  without(other: SlotSet): SlotSet {
    return this.#combine(other, (own, theirs) => own & ~theirs);
  }

  #combine(other: SlotSet, combine: (own: number, theirs: number) => number): SlotSet {
    const length = Math.max(this.#words.length, other.#words.length);
    const words = new Uint32Array(length);
    for (let at = 0; at < length; at += 1) {
      words[at] = combine(this.#words[at] ?? 0, other.#words[at] ?? 0);
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
