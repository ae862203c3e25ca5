// A commit that has succeeded does not fail for a journal that cannot be looked at.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCheckpointer } from './checkpointer.ts';

test('a journal whose size cannot be told is left alone', async () => {
  const refused: unknown[] = [];
  const checkpointer = buildCheckpointer(`/${'x'.repeat(5_000)}`, {
    onRefused: (error) => {
      refused.push(error);
      return error;
    },
    onEnd: () => assert.fail(),
  });
  checkpointer.afterCommit();
  assert.deepEqual(refused, []);
});
