// The ports through which other rooms report metrics. No metric identifies a tenant, an id or a text: every label value is
// fixed in the code.

export interface Metric {
  /** Without its prefix, for example `search_index_bytes`. */
  readonly name: string;
  /** A `counter` only grows, a `gauge` goes up and down. */
  readonly kind: 'counter' | 'gauge';
  readonly help: string;
  readonly value: number;
}

/** What a request waited for: a search thread, the write lock of the store, a bulk thread. */
export type Queue = 'search' | 'write' | 'bulk';

/**
 * Why a valid request was refused. `work`: it would cause more work than one request may. `deadline`: it was not finished in
 * time. `busy`: no capacity became free. `rate_limit`: the caller sends too many requests.
 */
export type Refusal = 'work' | 'deadline' | 'busy' | 'rate_limit';

export interface RequestMetrics {
  /** A response was sent. `operation`: its name, or that of another route. `bytes`: size of the body. */
  responded(operation: string, status: number, tookMs: number, bytes: number, fromCache: boolean): void;
  waited(queue: Queue, tookMs: number): void;
  refused(reason: Refusal): void;
}

export interface StoreMetrics {
  /** How long a write waited for the write lock. */
  waitedToWrite(tookMs: number): void;
  /** How long a flush of the journal took, or that it failed. */
  flushed(tookMs: number, isDone: boolean): void;
}
