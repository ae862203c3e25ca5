// How a suite of search tests gets its index, whichever adapter it runs over.

import type { SearchIndex } from '../../../src/domain/ports.ts';
import type { MemorySource } from './memory-source.ts';

export interface OpenedIndex {
  readonly index: SearchIndex;
  readonly close: () => Promise<void>;
}

/** Opens an index over what is in the source then and what is put there later. */
export type OpenIndex = (source: MemorySource) => Promise<OpenedIndex>;

export interface SuiteOptions {
  /** Random catalogs per property; an engine that is slow to open takes fewer. */
  readonly runs: number;
}
