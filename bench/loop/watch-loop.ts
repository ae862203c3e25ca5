// Loaded into the service before its own modules: measures how long its event loop is held up, and tells it when asked over IPC.
// The service itself knows nothing of it.

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
  /** How long the thread computes from one look at the timers to the next: what is left of it when nobody else wants the cores. */
  readonly busy: Percentiles;
  /** Resident memory of the process, now and at most so far. */
  readonly rssBytes: number;
  readonly peakRssBytes: number;
}

const RESOLUTION_MS = 2;

// Threads of the service load this too: their loops are theirs.
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
    // The timer's own interval is in each delay.
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
  // Being asked is no reason to live.
  process.channel?.unref();
}
