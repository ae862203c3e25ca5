// One number by which the process can be watched. Never of a tenant, an id or a text.

export interface Metric {
  /** Without its prefix, e.g. `search_index_bytes`. */
  readonly name: string;
  /** A `counter` only grows, a `gauge` goes up and down. */
  readonly kind: 'counter' | 'gauge';
  readonly help: string;
  readonly value: number;
}
