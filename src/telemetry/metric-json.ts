// The metrics of the service as OTLP metrics, with the names and labels that they have for Prometheus: dashboards work with either.

import type { MetricValues } from '../metrics/worker-metrics.ts';
import { attributesJson, nanosOf } from './otlp-json.ts';

const CUMULATIVE = 2;

export interface MetricTimes {
  /** When counting began. Milliseconds since 1970. */
  readonly sinceMs: number;
  readonly nowMs: number;
}

type Value = MetricValues['values'][number];

export const metricJson = ({ name, type, help, values }: MetricValues, times: MetricTimes): string => {
  const period = `"startTimeUnixNano":"${nanosOf(times.sinceMs)}","timeUnixNano":"${nanosOf(times.nowMs)}"`;
  const head = `"name":${JSON.stringify(name)},"description":${JSON.stringify(help)},"unit":"${unitOf(name)}"`;
  if (type === 'histogram') {
    const series = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => attributesJson(labels));
    const points = [...series].map(([attributes, own]) => histogramJson(name, own, attributes, period));
    return `{${head},"histogram":{"aggregationTemporality":${CUMULATIVE},"dataPoints":[${points.join(',')}]}}`;
  }
  const points = values.map(
    ({ labels, value }) =>
      `{"attributes":[${attributesJson(labels)}],${period},"asDouble":${numberOf(value)}}`,
  );
  return type === 'counter'
    ? `{${head},"sum":{"aggregationTemporality":${CUMULATIVE},"isMonotonic":true,"dataPoints":[${points.join(',')}]}}`
    : `{${head},"gauge":{"dataPoints":[${points.join(',')}]}}`;
};

const unitOf = (name: string): string => {
  if (/_seconds$/.test(name)) return 's';
  if (/_bytes(_total)?$/.test(name)) return 'By';
  return '1';
};

const numberOf = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Buckets of Prometheus include the smaller ones, those of OTLP do not. */
const histogramJson = (
  name: string,
  values: readonly Value[],
  attributes: string,
  period: string,
): string => {
  const buckets = values.filter((value) => value.name === `${name}_bucket`);
  const ownValue = (ending: string): number =>
    values.find((value) => value.name === `${name}_${ending}`)?.value ?? 0;
  const bounds = buckets.map(({ labels }) => Number(labels['le'])).filter(Number.isFinite);
  const counts = buckets.map(({ value }, place) => `"${value - (buckets[place - 1]?.value ?? 0)}"`);
  return (
    `{"attributes":[${attributes}],${period},"count":"${ownValue('count')}","sum":${numberOf(ownValue('sum'))},` +
    `"bucketCounts":[${counts.join(',')}],"explicitBounds":[${bounds.join(',')}]}`
  );
};
