// Scratch bitsets and lists for one query over one segment, reused by the next: a query never yields midway. Call
// `releaseScratch` before each segment; nothing borrowed earlier may be used afterwards.

import { onAbort } from '../budget/work-budget.ts';
import { ArrayPool } from './array-pool.ts';
import { type Bits, wordsFor } from './bitset.ts';

const sets = new ArrayPool((length) => new Uint32Array(length));
const lists = new ArrayPool((length) => new Uint32Array(length));

/** A bitset for this many items; its contents are undefined. */
export const scratchBits = (items: number): Bits => sets.take(wordsFor(items));

/** An empty bitset for this many items. */
export const emptyScratchBits = (items: number): Bits => scratchBits(items).fill(0);

/** A list of this length; its contents are undefined. */
export const scratchList = (length: number): Uint32Array => lists.take(length);

/** Runs a step and releases all that it borrowed. */
export const withScope = (step: () => void): void => withScopedBits(() => withScopedList(step));

/** Runs a step and releases the bitsets it borrowed. */
export const withScopedBits = <T>(step: () => T): T => {
  const { inUse } = sets;
  const result = step();
  sets.releaseTo(inUse);
  return result;
};

/** The same for lists. */
export const withScopedList = (step: () => void): void => {
  const { inUse } = lists;
  step();
  lists.releaseTo(inUse);
};

export const releaseScratch = (): void => {
  sets.release();
  lists.release();
};

onAbort(releaseScratch);
