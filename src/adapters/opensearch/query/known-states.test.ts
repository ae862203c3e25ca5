// Which of two states of a catalog is believed, when they are read in one order and arrive in another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredState } from '../feeding/states.ts';
import type { FeedingState } from '../feeding-state.ts';
import { KnownStates } from './known-states.ts';

const SCOPE = { tenantId: 'acme', workspaceId: 'web', environmentId: 'production' };
const CATALOG = 'shop';
/** Longer than a state is trusted, shorter than a late response may take. */
const LATER_MS = 1_000;
const MUCH_LATER_MS = 60_000;

const stored = (seqNo: number, generation: number, position: number): StoredState => ({
  state: { generation, position, objects_position: position } as unknown as FeedingState,
  revision: { seqNo, primaryTerm: 1 },
});

const [before, after] = [stored(7, 1, 10), stored(8, 2, 20)];

/** Reads get their response when the test says so, in any order. */
const openStates = () => {
  const reads: ((response: StoredState | undefined) => void)[] = [];
  let now = 0;
  const states = new KnownStates<never>({
    readState: () => new Promise((resolve) => void reads.push(resolve)),
    exists: async () => true,
    ...{ waitMs: 0, servesStale: true, onWaiting: () => {}, sleep: async () => {} },
    now: () => now,
  });
  return {
    states,
    reads,
    pass: (ms: number) => {
      now += ms;
    },
    reach: () => states.reach(SCOPE, CATALOG, 0),
  };
};

test('a response that was overtaken by a newer one is not believed', async () => {
  const { states, reads, pass, reach } = openStates();
  const first = reach();
  pass(LATER_MS);
  const second = reach();
  reads[1]?.(after);
  assert.equal((await second)?.state.generation, 2);
  const revision = states.revision(SCOPE);
  reads[0]?.(before);
  assert.equal((await first)?.state.generation, 2);
  assert.equal(states.revision(SCOPE), revision, 'nothing has changed');
});

test('nor is that of a copy that lags behind, though it was asked later', async () => {
  const { reads, pass, reach } = openStates();
  const first = reach();
  reads[0]?.(after);
  await first;
  pass(LATER_MS);
  const second = reach();
  reads[1]?.(before);
  assert.equal((await second)?.state.generation, 2);
});

test('an older state is believed in the end: the index of states was made anew', async () => {
  const { reads, pass, reach } = openStates();
  const first = reach();
  reads[0]?.(after);
  await first;
  pass(MUCH_LATER_MS);
  const second = reach();
  reads[1]?.(before);
  assert.equal((await second)?.state.generation, 1);
});
