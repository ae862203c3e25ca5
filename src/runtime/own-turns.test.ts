// On the real event loop: one piece of work per turn, in order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOwnTurn } from './own-turns.ts';

test('each piece of work has a turn of its own, and short work goes on in between', async () => {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    let left = 4;
    const tick = (): void => {
      order.push('-');
      if (left > 0) setImmediate(tick);
      else resolve();
    };
    for (const name of ['a', 'b', 'c'])
      inOwnTurn(() => {
        order.push(name);
        left -= 1;
        if (name === 'a')
          inOwnTurn(() => {
            order.push('d');
            left -= 1;
          });
      });
    setImmediate(tick);
  });
  assert.equal(order.join(''), 'a-b-c-d-');
});
