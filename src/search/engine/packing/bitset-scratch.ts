// Sets and lists that live as long as one query over one segment, kept for the next one: a query never yields midway.
// Whoever starts on a segment calls `releaseScratch` first; nothing taken before may be used after.

import { whenAbandoned } from '../budget/work-budget.ts';
import { type Bits, wordsFor } from './bitset.ts';

/** Sets and lists kept between queries; a query that needs more leaves the rest to the garbage collector. */
const KEPT_MAX = 8;

class Pool {
  private arrays: Uint32Array[] = [];
  private taken = 0;

  take(length: number): Uint32Array {
    let array = this.arrays[this.taken];
    if (array === undefined || array.length < length) {
      array = new Uint32Array(Math.max(length, 64));
      this.arrays[this.taken] = array;
    }
    this.taken += 1;
    return array.length === length ? array : array.subarray(0, length);
  }

  get mark(): number {
    return this.taken;
  }

  releaseTo(mark: number): void {
    this.taken = mark;
  }

  release(): void {
    if (this.arrays.length > KEPT_MAX) this.arrays.length = KEPT_MAX;
    this.taken = 0;
  }
}

const sets = new Pool();
const lists = new Pool();

/** A set over that many items, in an unknown state. */
export const takeBits = (items: number): Bits => sets.take(wordsFor(items));

/** An empty set over that many items. */
export const takeEmptyBits = (items: number): Bits => takeBits(items).fill(0);

/** A list with room for that many entries, in an unknown state. */
export const takeList = (length: number): Uint32Array => lists.take(length);

/** Runs a step and gives back the sets it took, all but what the step wrote elsewhere. */
export const withOwnBits = (step: () => void): void => {
  const { mark } = sets;
  step();
  sets.releaseTo(mark);
};

/** The same for the lists that a step took. */
export const withOwnList = (step: () => void): void => {
  const { mark } = lists;
  step();
  lists.releaseTo(mark);
};

export const releaseScratch = (): void => {
  sets.release();
  lists.release();
};

whenAbandoned(releaseScratch);
