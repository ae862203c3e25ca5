// What the process can be watched by, as Prometheus reads it. Only numbers of the whole process: no tenant, no id, no text.

import { performance } from 'node:perf_hooks';
import type { Metric } from '../domain/metric.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export const metricsText = (metrics: readonly Metric[]): string =>
  [...metrics, ...processMetrics()]
    .map(
      ({ name, kind, help, value }) =>
        `# HELP vitrine_${name} ${help}\n# TYPE vitrine_${name} ${kind}\nvitrine_${name} ${value}\n`,
    )
    .join('');

const processMetrics = (): Metric[] => [
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
    help: 'Share of its life in which the answering thread was at work.',
    value: performance.eventLoopUtilization().utilization,
  },
];
