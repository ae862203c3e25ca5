// Measures the duration of each flush, and counts failures. Only flushes of this thread.

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
