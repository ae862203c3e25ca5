// Suite: leases. One holder at a time, tokens that grow with every term, and terms that are over and stay so.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Lease } from '../../../src/domain/leases/lease.ts';
import { runs } from '../../fixtures/long-runs.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import type { OpenStore } from './store-fixture.ts';

const LONG_MS = 3_600_000;
/** Over as soon as it began. */
const NO_TERM_MS = 0;

type Step =
  | {
      readonly kind: 'take' | 'renew' | 'finish' | 'release';
      readonly holder: number;
      readonly isLong: boolean;
    }
  | { readonly kind: 'read' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('take', 'renew', 'finish', 'release'),
    holder: fc.nat(2),
    isLong: fc.boolean(),
  }),
  fc.constant({ kind: 'read' as const }),
);

export const describeLeases = (open: OpenStore): void => {
  describe('leases', () => {
    it('a lease has one holder, and each term a larger token', async (t) => {
      const store = await open(t);
      assert.equal(await store.readLease('work'), undefined);
      const first = await store.takeLease('work', 'a', LONG_MS);
      assert.deepEqual(first, { name: 'work', holder: 'a', token: 1, replaced: undefined });
      assert.equal(await store.takeLease('work', 'b', LONG_MS), undefined);
      assert.equal(await store.takeLease('work', 'a', LONG_MS), undefined);
      assert.equal((await store.takeLease('other work', 'b', LONG_MS))?.token, 1);
      const state = await store.readLease('work');
      assert.ok(state !== undefined && state.endsInMs > LONG_MS / 2 && state.endsInMs <= LONG_MS);
      assert.equal(state.finishedAgoMs, undefined);
      await store.endLease(first as Lease, true);
      const ended = await store.readLease('work');
      assert.equal(ended?.endsInMs, 0);
      assert.ok((ended?.finishedAgoMs ?? -1) >= 0);
      assert.deepEqual(await store.takeLease('work', 'b', LONG_MS), {
        name: 'work',
        holder: 'b',
        token: 2,
        replaced: undefined,
      });
    });

    it('a term that ran out is taken over, and the late holder can do nothing about it', async (t) => {
      const store = await open(t);
      const late = (await store.takeLease('work', 'a', 20)) as Lease;
      let next: Lease | undefined;
      await waitUntil('the term is over', async () => {
        next = await store.takeLease('work', 'b', LONG_MS);
        return next !== undefined;
      });
      assert.deepEqual(next, { name: 'work', holder: 'b', token: 2, replaced: 'a' });
      assert.equal(await store.renewLease(late, LONG_MS), false);
      await store.endLease(late, true);
      assert.equal((await store.readLease('work'))?.finishedAgoMs, undefined);
      assert.equal(await store.renewLease(next as Lease, LONG_MS), true);
    });

    it('of many that ask at once, one gets it', async (t) => {
      const store = await open(t);
      for (let term = 1; term <= 3; term += 1) {
        const asked = Array.from({ length: 8 }, (_, at) => store.takeLease('work', `h${at}`, LONG_MS));
        const taken = (await Promise.all(asked)).filter((lease) => lease !== undefined);
        assert.deepEqual(
          taken.map(({ token }) => token),
          [term],
        );
        await store.endLease(taken[0] as Lease, false);
      }
    });

    it('whatever is asked in which order, it is as the plain model says', async (t) => {
      const store = await open(t);
      let name = 0;
      const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        name += 1;
        await followModel(store, `work ${name}`, steps);
      });
      await fc.assert(property, { numRuns: runs(8, 150) });
    });
  });
};

/** A term is either over at once or never: so the model needs no clock. */
const followModel = async (
  store: Awaited<ReturnType<OpenStore>>,
  name: string,
  steps: readonly Step[],
): Promise<void> => {
  let token = 0;
  let isRunning = false;
  let isFinished = false;
  const held = new Map<number, Lease>();
  for (const { kind, ...asked } of steps) {
    const { holder, isLong } = { holder: 0, isLong: false, ...asked };
    const termMs = isLong ? LONG_MS : NO_TERM_MS;
    const lease = held.get(holder);
    const isCurrent: boolean = isRunning && lease?.token === token;
    if (kind === 'read') {
      const state = await store.readLease(name);
      assert.equal(state !== undefined, token > 0);
      assert.equal((state?.endsInMs ?? 0) > 0, isRunning);
      assert.equal(state?.finishedAgoMs !== undefined, isFinished);
    } else if (kind === 'take') {
      const taken = await store.takeLease(name, `h${holder}`, termMs);
      assert.equal(taken?.token, isRunning ? undefined : token + 1);
      if (taken === undefined) continue;
      held.set(holder, taken);
      token += 1;
      isRunning = isLong;
    } else if (lease !== undefined && kind === 'renew') {
      assert.equal(await store.renewLease(lease, termMs), isCurrent);
      if (isCurrent) isRunning = isLong;
    } else if (lease !== undefined) {
      await store.endLease(lease, kind === 'finish');
      if (isCurrent && kind === 'finish') isFinished = true;
      if (isCurrent) isRunning = false;
    }
  }
};
