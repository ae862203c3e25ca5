// The metrics of several worker processes as one text. Counters and histograms are added up; those of a worker that has ended
// stay in the sum, which otherwise would seem to start over. Gauges belong to one worker each, and get its number as a label.

import { Registry } from 'prom-client';
import type { Metric } from '../domain/metric.ts';
import { type Labels, PREFIX, registerGathered, type Sample } from './gathered-metric.ts';

/** One metric of a process, with complete names and labels. It can be sent to another process. */
export interface MetricValues {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly values: readonly { readonly name: string; readonly labels: Labels; readonly value: number }[];
}

interface Collected {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly values?: readonly Sample[];
}

export const valuesIn = async (registry: Registry): Promise<MetricValues[]> => {
  // The types of the library do not say what its metrics contain.
  const collected = (await registry.getMetricsAsJSON()) as unknown as Collected[];
  return collected.map(({ name, type, help, values = [] }) => ({
    name,
    type: type as MetricValues['type'],
    help,
    values: values.map(({ value, labels, sharedLabels, metricName = name }) => ({
      name: metricName,
      labels: { ...labels, ...sharedLabels },
      value,
    })),
  }));
};

export interface WorkerMetrics {
  /** The newest values of a process. `worker`: its number, which it may share with one that is about to end. */
  put(processId: number, worker: number, values: readonly MetricValues[]): void;
  /** The process has ended: what it counted is kept. */
  end(processId: number): void;
  /** `own`: metrics of the primary process. */
  text(own: readonly Metric[]): Promise<string>;
}

type Sums = Map<string, { readonly name: string; readonly labels: Labels; value: number }>;

interface Told {
  readonly worker: number;
  readonly values: readonly MetricValues[];
}

export const buildWorkerMetrics = (): WorkerMetrics => {
  const current = new Map<number, Told>();
  let ended: Told = { worker: 0, values: [] };
  return {
    put: (processId, worker, values) => void current.set(processId, { worker, values }),
    end: (processId) => {
      const { values = [] } = current.get(processId) ?? {};
      const counted = values.filter(({ type }) => type !== 'gauge');
      ended = { worker: 0, values: mergeAll([ended, { worker: 0, values: counted }]) };
      current.delete(processId);
    },
    text: async (own) => {
      const registry = new Registry();
      for (const { name, type, help, values } of mergeAll([ended, ...current.values()])) {
        const read = () => values.map((sample) => ({ ...sample, metricName: sample.name }));
        registerGathered(registry, { name: name.slice(PREFIX.length), type, help, read });
      }
      for (const { name, kind: type, help, value } of own) {
        registerGathered(registry, { name, type, help, read: () => [{ value }] });
      }
      return registry.metrics();
    },
  };
};

const mergeAll = (all: readonly Told[]): MetricValues[] => {
  const merged = new Map<string, { readonly metric: MetricValues; readonly sums: Sums }>();
  for (const { worker, values: metrics } of all) {
    for (const metric of metrics) {
      const sums: Sums = merged.get(metric.name)?.sums ?? new Map();
      merged.set(metric.name, { metric, sums });
      const isGauge = metric.type === 'gauge';
      for (const { name, labels: own, value } of metric.values) {
        const labels = isGauge ? { ...own, worker: String(worker) } : own;
        const key = JSON.stringify([name, Object.entries(labels).sort()]);
        const known = sums.get(key);
        // Of two processes with one number, the newer one.
        if (known === undefined || isGauge) sums.set(key, { name, labels, value });
        else known.value += value;
      }
    }
  }
  return [...merged.values()].map(({ metric, sums }) => ({ ...metric, values: [...sums.values()] }));
};
