// Owners take turns, each with what came first; whoever may not go is passed over and keeps its place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from './fair-queue.ts';

const fill = (...items: readonly string[]): FairQueue<string> => {
  const queue = new FairQueue<string>();
  for (const item of items) queue.add(item.charAt(0), item);
  return queue;
};

const takeAll = (queue: FairQueue<string>): string[] => {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next.item);
  return taken;
};

test('however much one has waiting, the others come in between', () => {
  assert.deepEqual(takeAll(fill('a1', 'a2', 'a3', 'b1', 'c1', 'c2')), ['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

test('what is added first goes before what its owner has waiting, and before nobody else', () => {
  const queue = fill('a1', 'b1', 'b2');
  queue.addFirst('b', 'b0');
  queue.addFirst('c', 'c0');
  assert.deepEqual(takeAll(queue), ['a1', 'b0', 'c0', 'b1', 'b2']);
});

test('whoever may not go is passed over, and goes first once it may', () => {
  const queue = fill('a1', 'b1', 'b2');
  assert.deepEqual(
    ['a', 'b', 'c'].map((only) => queue.canTake((owner) => owner === only)),
    [true, true, false],
  );
  assert.deepEqual(
    queue.take((owner) => owner !== 'a'),
    { owner: 'b', item: 'b1' },
  );
  assert.equal(
    queue.take(() => false),
    undefined,
  );
  assert.deepEqual(takeAll(queue), ['a1', 'b2']);
  assert.ok(queue.isEmpty);
});

test('what is cleared was all that waited', () => {
  const queue = fill('a1', 'b1', 'a2');
  assert.ok(queue.has('a'));
  assert.deepEqual(queue.clear().toSorted(), ['a1', 'a2', 'b1']);
  assert.ok(queue.isEmpty && !queue.has('a'));
});

test('an item is removed without disturbing the others', () => {
  const queue = fill('a1', 'a2', 'b1');
  queue.remove('a', 'a1');
  queue.remove('a', 'b1');
  queue.remove('c', 'c1');
  assert.deepEqual([queue.countOf('a'), queue.countOf('b'), queue.countOf('c')], [1, 1, 0]);
  queue.remove('b', 'b1');
  assert.equal(queue.has('b'), false);
  assert.deepEqual(takeAll(queue), ['a2']);
});
