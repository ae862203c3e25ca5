// The table of workers: its ratio is that of its columns.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workersRow } from '../../bench/benchmarks/workers.ts';
import type { Round } from '../../bench/http/measured-row.ts';

const measured = (perSecond: number): Round['one'] => ({
  served: perSecond,
  perSecond,
  p50Ms: 1,
  p99Ms: 2,
  failed: 0,
  again: 0,
  busyShare: 0.5,
  cpuMicros: 10,
});

test('the ratio of a row is that of its two throughputs', () => {
  const rounds = [12_000, 12_230, 13_000].map((one) => ({ one: measured(one), other: measured(one * 1.5) }));
  const [, one, other, ratio] = workersRow('search', { calls: [] }, rounds);
  assert.deepEqual([one, other, ratio], ['12,230', '18,345', '×1.50']);
});
