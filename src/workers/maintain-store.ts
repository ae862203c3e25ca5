// A thread that does the regular work on the store once, on its own connection, and ends: the popular terms of every
// catalog are computed, and what nobody needs any more of the change feed is forgotten.

import { workerData } from 'node:worker_threads';
import { openStore, type StorageShare } from '../open-store.ts';
import { buildRefreshPopularTerms } from '../operations/terms/refresh-popular-terms.ts';

export interface MaintenanceRequest {
  readonly dataDir: string;
  readonly minVisitors: number;
  /** Of the store that the thread which answers has open. */
  readonly storage?: StorageShare;
}

const { dataDir, minVisitors, storage } = workerData as MaintenanceRequest;
const store = await openStore({ dataDir, storage });
try {
  await buildRefreshPopularTerms({ store, now: () => new Date(), minVisitors })();
  await store.trimChanges({ now: new Date() });
} finally {
  await store.close();
}
