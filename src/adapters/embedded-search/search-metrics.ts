// The statistics of the search indexes as metrics.

import type { Metric } from '../../domain/metric.ts';
import type { EmbeddedSearchStatistics } from './embedded-search.ts';

const gauge = (name: string, help: string, value: number): Metric => ({
  name: `search_${name}`,
  kind: 'gauge',
  help,
  value,
});

const counter = (name: string, help: string, value: number): Metric => ({
  name: `search_${name}_total`,
  kind: 'counter',
  help,
  value,
});

export const searchMetrics = (statistics: EmbeddedSearchStatistics): Metric[] => [
  gauge('catalogs', 'Indexes in memory.', statistics.catalogs),
  gauge('bytes', 'Memory of these indexes.', statistics.bytes),
  gauge('feed_lag', 'Changes that were read and are not in an index yet, at most.', statistics.feedLag),
  counter('evictions', 'Indexes that made room for others.', statistics.evictions),
  counter('builds', 'Indexes built from the store.', statistics.builds),
  counter('snapshot_loads', 'Indexes loaded from disk.', statistics.snapshotLoads),
  counter('discarded_snapshots', 'Saved indexes of no use.', statistics.discardedSnapshots),
  counter('merges', 'Merges of segments.', statistics.merges),
  counter('failures', 'Work on indexes that failed.', statistics.failures),
];
