// Reads that take long leave the main thread: they begin there like all others, and once they have computed for some
// milliseconds they begin anew in a thread of their own. What they compute then, and the garbage of it, delays nobody.

import type { PlainCaller } from '../access/caller.ts';
import type { LargeJson } from '../text/large-json.ts';
import type { Meter } from './request-budget.ts';

/** A read as data. */
export interface ReadRequest {
  /** The name of the operation. */
  readonly operation: string;
  readonly caller: PlainCaller;
  /** Validated. */
  readonly input: { readonly query: Readonly<Record<string, unknown>> };
}

/** Thrown by a pause on the main thread: the read has to begin anew in the other one. */
export class LeftMainThread extends Error {
  constructor() {
    super('the read has to begin anew in another thread');
  }
}

export interface LongReads {
  /** For the main thread: a pause throws `LeftMainThread` once the read has taken long and may leave. */
  readonly meter: Meter;
  /**
   * Whether it need not begin on the main thread: reads of this workspace with the same query parameters took long lately, or its tenant has
   * used up its share of that thread. `canWait`: no shopper waits for it, so it also belongs there while other tenants are busy. Call it for
   * each read.
   */
  belongsAside(request: ReadRequest, canWait: boolean): boolean;
  noteLong(request: ReadRequest): void;
  /** Resolves to the result as JSON: short in a string (`json-bytes.ts`). Rejects with the failure of the read, or `serviceBusy`. */
  run(request: ReadRequest): Promise<string | LargeJson>;
}
