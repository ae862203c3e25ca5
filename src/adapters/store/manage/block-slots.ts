// A set of slots of one block: as bits, and as the short text that is stored.

/** How many objects a block of a list index holds at most. */
export const BLOCK_SLOTS = 256;

const WORDS = BLOCK_SLOTS / 32;

export type BlockSlots = Uint32Array;

export const noSlots = (): BlockSlots => new Uint32Array(WORDS);

export const slotsOf = (slots: Iterable<number>): BlockSlots => {
  const set = noSlots();
  for (const slot of slots) addSlot(set, slot);
  return set;
};

export const addSlot = (set: BlockSlots, slot: number): void => {
  set[slot >>> 5] = (set[slot >>> 5] ?? 0) | (1 << (slot & 31));
};

export const removeSlot = (set: BlockSlots, slot: number): void => {
  set[slot >>> 5] = (set[slot >>> 5] ?? 0) & ~(1 << (slot & 31));
};

export const hasSlot = (set: BlockSlots, slot: number): boolean =>
  (((set[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;

/** Undefined when all are taken. */
export const findFreeSlot = (set: BlockSlots): number | undefined => {
  for (const [word, bits] of set.entries()) {
    if (bits !== 0xff_ff_ff_ff) return word * 32 + (31 - Math.clz32(~bits & -~bits));
  }
  return undefined;
};

export const countSlots = (set: BlockSlots): number => {
  let count = 0;
  for (const word of set) {
    let bits = word - ((word >>> 1) & 0x55_55_55_55);
    bits = (bits & 0x33_33_33_33) + ((bits >>> 2) & 0x33_33_33_33);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
  }
  return count;
};

/** Keeps of the first what is in the second. */
export const keepSlots = (set: BlockSlots, other: BlockSlots): void => {
  for (let word = 0; word < WORDS; word += 1) set[word] = (set[word] ?? 0) & (other[word] ?? 0);
};

export const dropSlots = (set: BlockSlots, other: BlockSlots): void => {
  for (let word = 0; word < WORDS; word += 1) set[word] = (set[word] ?? 0) & ~(other[word] ?? 0);
};

export const listSlots = (set: BlockSlots): number[] => {
  const slots: number[] = [];
  for (let slot = 0; slot < BLOCK_SLOTS; slot += 1) if (hasSlot(set, slot)) slots.push(slot);
  return slots;
};

/** Eight hexadecimal digits a word; words at the end that are zero are left out. */
export const encodeSlots = (set: BlockSlots): string => {
  let words = WORDS;
  while (words > 0 && set[words - 1] === 0) words -= 1;
  let text = '';
  for (let word = 0; word < words; word += 1) text += (set[word] ?? 0).toString(16).padStart(8, '0');
  return text;
};

export const decodeSlots = (text: string): BlockSlots => {
  const set = noSlots();
  for (let word = 0; word * 8 < text.length; word += 1) {
    set[word] = Number.parseInt(text.slice(word * 8, word * 8 + 8), 16);
  }
  return set;
};
