// Search for the command line. On OpenSearch if that is configured; or else over the store alone: indexes are loaded from snapshots
// where there are any, brought up to date in memory, and never saved, so that a running service beside it keeps what it has.

import { join } from 'node:path';
import { openEmbeddedSearch } from './adapters/embedded-search/embedded-search.ts';
import { buildReadOnlyWork } from './adapters/embedded-search/work/index-work.ts';
import type { SearchServerSettings } from './adapters/opensearch/client/search-server.ts';
import type { Store } from './open-store.ts';
import { buildCountProducts } from './operations/products/count-products.ts';
import { buildSearchProducts } from './operations/products/search-products.ts';
import { buildSearchContent } from './operations/search/search-content.ts';

export type CliSearch = Awaited<ReturnType<typeof openCliSearch>>;

interface CliSearchSettings {
  readonly dataDir: string;
  /** OpenSearch, if searches run there. */
  readonly server?: CliSearchServer | undefined;
}

interface CliSearchServer {
  readonly settings: SearchServerSettings;
  readonly prefix: string;
  /** How long to wait until the index has the newest changes. */
  readonly waitMs: number;
}

export const openCliSearch = async (store: Store, { dataDir, server }: CliSearchSettings) => {
  const { index, close } =
    server === undefined ? openEmbedded(store, dataDir) : await openOnServer(store, server);
  const parts = { storeIn: store.inScope, searchIndex: index, now: () => new Date() };
  return {
    searchProducts: buildSearchProducts(parts),
    countProducts: buildCountProducts(parts),
    searchContent: buildSearchContent(parts),
    close,
  };
};

const openEmbedded = (store: Store, dataDir: string) => {
  const failures: unknown[] = [];
  const index = openEmbeddedSearch({
    source: store,
    work: buildReadOnlyWork(store, join(dataDir, 'search')),
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    onFailure: (error) => failures.push(error),
  });
  const close = async (): Promise<void> => {
    await index.close();
    if (failures.length > 0) throw failures[0];
  };
  return { index, close };
};

/** Somebody waits for the command, and would rather wait longer. */
const DEADLINE_MS = 30_000;

const openOnServer = async (store: Store, { settings, prefix, waitMs }: CliSearchServer) => {
  const { openSearchServer } = await import('./adapters/opensearch/client/search-server.ts');
  const { buildOpenSearchIndex } = await import('./adapters/opensearch/opensearch-search.ts');
  const server = openSearchServer(settings);
  const index = buildOpenSearchIndex({
    ...{ server, prefix, waitMs, source: store },
    deadlineMs: DEADLINE_MS,
    servesStale: false,
    onWaiting: () => {},
  });
  return { index, close: () => server.close() };
};
