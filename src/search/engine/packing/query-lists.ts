// Lists of one query over all of its segments, reused by the next: a query never yields midway. Call `releaseQueryLists` when a query
// starts to use them; nothing borrowed earlier may be used afterwards.

import { onAbort } from '../budget/work-budget.ts';
import { ArrayPool } from './array-pool.ts';

const numbers = new ArrayPool((length) => new Float64Array(length));
const counts = new ArrayPool((length) => new Uint32Array(length));

/** A list of this length; its contents are undefined. */
export const queryNumbers = (length: number): Float64Array => numbers.take(length);
export const queryCounts = (length: number): Uint32Array => counts.take(length);

export const releaseQueryLists = (): void => {
  numbers.release();
  counts.release();
};

onAbort(releaseQueryLists);
