// The buckets against a plain count of what was put in, and labels that nobody outside can add to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readMetrics, readValue } from '../../test/fixtures/read-metrics.ts';
import { buildServiceMetrics } from './service-metrics.ts';

const routes = { search: { isCacheable: true }, publish: {} };

const response = fc.record({
  operation: fc.constantFrom('search', 'publish', 'none', 'toString', '/any/path'),
  status: fc.constantFrom(200, 304, 400, 503),
  tookMs: fc.oneof(
    fc.constantFrom(0, 0.5, 1, 10_000),
    fc.double({ min: 0, max: 20_000, noNaN: true }),
    fc.double({ min: 0, max: 3, noNaN: true }),
  ),
  bytes: fc.nat(100_000),
  isAgain: fc.boolean(),
});

test('a histogram holds what was put in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(response, { maxLength: 200 }), async (responses) => {
      const { requests, text } = buildServiceMetrics(routes);
      const told = responses.map((each) => ({
        ...each,
        operation: Object.hasOwn(routes, each.operation) ? each.operation : 'none',
        isAgain: each.isAgain && each.operation === 'search',
      }));
      for (const [at, { operation, status, tookMs, bytes }] of responses.entries()) {
        requests.responded(operation, status, tookMs, bytes, told[at]?.isAgain ?? false);
      }
      const metrics = readMetrics(await text());
      const durations = metrics.get('vitrine_http_request_duration_seconds')?.samples ?? [];
      const series = Map.groupBy(told, ({ operation, status }) => `${operation} ${status}`);
      assert.equal(durations.filter(({ name }) => name === '_count').length, series.size);
      for (const { name, labels, value } of durations) {
        const own = series.get(`${labels['operation']} ${labels['status']}`) ?? [];
        if (name === '_bucket') {
          const bound = labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels['le']) * 1_000;
          assert.equal(value, own.filter(({ tookMs }) => tookMs <= bound).length, JSON.stringify(labels));
        } else if (name === '_sum') {
          const totalMs = own.reduce((total, { tookMs }) => total + tookMs, 0);
          assert.ok(Math.abs(value * 1_000 - totalMs) < 1e-3);
        } else assert.equal(value, own.length);
      }
      for (const [key, own] of series) {
        const [operation = '', status = ''] = key.split(' ');
        const bytes = own.reduce((total, each) => total + each.bytes, 0);
        assert.equal(readValue(metrics, 'http_response_bytes_total', { operation, status }), bytes);
        const hits = own.filter(({ isAgain }) => isAgain).length;
        const counts = (cache: string) =>
          readValue(metrics, 'http_requests_total', { operation, status, cache });
        assert.equal(counts('hit'), hits);
        assert.equal(counts(operation === 'search' ? 'miss' : 'none'), own.length - hits);
      }
    }),
    { numRuns: 50 },
  );
});

test('waits count by what was waited for, in seconds', async () => {
  const { requests, store, text } = buildServiceMetrics(routes);
  requests.waited('search', 2);
  requests.waited('search', 300);
  store.waitedToWrite(4_000);
  const metrics = readMetrics(await text());
  const waited = (queue: string, ending: string, le?: string) =>
    readValue(metrics, 'queue_wait_seconds', le === undefined ? { queue } : { queue, le }, ending);
  assert.equal(waited('search', '_count'), 2);
  assert.equal(waited('search', '_bucket', '0.005'), 1);
  assert.equal(waited('search', '_bucket', '0.5'), 2);
  assert.equal(waited('search', '_sum'), 0.302);
  assert.equal(waited('write', '_count'), 1);
});

test('a number that two tell of is a mistake that shows', async () => {
  const { gather, text } = buildServiceMetrics(routes);
  const metric = { name: 'answers', kind: 'gauge', help: 'Answers.', value: 42 } as const;
  gather(() => [metric]);
  assert.match(
    await text(),
    /^# HELP vitrine_answers Answers\.\n# TYPE vitrine_answers gauge\nvitrine_answers 42$/m,
  );
  gather(() => [metric]);
  await assert.rejects(async () => text(), /vitrine_answers/);
});
