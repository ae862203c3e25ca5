// What is told of the runtime, and that "since it was last asked" starts anew.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { readMetrics, readValue } from '../../test/fixtures/read-metrics.ts';
import { openRuntimeMetrics } from './runtime-metrics.ts';
import { buildServiceMetrics } from './service-metrics.ts';

const HELD_MS = 60;

const holdTheThread = (): void => {
  const end = performance.now() + HELD_MS;
  while (performance.now() < end);
};

test('a turn of the event loop that took long shows once', async (context) => {
  const metrics = buildServiceMetrics({});
  const runtime = openRuntimeMetrics(metrics);
  context.after(() => runtime.close());
  const read = async () => readMetrics(await metrics.text());
  await turn();
  holdTheThread();
  await turn();
  await turn();
  const first = await read();
  assert.ok(readValue(first, 'event_loop_delay_max_seconds') >= HELD_MS / 1_000);
  for (const ratio of ['event_loop_busy_ratio', 'event_loop_recent_busy_ratio']) {
    const value = readValue(first, ratio);
    assert.ok(value >= 0 && value <= 1, `${ratio} ${value}`);
  }
  assert.ok(readValue(first, 'resident_memory_bytes') > 1_000_000);
  assert.equal(readValue(await read(), 'event_loop_delay_max_seconds'), 0);
});
