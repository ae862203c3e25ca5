// Preloaded into the service: measures its event loop delay and reports it over IPC. The service does not know about
// it.

import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

export interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface LoopReport {
  /** By how much timers are late, for whatever reason. */
  readonly delay: Percentiles;
  /** CPU time of the thread between two timer checks: what remains when nothing else wants the cores. */
  readonly busy: Percentiles;
  /** Resident memory of the process, now and at its peak. */
  readonly rssBytes: number;
  readonly peakRssBytes: number;
}

const RESOLUTION_MS = 2;

// The service's worker threads preload this too; their event loops are not measured.
if (isMainThread && process.send !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const stretches = createHistogram();
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    stretches.record(Math.max(1, Math.round(user + system)));
  }, RESOLUTION_MS).unref();
  process.on('message', () => {
    // Each delay includes the timer's own interval.
    const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    process.send?.({
      delay: {
        p50Ms: late(delays.percentile(50)),
        p99Ms: late(delays.percentile(99)),
        maxMs: late(delays.max),
      },
      busy: {
        p50Ms: stretches.percentile(50) / 1000,
        p99Ms: stretches.percentile(99) / 1000,
        maxMs: stretches.max / 1000,
      },
      rssBytes: process.memoryUsage.rss(),
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    } satisfies LoopReport);
    delays.reset();
    stretches.reset();
  });
  // IPC must not keep the process alive.
  process.channel?.unref();
}
