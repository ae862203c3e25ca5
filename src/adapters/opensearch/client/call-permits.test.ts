// Permits in their order, and what becomes of those that get none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCallPermits } from './call-permits.ts';

const LONG_MS = 60_000;

test('permits are handed on in the order of arrival, and beyond the queue nobody waits', async () => {
  const permits = buildCallPermits(1, 2);
  const order: string[] = [];
  assert.equal(await permits.enter(LONG_MS), 'admitted');
  const waiting = ['first', 'second'].map(async (name) => {
    order.push(`${name} ${await permits.enter(LONG_MS)}`);
    permits.leave();
  });
  assert.equal(await permits.enter(LONG_MS), 'full');
  permits.leave();
  await Promise.all(waiting);
  assert.deepEqual(order, ['first admitted', 'second admitted']);
  assert.equal(await permits.enter(LONG_MS), 'admitted', 'all permits came back');
});

test('who waited too long has left the queue', async () => {
  const permits = buildCallPermits(1, 1);
  await permits.enter(LONG_MS);
  assert.equal(await permits.enter(1), 'late');
  const next = permits.enter(LONG_MS);
  permits.leave();
  assert.equal(await next, 'admitted');
});

test('closing turns away those that wait and those that come', async () => {
  const permits = buildCallPermits(1, 1);
  await permits.enter(LONG_MS);
  const waiting = permits.enter(LONG_MS);
  permits.close();
  assert.equal(await waiting, 'closed');
  assert.equal(await permits.enter(LONG_MS), 'closed');
});
