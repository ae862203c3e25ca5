// The metrics of a running service are exactly those that the documentation lists, and reflect the requests.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildClientMetrics } from '../../../src/adapters/opensearch/client/client-metrics.ts';
import { buildFeedStatus } from '../../../src/adapters/opensearch/feeding/feed-status.ts';
import type { Metric } from '../../../src/domain/metric.ts';
import { type ReadMetric, readMetrics, readValue } from '../../fixtures/read-metrics.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { createTokens, OPERATOR, startFixture } from '../service/fixture-service.ts';
import { assertGrouped, dashboard, faultsOf, rules } from './dashboards.ts';

// Storing recorded searches is a commit, which invalidates the response cache.
const fixture = await startFixture({
  VITRINE_SEARCH_RECORDING: 'false',
  // No collector is there, and nothing waits for one.
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
});

const scrape = async (): Promise<Map<string, ReadMetric>> => {
  const response = await fixture.service.fetch('/metrics', {
    headers: { authorization: `Bearer ${OPERATOR}` },
  });
  assert.equal(response.status, 200);
  return readMetrics(await response.text());
};

interface Row {
  readonly type: string | undefined;
  readonly labels: readonly string[];
}

const documented = (): Map<string, Row> => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'operations.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(vitrine_\w+)` +\| (\w+) +\| ([\w, ]*?) *\| \S.*\|$/gm)];
  return new Map(
    rows.map(([, name = '', type, labels = '']) => [
      name,
      { type, labels: labels.split(', ').filter((label) => label !== '') },
    ]),
  );
};

/** What only a service prints that searches on OpenSearch, or has several workers (`workers.test.ts` reads those). */
const printedElsewhere: readonly Metric[] = [
  ...buildFeedStatus(() => 0).metrics(),
  ...buildClientMetrics({ state: () => 'closed' }, { excluded: () => 0 }).list(),
  { name: 'workers', kind: 'gauge', help: '', value: 0 },
  { name: 'worker_deaths_total', kind: 'counter', help: '', value: 0 },
];
const elsewhere = new Map(
  printedElsewhere.map(({ name, kind, help }): [string, ReadMetric] => [
    `vitrine_${name}`,
    { name: `vitrine_${name}`, type: kind, help, samples: [] },
  ]),
);

test('what is printed is documented, and what is documented is printed', async () => {
  const printed = new Map([...(await scrape()), ...elsewhere]);
  const rows = documented();
  assert.deepEqual([...rows.keys()].toSorted(), [...printed.keys()].toSorted());
  for (const [name, { type, labels }] of rows) {
    const metric = printed.get(name);
    assert.equal(metric?.type, type, name);
    for (const sample of metric?.samples ?? []) {
      const own = Object.keys(sample.labels).filter((label) => label !== 'le');
      assert.deepEqual(own.toSorted(), labels.toSorted(), name);
    }
  }
});

test('searches and a publish show where they should', async () => {
  const { token } = await createTokens(fixture, { token: { permission: 'full' } });
  const query = { catalog_id: shared.catalog, q: 'lantern' };
  // By then everything that a first search triggers is over.
  assert.equal((await fixture.call('search-content', { query: { ...query, q: 'tent' } })).status, 200);
  const before = await scrape();
  for (let times = 0; times < 3; times += 1) {
    assert.equal((await fixture.call('search-content', { query })).status, 200);
  }
  const refused = await fixture.call('search-content', { query: { ...query, limit: 'many' } });
  assert.equal(refused.status, 400);
  const published = await fixture.call('publish-versions', {
    token,
    params: { modelInternalName: shared.modelName, contentModelDataId: shared.record },
    body: { version_data: [{ environment_id: home.environment, version_id: shared.versions[0] }] },
  });
  assert.equal(published.status, 200);
  const after = await scrape();
  const grown = (name: string, labels: Readonly<Record<string, string>> = {}, ending = '') =>
    readValue(after, name, labels, ending) - readValue(before, name, labels, ending);
  const searches = { operation: 'search-content', status: '200' };
  assert.equal(grown('http_request_duration_seconds', searches, '_count'), 3);
  assert.equal(grown('http_requests_total', { ...searches, cache: 'hit' }), 2);
  assert.equal(grown('http_requests_total', { ...searches, cache: 'miss' }), 1);
  assert.equal(grown('http_requests_total', { ...searches, status: '400', cache: 'miss' }), 1);
  const publishes = { operation: 'publish-versions', status: '200', cache: 'none' };
  assert.equal(grown('http_requests_total', publishes), 1);
  assert.ok(grown('queue_wait_seconds', { queue: 'write' }, '_count') >= 1);
  assert.ok(grown('store_flush_seconds', {}, '_count') >= 1);
  assert.ok(readValue(after, 'search_bytes') > 0);
  assert.equal(readValue(after, 'store_flush_failures_total'), 0);
});

test('the dashboard and the alerting rules name only metrics, labels and operations that exist', async () => {
  const printed = new Map([...(await scrape()), ...elsewhere]);
  const labelsOf = (name: string): readonly string[] => documented().get(name)?.labels ?? [];
  const check = (expression: string) => faultsOf(expression, printed, labelsOf);
  const targets = dashboard.panels.flatMap(({ targets: own = [] }) => own);
  assert.ok(targets.length > 40, `${targets.length} targets`);
  for (const { expr, legendFormat } of targets) {
    assert.deepEqual(check(expr), [], expr);
    assertGrouped(expr, legendFormat, []);
  }
  for (const { definition } of dashboard.templating.list) {
    if (definition === undefined) continue;
    const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(definition) ?? [];
    assert.deepEqual(check(`${metric}{${label}="$any"}`), [], definition);
  }
  assert.ok(rules.length > 10, `${rules.length} rules`);
  for (const { alert, expr, labels, annotations } of rules) {
    assert.deepEqual(check(expr), [], alert);
    assert.ok(['warning', 'critical'].includes(labels.severity), alert);
    assertGrouped(expr, annotations.summary, ['job', 'instance']);
    assert.ok(annotations.description.length > 0, alert);
  }
  const names = rules.map(({ alert }) => alert);
  assert.equal(new Set(names).size, names.length);
  const shown = targets.map(({ expr }) => expr).join();
  const unseen = [...printed.keys()].filter((name) => !shown.includes(name));
  assert.deepEqual(unseen, ['vitrine_event_loop_busy_ratio', 'vitrine_leases_taken_total']);
});

test('a misspelt expression is found', async () => {
  const printed = await scrape();
  const check = (expression: string) =>
    faultsOf(expression, printed, (name) => documented().get(name)?.labels ?? []);
  assert.deepEqual(check('sum(rate(vitrine_http_request_total[5m]))'), ['vitrine_http_request_total']);
  assert.deepEqual(check('vitrine_uptime_seconds{operation="x"}'), ['operation', 'x']);
  assert.deepEqual(check('sum by (queue) (rate(vitrine_http_requests_total[5m]))'), ['queue']);
  assert.deepEqual(check('rate(vitrine_queue_wait_seconds[5m])'), ['vitrine_queue_wait_seconds']);
  for (const wrong of [
    'rate(vitrine_uptime_seconds)',
    'sum(up',
    'up >',
    'up[5m]',
    'rat(up[5m])',
    'up{job=vitrine}',
    'up up',
  ])
    assert.throws(() => check(wrong), Error, wrong);
});
