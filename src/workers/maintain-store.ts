// The thread that maintains the store once, with its own connection, and exits: it computes the popular terms of every catalog
// and trims the change feed.

import { workerData } from 'node:worker_threads';
import { openStore, type StorageShare } from '../open-store.ts';
import { buildRefreshPopularTerms } from '../operations/terms/refresh-popular-terms.ts';

export interface MaintenanceRequest {
  readonly dataDir: string;
  readonly storeUrl?: string | undefined;
  readonly minVisitors: number;
  /** The storage state shared with the main thread. */
  readonly storage?: StorageShare;
}

const { dataDir, storeUrl, minVisitors, storage } = workerData as MaintenanceRequest;
const store = await openStore({ dataDir, storeUrl, storage });
try {
  await buildRefreshPopularTerms({ store, now: () => new Date(), minVisitors })();
  await store.trimChanges({ now: new Date() });
} finally {
  await store.close();
}
