// The thread that maintains the store once, with its own connection, and exits: it computes the popular terms of every catalog
// and trims the change feed.

import { workerData } from 'node:worker_threads';
import type { MaintenanceRequest } from '../adapters/leases/maintenance.ts';
import { openStore } from '../open-store.ts';
import { buildRefreshPopularTerms } from '../operations/terms/refresh-popular-terms.ts';

const { minVisitors, ...place } = workerData as MaintenanceRequest;
const store = await openStore(place);
try {
  await buildRefreshPopularTerms({ store, now: () => new Date(), minVisitors })();
  await store.trimChanges({ now: new Date() });
} finally {
  await store.close();
}
