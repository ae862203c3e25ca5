// Scratch bitsets and lists for one query over one segment, reused by the next: a query never yields midway. Call
// `releaseScratch` before each segment; nothing borrowed earlier may be used afterwards.

import { onAbort } from '../budget/work-budget.ts';
import { type Bits, wordsFor } from './bitset.ts';

/** Arrays kept between queries; the garbage collector gets the rest. */
const KEPT_MAX = 8;

class Pool {
  private arrays: Uint32Array[] = [];
  /** What was borrowed of each array last: sets of one segment have one length, and a new view costs more than a short loop. */
  private views: Uint32Array[] = [];
  private used = 0;

  take(length: number): Uint32Array {
    const place = this.used;
    this.used += 1;
    const last = this.views[place];
    if (last?.length === length) return last;
    let array = this.arrays[place];
    if (array === undefined || array.length < length) {
      array = new Uint32Array(Math.max(length, 64));
      this.arrays[place] = array;
    }
    const view = array.length === length ? array : array.subarray(0, length);
    this.views[place] = view;
    return view;
  }

  get inUse(): number {
    return this.used;
  }

  releaseTo(inUse: number): void {
    this.used = inUse;
  }

  release(): void {
    if (this.arrays.length > KEPT_MAX) {
      this.arrays.length = KEPT_MAX;
      this.views.length = KEPT_MAX;
    }
    this.used = 0;
  }
}

const sets = new Pool();
const lists = new Pool();

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
