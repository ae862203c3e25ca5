// Search for the command line, over the store alone: indexes are loaded from snapshots where there are any, brought up to date in
// memory, and never saved, so that a running service beside it keeps what it has.

import { join } from 'node:path';
import { openEmbeddedSearch } from './adapters/embedded-search/embedded-search.ts';
import { buildReadOnlyWork } from './adapters/embedded-search/work/index-work.ts';
import type { Store } from './open-store.ts';
import { buildCountProducts } from './operations/products/count-products.ts';
import { buildSearchProducts } from './operations/products/search-products.ts';
import { buildSearchContent } from './operations/search/search-content.ts';

export type CliSearch = ReturnType<typeof openCliSearch>;

export const openCliSearch = (store: Store, dataDir: string) => {
  const failures: unknown[] = [];
  const searchIndex = openEmbeddedSearch({
    source: store,
    work: buildReadOnlyWork(store, join(dataDir, 'search')),
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    onFailure: (error) => failures.push(error),
  });
  const parts = { storeIn: store.inScope, searchIndex, now: () => new Date() };
  return {
    searchProducts: buildSearchProducts(parts),
    countProducts: buildCountProducts(parts),
    searchContent: buildSearchContent(parts),
    close: async () => {
      await searchIndex.close();
      if (failures.length > 0) throw failures[0];
    },
  };
};
