// One large query of a tenant at a time, first come, first served; nobody waits for another tenant, for ever, or behind too many.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from '../../../test/fixtures/fake-caller.ts';
import { buildFixture, callTo, scoped } from '../../../test/fixtures/server-fixture.ts';
import { LargeQuerySlots } from './large-query-slots.ts';

const busy = failure(503, 'ServiceUnavailable', 'busy');
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('one of a tenant at a time, in the order in which they came', async () => {
  const slots = new LargeQuerySlots();
  const going: string[] = [];
  const take = (tenantId: string, name: string) =>
    slots.take(tenantId).then((release) => {
      going.push(name);
      return release;
    });
  const [first, second, third] = [take('a', 'a1'), take('a', 'a2'), take('a', 'a3')];
  const other = take('b', 'b1');
  await settled();
  assert.deepEqual(going, ['a1', 'b1']);
  const release = await first;
  release();
  release();
  await settled();
  assert.deepEqual(going, ['a1', 'b1', 'a2']);
  (await second)();
  (await third)();
  (await other)();
  (await take('a', 'a4'))();
  assert.deepEqual(going, ['a1', 'b1', 'a2', 'a3', 'a4']);
});

test('whoever waits too long gets 503, and the others go on', { timeout: 20_000 }, async () => {
  const slots = new LargeQuerySlots({ waitMaxMs: 20 });
  const release = await slots.take('a');
  await assert.rejects(slots.take('a'), busy);
  release();
  (await slots.take('a'))();
});

test('behind too many nobody waits', async () => {
  const slots = new LargeQuerySlots({ waitingMax: 2 });
  const release = await slots.take('a');
  const waiting = [slots.take('a'), slots.take('a')];
  await assert.rejects(slots.take('a'), busy);
  release();
  for (const each of waiting) (await each)();
  (await slots.take('a'))();
});

test('large queries take a slot of their tenant and free it, also when they fail; other requests take none', async (context) => {
  const take = context.mock.method(LargeQuerySlots.prototype, 'take');
  const { app } = buildFixture().server;
  const send = async (operation: 'count-products' | 'record-events', body: object): Promise<number> => {
    const { method, url } = callTo(operation);
    const headers = { ...scoped, 'content-type': 'application/json' };
    return (await app.inject({ method, url, headers, payload: JSON.stringify(body) })).statusCode;
  };
  const long = 'tent '.repeat(20_000);
  const statuses = [];
  for (const body of [{ search_term: long }, { search_term: 1, category_name: long }, { search_term: long }])
    statuses.push(await send('count-products', body));
  // Each would wait for ever if the one before had kept its slot.
  assert.equal(take.mock.callCount(), 3);
  assert.ok(statuses.every((status) => status >= 400 && status < 500));
  await send('count-products', { search_term: 'tent' });
  await send('record-events', { events: [{ visitor: long }] });
  assert.equal(take.mock.callCount(), 3);
});
