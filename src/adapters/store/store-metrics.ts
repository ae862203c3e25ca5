// How long the disk or the database has failed, as a metric.

import type { Metric } from '../../domain/metric.ts';
import type { StorageHealth } from './storage-health.ts';

const MS_PER_SECOND = 1_000;

export const buildStoreMetrics = (health: Pick<StorageHealth, 'watch'>): (() => readonly Metric[]) => {
  let failedAtMs: number | undefined;
  health.watch(({ fault }) => {
    failedAtMs = fault === undefined ? undefined : (failedAtMs ?? performance.now());
  });
  return () => [
    {
      name: 'store_failing_seconds',
      kind: 'gauge',
      help: 'How long the disk or the database has been failing; 0 while it works.',
      value: failedAtMs === undefined ? 0 : (performance.now() - failedAtMs) / MS_PER_SECOND,
    },
  ];
};
