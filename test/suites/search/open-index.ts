// How a search suite opens its index, whatever the adapter.

import type { SearchIndex } from '../../../src/domain/ports.ts';
import type { MemorySource } from './memory-source.ts';

export interface OpenedIndex {
  readonly index: SearchIndex;
  readonly close: () => Promise<void>;
}

/** Opens an index over the current and future contents of the source. */
export type OpenIndex = (source: MemorySource) => Promise<OpenedIndex>;

export interface SuiteOptions {
  /** Random catalogs per property; fewer for an engine that is slow to open. */
  readonly runs: number;
}
