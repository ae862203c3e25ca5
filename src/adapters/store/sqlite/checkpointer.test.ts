// A successful commit does not fail because the journal cannot be inspected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCheckpointer } from './checkpointer.ts';

test('a journal of unknown size is left alone', async () => {
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
