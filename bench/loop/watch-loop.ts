// Preloaded into the service: measures its event loop delay and reports it over IPC. The service does not know about
// it.

import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { sharedNowMs } from './shared-clock.ts';

export interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** From one timer check to the next, on a clock that all processes of the machine share. */
export interface Hold {
  readonly fromMs: number;
  readonly toMs: number;
  readonly delayMs: number;
  readonly busyMs: number;
}

export interface LoopReport {
  /** By how much timers are late, for whatever reason. */
  readonly delay: Percentiles;
  /** CPU time of the thread between two timer checks: what remains when nothing else wants the cores. */
  readonly busy: Percentiles;
  /** The longest of both, one by one. */
  readonly holds: readonly Hold[];
  /** Resident memory of the process, now and at its peak. */
  readonly rssBytes: number;
  readonly peakRssBytes: number;
}

const RESOLUTION_MS = 2;
const LISTED_FROM_MS = 1;
const LISTED_MAX = 20_000;

// The service's worker threads preload this too; their event loops are not measured.
if (isMainThread && process.send !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const stretches = createHistogram();
  let holds: Hold[] = [];
  let before = process.threadCpuUsage();
  let fromMs = sharedNowMs();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    stretches.record(Math.max(1, Math.round(user + system)));
    const toMs = sharedNowMs();
    const delayMs = toMs - fromMs - RESOLUTION_MS;
    const busyMs = (user + system) / 1000;
    if (Math.max(delayMs, busyMs) >= LISTED_FROM_MS && holds.length < LISTED_MAX)
      holds.push({ fromMs, toMs, delayMs, busyMs });
    fromMs = toMs;
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
      holds,
      rssBytes: process.memoryUsage.rss(),
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    } satisfies LoopReport);
    delays.reset();
    stretches.reset();
    holds = [];
  });
  // IPC must not keep the process alive.
  process.channel?.unref();
}
