// The metrics of several processes as one: sums that never fall, and gauges by worker.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMetrics, readValue } from '../../test/fixtures/read-metrics.ts';
import { buildServiceMetrics } from './service-metrics.ts';
import { buildWorkerMetrics } from './worker-metrics.ts';

const routes = { search: { isCacheable: true } };

const workerWith = (responses: number, bytes: number) => {
  const metrics = buildServiceMetrics(routes);
  for (let count = 0; count < responses; count += 1)
    metrics.requests.responded('search', 200, 3, bytes, false);
  metrics.requests.waited('search', 7);
  metrics.gather(() => [{ name: 'memory', kind: 'gauge', help: 'Memory.', value: bytes }]);
  return metrics;
};

test('counters and histograms are added up, gauges are kept apart, and nothing is lost with a worker', async () => {
  const all = buildWorkerMetrics();
  all.put(11, 1, await workerWith(3, 100).values());
  all.put(12, 2, await workerWith(4, 10).values());
  const own = { name: 'workers', kind: 'gauge', help: 'Workers.', value: 2 } as const;
  const read = async () => readMetrics(await all.text([own]));
  const requests = { operation: 'search', status: '200', cache: 'miss' };
  const before = await read();
  assert.equal(readValue(before, 'http_requests_total', requests), 7);
  assert.equal(readValue(before, 'http_response_bytes_total', { operation: 'search', status: '200' }), 340);
  assert.equal(readValue(before, 'queue_wait_seconds', { queue: 'search', le: '0.025' }, '_bucket'), 2);
  assert.equal(readValue(before, 'memory', { worker: '1' }), 100);
  assert.equal(readValue(before, 'memory', { worker: '2' }), 10);
  assert.equal(readValue(before, 'workers'), 2);
  // The next worker of the same number is there before the last one has ended.
  all.put(13, 1, await workerWith(1, 55).values());
  assert.equal(readValue(await read(), 'memory', { worker: '1' }), 55);
  all.end(11);
  const after = await read();
  assert.equal(readValue(after, 'http_requests_total', requests), 8);
  assert.equal(readValue(after, 'memory', { worker: '1' }), 55);
  all.end(12);
  all.end(13);
  const none = await read();
  assert.equal(readValue(none, 'http_requests_total', requests), 8);
  assert.equal(none.get('vitrine_memory'), undefined);
});
