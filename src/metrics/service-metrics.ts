// All metrics of the service in the Prometheus text format. Only this folder knows the library; other rooms use the ports in
// `domain/metric.ts`.

import { Counter, Histogram, Registry } from 'prom-client';
import type { Metric, Queue, Refusal, RequestMetrics, StoreMetrics } from '../domain/metric.ts';
import { PREFIX, registerGathered } from './gathered-metric.ts';
import { type KnownRoutes, RequestSeries } from './request-series.ts';
import { type MetricValues, valuesIn } from './worker-metrics.ts';

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

export interface ServiceMetrics {
  readonly requests: RequestMetrics;
  readonly store: StoreMetrics;
  /** For metrics that the library stores itself. */
  readonly registry: Registry;
  /** Adds metrics that are read on every scrape. */
  gather(read: () => readonly Metric[]): void;
  /** All metrics of this process, for another one. */
  values(): Promise<MetricValues[]>;
  text(): Promise<string>;
}

const REFUSALS: readonly Refusal[] = ['work', 'deadline', 'busy', 'rate_limit'];
const WAIT_BOUNDS_S = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 60];
const FLUSH_BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const MS_PER_SECOND = 1_000;

/** `routes`: the names that may become labels. `onWaited`: who else wants to know of a wait, as part of the request that waited. */
export const buildServiceMetrics = (
  routes: KnownRoutes,
  onWaited?: RequestMetrics['waited'],
): ServiceMetrics => {
  const registry = new Registry();
  const sources: (() => readonly Metric[])[] = [];
  const series = new RequestSeries(routes);
  for (const gathered of series.gathered()) registerGathered(registry, gathered);
  const queues = buildQueueMetrics(registry, onWaited);
  return {
    registry,
    requests: {
      responded: (operation, status, tookMs, bytes, fromCache) =>
        series.responded(operation, status, tookMs, bytes, fromCache),
      ...queues,
    },
    store: buildStoreMetrics(registry, (tookMs) => queues.waited('write', tookMs)),
    gather: (read) => void sources.push(read),
    values: () => valuesIn(complete(registry, sources)),
    text: async () => complete(registry, sources).metrics(),
  };
};

/** With the metrics that others store. */
const complete = (registry: Registry, sources: readonly (() => readonly Metric[])[]): Registry => {
  const gathered = new Registry();
  for (const { name, kind: type, help, value } of sources.flatMap((read) => read())) {
    registerGathered(gathered, { name, type, help, read: () => [{ value }] });
  }
  return Registry.merge([registry, gathered]);
};

const buildQueueMetrics = (
  registry: Registry,
  onWaited: RequestMetrics['waited'] | undefined,
): Pick<RequestMetrics, 'waited' | 'refused'> => {
  const waits = new Histogram({
    name: `${PREFIX}queue_wait_seconds`,
    help: 'Time that requests waited, by what they waited for.',
    labelNames: ['queue'],
    buckets: WAIT_BOUNDS_S,
    registers: [registry],
  });
  const refusals = new Counter({
    name: `${PREFIX}refused_requests_total`,
    help: 'Requests refused to protect others, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of REFUSALS) refusals.inc({ reason }, 0);
  return {
    waited: (queue: Queue, tookMs) => {
      waits.observe({ queue }, tookMs / MS_PER_SECOND);
      onWaited?.(queue, tookMs);
    },
    refused: (reason) => refusals.inc({ reason }),
  };
};

const buildStoreMetrics = (registry: Registry, waitedToWrite: (tookMs: number) => void): StoreMetrics => {
  const flushes = new Histogram({
    name: `${PREFIX}store_flush_seconds`,
    help: 'Time to flush commits to disk.',
    buckets: FLUSH_BOUNDS_S,
    registers: [registry],
  });
  const failures = new Counter({
    name: `${PREFIX}store_flush_failures_total`,
    help: 'Failed flushes. After one, writes stop until the disk works again.',
    registers: [registry],
  });
  return {
    waitedToWrite,
    flushed: (tookMs, isDone) => {
      if (isDone) flushes.observe(tookMs / MS_PER_SECOND);
      else failures.inc();
    },
  };
};
