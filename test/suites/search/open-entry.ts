// The index of one catalog over a source in memory.

import assert from 'node:assert/strict';
import { CatalogEntry } from '../../../src/adapters/embedded-search/catalog/catalog-entry.ts';
import { buildIndexWork, type IndexWork } from '../../../src/adapters/embedded-search/work/index-work.ts';
import { CATALOG_ID, type MemorySource, scope } from './memory-source.ts';

/** `folder`: of its snapshot. `work`: what is done in another way. Failures of the background fail the test unless they are expected. */
export const openEntry = (
  source: MemorySource,
  folder?: string,
  work: Partial<IndexWork> = {},
  onFailure: (error: unknown) => void = (error) => assert.fail(String(error)),
) => {
  const opened: string[] = [];
  const entry = new CatalogEntry(
    source,
    { ...buildIndexWork(source, folder), ...work },
    { scope, catalogId: CATALOG_ID },
    {
      onFailure,
      onIndexed: () => {},
      onOpened: (origin) => opened.push(origin),
      onDiscarded: () => opened.push('discarded'),
      onMerged: () => {},
      onPending: () => {},
    },
  );
  const size = async () => (await entry.current())?.content.size;
  return { entry, size, opened };
};
