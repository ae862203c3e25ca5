// Permits in their order, what becomes of those that get none, and that one owner leaves room for others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCallPermits } from './call-permits.ts';

const LONG_MS = 60_000;

test('permits are handed on in the order of arrival, and beyond the queue nobody waits', async () => {
  const permits = buildCallPermits({ runningMax: 1, waitingMax: 8 });
  const order: string[] = [];
  assert.equal(await permits.enter('a', LONG_MS), 'admitted');
  const waiting = ['first', 'second'].map(async (name) => {
    order.push(`${name} ${await permits.enter('a', LONG_MS)}`);
    permits.leave('a');
  });
  assert.equal(await permits.enter('a', LONG_MS), 'full');
  permits.leave('a');
  await Promise.all(waiting);
  assert.deepEqual(order, ['first admitted', 'second admitted']);
  assert.equal(await permits.enter('a', LONG_MS), 'admitted', 'all permits came back');
});

test('who waited too long has left the queue', async () => {
  const permits = buildCallPermits({ runningMax: 1, waitingMax: 1 });
  await permits.enter('a', LONG_MS);
  assert.equal(await permits.enter('a', 1), 'late');
  const next = permits.enter('a', LONG_MS);
  permits.leave('a');
  assert.equal(await next, 'admitted');
});

test('closing turns away those that wait and those that come', async () => {
  const permits = buildCallPermits({ runningMax: 1, waitingMax: 1 });
  await permits.enter('a', LONG_MS);
  const waiting = permits.enter('a', LONG_MS);
  permits.close();
  assert.equal(await waiting, 'closed');
  assert.equal(await permits.enter('a', LONG_MS), 'closed');
});

test('a flood of one owner leaves permits and places in the queue to others', async () => {
  const permits = buildCallPermits({ runningMax: 4, waitingMax: 8 });
  const admitted: string[] = [];
  const enter = (owner: string): Promise<string> =>
    permits.enter(owner, LONG_MS).then((entry) => {
      if (entry === 'admitted') admitted.push(owner);
      return entry;
    });
  const flood = Array.from({ length: 50 }, () => enter('flood'));
  const entries = await Promise.race([Promise.all(flood.slice(5)), Promise.all(flood.slice(0, 3))]);
  assert.ok(entries.every((entry) => entry === 'full' || entry === 'admitted'));
  assert.equal(admitted.length, 3, 'three of four permits');
  assert.equal(await enter('shop'), 'admitted', 'the fourth is for others');
  const [second, third] = [enter('shop'), enter('other')];
  // One goes back to the flood, which has waited longer.
  for (let left = 0; left < 3; left += 1) permits.leave('flood');
  assert.deepEqual(await Promise.all([second, third]), ['admitted', 'admitted']);
  assert.deepEqual(
    await Promise.all(flood.slice(5)),
    Array.from({ length: 45 }, () => 'full'),
  );
  permits.close();
});

test('owners that wait take turns', async () => {
  const permits = buildCallPermits({ runningMax: 1, waitingMax: 16 });
  await permits.enter('flood', LONG_MS);
  const order: string[] = [];
  const waiting = ['flood', 'flood', 'flood', 'shop', 'shop'].map(async (owner) => {
    await permits.enter(owner, LONG_MS);
    order.push(owner);
    permits.leave(owner);
  });
  permits.leave('flood');
  await Promise.all(waiting);
  assert.deepEqual(order, ['flood', 'shop', 'flood', 'shop', 'flood']);
});
