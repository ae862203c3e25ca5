// The order of permits: never too many, one per owner, the longest wait first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKeyedSemaphore } from './keyed-semaphore.ts';

const start = (permitsMax: number) => {
  const permits = buildKeyedSemaphore(permitsMax);
  const going: string[] = [];
  const take = (owner: string, name = owner): void => {
    void permits.acquire(owner).then(() => going.push(name));
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { permits, going, take, settled };
};

test('one owner never has two permits, however many are free', async () => {
  const { permits, going, take, settled } = start(2);
  take('a', 'a1');
  take('a', 'a2');
  take('b');
  await settled();
  assert.deepEqual(going, ['a1', 'b']);
  permits.release('b');
  await settled();
  assert.deepEqual(going, ['a1', 'b']);
  permits.release('a');
  await settled();
  assert.deepEqual(going, ['a1', 'b', 'a2']);
});

test('who gives up leaves the queue, and who gets the permit in time keeps it', {
  timeout: 20_000,
}, async () => {
  const { permits, going, take, settled } = start(1);
  take('a');
  const [late, inTime] = [permits.tryAcquire('a', 1), permits.tryAcquire('b', 15_000)];
  take('c');
  assert.equal(await late, false);
  permits.release('a');
  assert.equal(await inTime, true);
  assert.deepEqual(going, ['a']);
  permits.release('b');
  await settled();
  assert.deepEqual(going, ['a', 'c']);
  assert.equal(await permits.tryAcquire('c', 1), false);
  permits.release('c');
  assert.equal(await permits.tryAcquire('c', 1), true);
});

test('when all permits are held, the one who waited longest goes first', async () => {
  const { permits, going, take, settled } = start(1);
  for (const owner of ['a', 'b', 'c']) take(owner);
  for (const owner of ['a', 'b', 'c']) {
    await settled();
    permits.release(owner);
  }
  await settled();
  assert.deepEqual(going, ['a', 'b', 'c']);
});

test('a permit is awaited by those who would get it on release', async () => {
  const { permits, take, settled } = start(2);
  const awaited = () => ['a', 'b', 'c'].filter((owner) => permits.isAwaited(owner));
  take('a', 'a1');
  take('b');
  assert.deepEqual(awaited(), []);
  take('a', 'a2');
  assert.deepEqual(awaited(), ['a']);
  take('c');
  assert.deepEqual(awaited(), ['a', 'b', 'c']);
  permits.release('a');
  await settled();
  // Now a2 holds the permit of a1, and c still waits.
  assert.deepEqual(awaited(), ['a', 'b', 'c']);
  permits.release('b');
  await settled();
  assert.deepEqual(awaited(), []);
});

test('a free permit is granted at once', async () => {
  const { permits, going, take, settled } = start(1);
  take('a');
  await settled();
  permits.release('a');
  take('b');
  await settled();
  assert.deepEqual(going, ['a', 'b']);
});

test('groups take turns, whoever of them came first, and have so many permits only', async () => {
  const permits = buildKeyedSemaphore(2, { groupOf: (owner) => owner.slice(0, 1), ofGroupMax: 1 });
  const going: string[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  for (const owner of ['a1', 'a2', 'a3', 'b1', 'c1'])
    void permits.acquire(owner).then(() => going.push(owner));
  await settled();
  assert.deepEqual(going, ['a1', 'b1']);
  // What only the own group keeps others from is not awaited by them.
  assert.deepEqual([permits.isAwaited('a1'), permits.isAwaited('b1')], [true, true]);
  permits.release('a1');
  await settled();
  assert.deepEqual(going, ['a1', 'b1', 'c1']);
  assert.equal(permits.isAwaited('b1'), true);
  permits.release('b1');
  await settled();
  assert.deepEqual(going, ['a1', 'b1', 'c1', 'a2']);
  assert.deepEqual([permits.isAwaited('a2'), permits.isAwaited('c1')], [true, false]);
});

test('with one permit, a group that had the latest turn goes last', async () => {
  const permits = buildKeyedSemaphore(1, { groupOf: (owner) => owner.slice(0, 1) });
  const going: string[] = [];
  for (const owner of ['a1', 'a2', 'a3', 'b1']) void permits.acquire(owner).then(() => going.push(owner));
  for (const owner of ['a1', 'b1', 'a2']) {
    await new Promise((resolve) => setImmediate(resolve));
    permits.release(owner);
  }
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(going, ['a1', 'b1', 'a2', 'a3']);
});

test('who is called off leaves the queue with the reason', async () => {
  const { permits, going, take, settled } = start(1);
  take('a');
  const off = new AbortController();
  const waiting = permits.acquire('b', off.signal);
  take('c');
  off.abort(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  await assert.rejects(permits.acquire('d', off.signal), /gone/);
  permits.release('a');
  await settled();
  assert.deepEqual(going, ['a', 'c']);
});
