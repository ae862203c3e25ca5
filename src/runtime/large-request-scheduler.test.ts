// Parts of large requests: one at a time, by turns among tenants, and only who had a long one rests. A request that has begun goes on
// before others of its tenant begin.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture, callTo, scoped } from '../../test/fixtures/server-fixture.ts';
import { LargeRequestScheduler } from './large-request-scheduler.ts';

const LONG_MS = 8;

const hold = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

test('many parts of one tenant do not stand before the only one of another', async () => {
  const turns = new LargeRequestScheduler();
  const order: string[] = [];
  const part = (tenantId: string): Promise<void> =>
    turns.inTurns(tenantId, () => {
      order.push(tenantId);
      hold(LONG_MS);
    });
  const parts = [...Array.from({ length: 5 }, () => part('a')), part('b')];
  await Promise.all(parts);
  assert.deepEqual(order.slice(0, 2), ['a', 'b']);
  assert.equal(order.length, 6);
});

test('whoever had a long part rests, and whoever had a short one does not', async () => {
  const turns = new LargeRequestScheduler();
  const waitAfter = async (ms: number): Promise<number> => {
    const endedAt = await turns.inTurns('a', () => {
      hold(ms);
      return performance.now();
    });
    return performance.now() - endedAt;
  };
  assert.ok((await waitAfter(LONG_MS)) >= 2 * LONG_MS);
  // Nobody rests for ever.
  assert.equal(typeof (await waitAfter(0)), 'number');
});

test('parts do not run in one turn of the event loop', async () => {
  const turns = new LargeRequestScheduler();
  let inTurn = 0;
  let most = 0;
  const part = (tenantId: string): Promise<void> =>
    turns.inTurns(tenantId, () => {
      inTurn += 1;
      most = Math.max(most, inTurn);
      setImmediate(() => {
        inTurn -= 1;
      });
    });
  await Promise.all(['a', 'b', 'a', 'c'].map(part));
  assert.equal(most, 1);
});

test('who has begun goes on before others of the same tenant, pausing when it is due', async () => {
  const turns = new LargeRequestScheduler();
  const order: string[] = [];
  let pauses = 0;
  const work = (name: string): Promise<void> =>
    turns.inTurns(name.charAt(0), async (pauseIfDue) => {
      for (let step = 0; step < 3; step += 1) {
        order.push(name);
        hold(LONG_MS);
        const pause = pauseIfDue();
        pauses += pause === undefined ? 0 : 1;
        await pause;
      }
    });
  await Promise.all(['a1', 'a2', 'b1'].map(work));
  assert.equal(pauses, 9);
  assert.deepEqual(
    order.filter((name) => name !== 'b1'),
    ['a1', 'a1', 'a1', 'a2', 'a2', 'a2'],
  );
  assert.ok(order.indexOf('b1') < order.indexOf('a2'));
});

test('a large request takes the turns of its own tenant, and a small one none', async (context) => {
  const take = context.mock.method(LargeRequestScheduler.prototype, 'inTurns');
  const { app } = buildFixture().server;
  const { method, url } = callTo('count-products');
  const takers = async (tenantId: string, searchTerm: string): Promise<unknown[]> => {
    take.mock.resetCalls();
    const headers = { ...scoped, 'x-tenant-id': tenantId, 'content-type': 'application/json' };
    await app.inject({
      method,
      url,
      headers,
      payload: JSON.stringify({ facets: [], search_term: searchTerm }),
    });
    return [...new Set(take.mock.calls.map((call) => call.arguments[0]))];
  };
  const long = 'tent '.repeat(20_000);
  assert.deepEqual(await takers('acme', long), ['acme']);
  assert.deepEqual(await takers('globex', long), ['globex']);
  assert.deepEqual(await takers('acme', 'tent'), []);
});
