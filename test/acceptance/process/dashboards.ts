// What the dashboard and the alerting rules under `deploy/` ask of the metrics.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { countedRoutes } from '../../../src/http/count-responses.ts';
import { readPromql } from '../../fixtures/promql.ts';
import type { ReadMetric } from '../../fixtures/read-metrics.ts';

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

const read = (file: string): string =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'deploy', file), 'utf8');

export const dashboard: {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
} = JSON.parse(read('grafana/vitrine.json'));

export const rules = (
  parseYaml(read('prometheus/vitrine.rules.yml')) as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  }
).groups.flatMap((group) => group.rules);

/** Labels that Prometheus adds, and metrics that it makes itself. */
const SCRAPED = ['job', 'instance'];
const OWN = new Set(['up']);

/** What is wrong with an expression, given the metrics of a service and their labels. */
export const faultsOf = (
  expression: string,
  metrics: ReadonlyMap<string, ReadMetric>,
  labelsOf: (metric: string) => readonly string[],
): string[] => {
  const { selectors, grouped } = readPromql(expression);
  const known = selectors.map(({ metric, matchers }) => {
    const [, base = metric, ending] = /^(.*)_(bucket|sum|count)$/.exec(metric) ?? [];
    const name = metrics.get(base)?.type === 'histogram' ? base : metric;
    const exists =
      OWN.has(metric) ||
      (metrics.has(name) && (metrics.get(name)?.type === 'histogram') === (name !== metric));
    const labels = [...SCRAPED, ...labelsOf(name), ...(ending === 'bucket' ? ['le'] : [])];
    const strange = matchers.filter(({ label }) => !labels.includes(label)).map(({ label }) => label);
    const values = matchers
      .filter(({ label, value }) => label === 'operation' && !value.includes('$'))
      .flatMap(({ value }) => value.split('|'))
      .filter((value) => !Object.hasOwn(countedRoutes, value));
    return { faults: [...(exists ? [] : [metric]), ...strange, ...values], labels };
  });
  const groups = grouped.filter((label) => !known.some(({ labels }) => labels.includes(label)));
  return [...known.flatMap(({ faults }) => faults), ...groups];
};

export const legendLabels = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)/g)].map(([, label = '']) => label);

export const assertGrouped = (expression: string, text: string, labels: readonly string[]): void => {
  const { grouped } = readPromql(expression);
  for (const label of legendLabels(text))
    assert.ok(
      grouped.includes(label) || (grouped.length === 0 && labels.includes(label)),
      `${label} of ${expression}`,
    );
};
