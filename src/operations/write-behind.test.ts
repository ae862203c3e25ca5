// Flushes go on whatever fails, and what is dropped at the end is logged.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWriteBehind } from './write-behind.ts';

const open = (store: () => Promise<void>, warn: (message: string) => void) => {
  let waiting = 1;
  return openWriteBehind({
    what: 'things',
    count: () => waiting,
    dropped: () => 0,
    store: async () => {
      await store();
      waiting = 0;
    },
    drop: () => {
      waiting = 0;
    },
    log: { warn: (_, message) => warn(message) },
  });
};

test('a log that fails ends no flush', async () => {
  let isBroken = true;
  let stored = 0;
  const buffer = open(
    async () => {
      if (isBroken) throw new Error('locked');
      stored += 1;
    },
    () => {
      throw new Error('no room for the log');
    },
  );
  await buffer.flush();
  isBroken = false;
  await buffer.flush();
  assert.equal(stored, 1);
  await buffer.close();
});

test('what cannot be stored at the end is dropped, and the log says so', async () => {
  const warnings: string[] = [];
  const buffer = open(
    () => Promise.reject(new Error('locked')),
    (message) => warnings.push(message),
  );
  await buffer.close();
  assert.deepEqual(warnings, ['things could not be stored', 'things were dropped: the service stops']);
});
