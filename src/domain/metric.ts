// Numbers by which the process can be watched, and how the rooms that have something to tell say so. Never of a tenant, an
// id or a text: every label is a word of ours.

export interface Metric {
  /** Without its prefix, e.g. `search_index_bytes`. */
  readonly name: string;
  /** A `counter` only grows, a `gauge` goes up and down. */
  readonly kind: 'counter' | 'gauge';
  readonly help: string;
  readonly value: number;
}

/** What is waited for: a search, the one writer of the store, a thread for a bulk request. */
export type Queue = 'search' | 'write' | 'bulk';

/**
 * Why a request was refused that asked for nothing wrong. `work`: it asked for more than one request may. `deadline`: it was not
 * done in time. `busy`: its turn did not come. `rate_limit`: its sender asks too often.
 */
export type Refusal = 'work' | 'deadline' | 'busy' | 'rate_limit';

export interface RequestMetrics {
  /** One more answer is out. `operation`: its name, or that of another route; `bytes`: of the body. */
  answered(operation: string, status: number, tookMs: number, bytes: number, fromCache: boolean): void;
  waited(queue: Queue, tookMs: number): void;
  refused(reason: Refusal): void;
}

export interface StoreMetrics {
  /** Each time something is to be written: how long it took until it could be. */
  waitedToWrite(tookMs: number): void;
  /** Each time the journal was to be brought onto the disk. */
  flushed(tookMs: number, isDone: boolean): void;
}
