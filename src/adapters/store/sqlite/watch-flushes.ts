// Tells how long each flush took, or that it failed. Those of other threads and processes are theirs to tell.

import type { StoreMetrics } from '../../../domain/metric.ts';
import type { SyncFile } from './flusher.ts';

export const watchFlushes =
  (metrics: Pick<StoreMetrics, 'flushed'>, syncFile: SyncFile = (file) => file.datasync()): SyncFile =>
  async (file) => {
    const startedAt = performance.now();
    let isDone = false;
    try {
      await syncFile(file);
      isDone = true;
    } finally {
      metrics.flushed(performance.now() - startedAt, isDone);
    }
  };
