// A turn queue keeps the order, never handles anything before its turn ends, and bounds what one turn handles.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildTurnQueue } from './turn-queue.ts';

const queueOf = (handle: (item: number) => void, max = 10, onScheduled = () => {}) =>
  buildTurnQueue<number>({ handle, max, onScheduled });

describe('a turn queue', () => {
  it('handles nothing before the turn ends, then everything in its order', async () => {
    const handled: number[] = [];
    const add = queueOf((item) => handled.push(item));
    for (const item of [1, 2, 3]) add(item);
    await null;
    assert.deepEqual(handled, []);
    await nextTurn();
    assert.deepEqual(handled, [1, 2, 3]);
    add(4);
    await nextTurn();
    assert.deepEqual(handled, [1, 2, 3, 4]);
  });

  it('handles what comes meanwhile in the next turn', async () => {
    const handled: number[] = [];
    const add = queueOf((item) => {
      handled.push(item);
      if (item < 3) add(item + 1);
    });
    add(1);
    await nextTurn();
    assert.deepEqual(handled, [1]);
    await nextTurn();
    await nextTurn();
    assert.deepEqual(handled, [1, 2, 3]);
  });

  it('takes several turns for more than its maximum, and keeps the order', async () => {
    const handled: number[] = [];
    const add = queueOf((item) => handled.push(item), 2);
    for (const item of [1, 2, 3, 4, 5]) add(item);
    await nextTurn();
    assert.deepEqual(handled, [1, 2]);
    add(6);
    await nextTurn();
    assert.deepEqual(handled, [1, 2, 3, 4]);
    await nextTurn();
    assert.deepEqual(handled, [1, 2, 3, 4, 5, 6]);
  });

  it('says each time that a turn is scheduled: what that adds comes after the items and what they started', async () => {
    const done: string[] = [];
    const add = queueOf(
      (item) => void Promise.resolve().then(() => done.push(`item ${item}`)),
      2,
      () => setImmediate(() => done.push('after')),
    );
    for (const item of [1, 2, 3]) add(item);
    await nextTurn();
    assert.deepEqual(done, ['item 1', 'item 2', 'after']);
    await nextTurn();
    assert.deepEqual(done, ['item 1', 'item 2', 'after', 'item 3', 'after']);
  });
});
