// Metrics of the process and its main thread: memory, uptime, event loop delay, garbage collection pauses. Those "since the
// last scrape" are reset by every scrape, so they assume a single scraper.

import { monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks';
import { Histogram, type Registry } from 'prom-client';
import type { Metric } from '../domain/metric.ts';
import { PREFIX } from './gathered-metric.ts';
import type { ServiceMetrics } from './service-metrics.ts';

const NS_PER_SECOND = 1e9;
const MS_PER_SECOND = 1_000;
const GC_BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

export interface RuntimeMetrics {
  close(): void;
}

export const openRuntimeMetrics = (metrics: Pick<ServiceMetrics, 'registry' | 'gather'>): RuntimeMetrics => {
  // Measures each iteration. A timer would sample only every tenth millisecond and wake an idle process.
  const turns = monitorEventLoopDelay({ samplePerIteration: true });
  turns.enable();
  const pauses = watchPauses(metrics.registry);
  let lastScrape = performance.eventLoopUtilization();
  metrics.gather(() => {
    const now = performance.eventLoopUtilization();
    const recent = performance.eventLoopUtilization(now, lastScrape);
    lastScrape = now;
    const read = [
      ...processMetrics(now.utilization),
      recentBusy(recent.utilization),
      delay('p50', 'Median time', turns.percentile(50)),
      delay('p99', 'Time that one in a hundred exceeds', turns.percentile(99)),
      delay('max', 'Longest time', turns.max),
    ];
    turns.reset();
    return read;
  });
  return {
    close: () => {
      turns.disable();
      pauses.disconnect();
    },
  };
};

const processMetrics = (utilization: number): Metric[] => [
  {
    name: 'resident_memory_bytes',
    kind: 'gauge',
    help: 'Memory of the process.',
    value: process.memoryUsage.rss(),
  },
  { name: 'uptime_seconds', kind: 'gauge', help: 'Age of the process.', value: process.uptime() },
  {
    name: 'event_loop_busy_ratio',
    kind: 'gauge',
    help: 'Share of time in which the main thread was busy, since the start.',
    value: utilization,
  },
];

const recentBusy = (value: number): Metric => ({
  name: 'event_loop_recent_busy_ratio',
  kind: 'gauge',
  help: 'Share of time in which the main thread was busy, since the last scrape.',
  value,
});

const delay = (quantile: string, what: string, valueNs: number): Metric => ({
  name: `event_loop_delay_${quantile}_seconds`,
  kind: 'gauge',
  help: `${what} of one event loop iteration since the last scrape.`,
  value: valueNs / NS_PER_SECOND,
});

/** At most a few dozen per second, reported when the thread is idle. */
const watchPauses = (registry: Registry): PerformanceObserver => {
  const pauses = new Histogram({
    name: `${PREFIX}gc_pause_seconds`,
    help: 'Garbage collection pauses of the main thread.',
    buckets: GC_BOUNDS_S,
    registers: [registry],
  });
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) pauses.observe(duration / MS_PER_SECOND);
  });
  observer.observe({ entryTypes: ['gc'] });
  return observer;
};
