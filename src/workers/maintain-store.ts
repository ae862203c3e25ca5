// The thread that maintains the store once, with its own connection, and exits: it computes the popular terms of every catalog
// and the popularity of its products, and trims the change feed.

import { workerData } from 'node:worker_threads';
import type { MaintenanceRequest } from '../adapters/leases/maintenance.ts';
import { openStore } from '../open-store.ts';
import { buildRefreshPopularity } from '../operations/events/refresh-popularity.ts';
import { buildRefreshPopularTerms } from '../operations/terms/refresh-popular-terms.ts';

const { minVisitors, popularityMinVisitors, eventRetentionDays, ...place } = workerData as MaintenanceRequest;
const now = () => new Date();
const store = await openStore(place);
try {
  await buildRefreshPopularTerms({ store, now, minVisitors })();
  await buildRefreshPopularity({
    store,
    now,
    minVisitors: popularityMinVisitors,
    retentionDays: eventRetentionDays,
  })();
  await store.trimChanges({ now: new Date() });
} finally {
  await store.close();
}
