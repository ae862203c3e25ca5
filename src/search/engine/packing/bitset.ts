// Bitsets of item ordinals, 32 to a word, and the loops over whole sets. Bits beyond the number of items are always
// zero; `lastWordMask` clears them after a negation. Loops read the length once: code that is not fully optimized yet would call a
// function for it each time.

export type Bits = Uint32Array;

export const wordsFor = (items: number): number => (items + 31) >>> 5;

export const setBit = (bits: Bits, item: number): void => {
  bits[item >>> 5] = (bits[item >>> 5] as number) | (1 << (item & 31));
};

export const clearBit = (bits: Bits, item: number): void => {
  bits[item >>> 5] = (bits[item >>> 5] as number) & ~(1 << (item & 31));
};

export const hasBit = (bits: Bits, item: number): boolean =>
  (((bits[item >>> 5] as number) >>> (item & 31)) & 1) === 1;

export const hasAny = (bits: Bits): boolean => {
  for (const word of bits) if (word !== 0) return true;
  return false;
};

export const popcount = (word: number): number => {
  let v = word - ((word >>> 1) & 0x5555_5555);
  v = (v & 0x3333_3333) + ((v >>> 2) & 0x3333_3333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};

export const countBits = (bits: Bits): number => {
  const { length } = bits;
  let count = 0;
  for (let word = 0; word < length; word += 1) count += popcount(bits[word] as number);
  return count;
};

/** Whether there are that many items. */
export const hasAtLeast = (bits: Bits, wanted: number): boolean => {
  let count = 0;
  const { length } = bits;
  for (let word = 0; word < length && count < wanted; word += 1) count += popcount(bits[word] as number);
  return count >= wanted;
};

/** How many items are in all of the sets (at least one). Up to four sets take one pass without an inner loop. */
export const countIntersection = (sets: readonly Bits[]): number => {
  const [a, b, c, d] = sets as [Bits, Bits, Bits, Bits];
  if (sets.length === 1) return countBits(a);
  if (sets.length === 2) return countBoth(a, b);
  if (sets.length > 4) {
    const [first, ...rest] = sets as [Bits, ...Bits[]];
    const common = first.slice();
    for (const set of rest) intersectWith(common, set);
    return countBits(common);
  }
  const words = a.length;
  let count = 0;
  if (sets.length === 3) {
    for (let word = 0; word < words; word += 1) {
      const common = (a[word] as number) & (b[word] as number) & (c[word] as number);
      if (common !== 0) count += popcount(common);
    }
    return count;
  }
  for (let word = 0; word < words; word += 1) {
    const common = (a[word] as number) & (b[word] as number) & (c[word] as number) & (d[word] as number);
    if (common !== 0) count += popcount(common);
  }
  return count;
};

const countBoth = (a: Bits, b: Bits): number => {
  const { length } = a;
  let count = 0;
  for (let word = 0; word < length; word += 1) {
    const common = (a[word] as number) & (b[word] as number);
    if (common !== 0) count += popcount(common);
  }
  return count;
};

export const unionWith = (bits: Bits, more: Bits): void => {
  const { length } = bits;
  for (let word = 0; word < length; word += 1) bits[word] = (bits[word] as number) | (more[word] as number);
};

/** Adds what is in both of the others. */
export const addIntersection = (bits: Bits, one: Bits, other: Bits): void => {
  const { length } = bits;
  for (let word = 0; word < length; word += 1)
    bits[word] = (bits[word] as number) | ((one[word] as number) & (other[word] as number));
};

/** Sets `bits` to the union of the sets (at least one), in as few passes as possible. */
export const writeUnion = (bits: Bits, sets: readonly Bits[]): void => {
  const { length } = bits;
  const [a, b, c] = sets as [Bits, Bits, Bits];
  if (sets.length === 1) {
    bits.set(a);
  } else if (sets.length === 2) {
    for (let word = 0; word < length; word += 1) bits[word] = (a[word] as number) | (b[word] as number);
  } else {
    for (let word = 0; word < length; word += 1)
      bits[word] = (a[word] as number) | (b[word] as number) | (c[word] as number);
    for (const more of sets.slice(3)) unionWith(bits, more);
  }
};

export const intersectWith = (bits: Bits, other: Bits): void => {
  const { length } = bits;
  for (let word = 0; word < length; word += 1) bits[word] = (bits[word] as number) & (other[word] as number);
};

export const subtractFrom = (bits: Bits, other: Bits): void => {
  const { length } = bits;
  for (let word = 0; word < length; word += 1) bits[word] = (bits[word] as number) & ~(other[word] as number);
};

const lastWordMask = (items: number): number => ((items & 31) === 0 ? 0xffff_ffff : (1 << (items & 31)) - 1);

/** Complements the set, among the given number of items. */
export const negate = (bits: Bits, items: number): void => {
  const { length } = bits;
  for (let word = 0; word < length; word += 1) bits[word] = ~(bits[word] as number);
  if (bits.length > 0) bits[bits.length - 1] = (bits[bits.length - 1] as number) & lastWordMask(items);
};

/** Adds `items[from]` up to `items[to]`. */
export const setBits = (bits: Bits, items: Uint32Array, from: number, to: number): void => {
  for (let at = from; at < to; at += 1) {
    const item = items[at] as number;
    bits[item >>> 5] = (bits[item >>> 5] as number) | (1 << (item & 31));
  }
};

/** The same; returns how many were not in the set before. */
export const setNewBits = (bits: Bits, items: Uint32Array, from: number, to: number): number => {
  let added = 0;
  for (let at = from; at < to; at += 1) {
    const item = items[at] as number;
    const word = bits[item >>> 5] as number;
    added += 1 - ((word >>> (item & 31)) & 1);
    bits[item >>> 5] = word | (1 << (item & 31));
  }
  return added;
};

/** Writes the items in ascending order to `into` from `at` on; returns the end. */
export const listItems = (bits: Bits, into: Uint32Array, at: number): number => {
  const { length } = bits;
  let end = at;
  for (let word = 0; word < length; word += 1) {
    let rest = bits[word] as number;
    while (rest !== 0) {
      const lowest = rest & -rest;
      into[end] = (word << 5) + (31 - Math.clz32(lowest));
      end += 1;
      rest ^= lowest;
    }
  }
  return end;
};
