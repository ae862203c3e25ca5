// Large queries of a tenant: as many at a time as may be, first come, first served; nobody waits for another tenant, for ever, behind too
// many, or behind somebody who has left. None is read before its turn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from '../../../test/fixtures/fake-caller.ts';
import { buildFixture, callTo, scoped } from '../../../test/fixtures/server-fixture.ts';
import { LargeRequestScheduler } from '../../runtime/large-request-scheduler.ts';
import { LargeRequestSlots } from './large-request-slots.ts';

const busy = failure(503, 'ServiceUnavailable', 'busy');
const late = failure(503, 'ServiceUnavailable', 'deadline_exceeded');
const stays = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('as many of a tenant at a time as may be, in the order in which they came', async () => {
  for (const ofTenantMax of [1, 2]) {
    const slots = new LargeRequestSlots({ ofTenantMax });
    const going: string[] = [];
    const take = (tenantId: string, name: string) =>
      slots.take(tenantId, stays).then((release) => {
        going.push(name);
        return release;
      });
    const taken = ['a1', 'a2', 'a3', 'a4'].map((name) => take('a', name));
    const other = take('b', 'b1');
    await settled();
    const first = ['a1', 'a2'].slice(0, ofTenantMax);
    assert.deepEqual(going.toSorted(), [...first, 'b1']);
    const release = await taken[0];
    release?.();
    release?.();
    await settled();
    assert.deepEqual(
      going.filter((name) => name !== 'b1'),
      ['a1', 'a2', 'a3'].slice(0, ofTenantMax + 1),
    );
    for (const each of [...taken.slice(1), other]) (await each)();
    (await take('a', 'a5'))();
    assert.deepEqual(
      going.filter((name) => name !== 'b1'),
      ['a1', 'a2', 'a3', 'a4', 'a5'],
    );
  }
});

test('whoever waits too long gets 503, and the others go on', { timeout: 20_000 }, async () => {
  const slots = new LargeRequestSlots({ waitMaxMs: 20 });
  const release = await slots.take('a', stays);
  await assert.rejects(slots.take('a', stays), late);
  release();
  (await slots.take('a', stays))();
});

test('behind too many nobody waits', async () => {
  const slots = new LargeRequestSlots({ waitingMax: 2 });
  const release = await slots.take('a', stays);
  const waiting = [slots.take('a', stays), slots.take('a', stays)];
  await assert.rejects(slots.take('a', stays), busy);
  release();
  for (const each of waiting) (await each)();
  (await slots.take('a', stays))();
});

test('who leaves gives up the place', async () => {
  const slots = new LargeRequestSlots({ waitingMax: 1 });
  const release = await slots.take('a', stays);
  const leaving = new AbortController();
  const left = assert.rejects(slots.take('a', leaving.signal), /gone/);
  leaving.abort(new Error('gone'));
  await left;
  await assert.rejects(slots.take('b', leaving.signal), /gone/);
  const next = slots.take('a', stays);
  release();
  (await next)();
});

test('a large query is not read before its turn, holds it to its end, also when it fails, and small ones need none', {
  timeout: 20_000,
}, async (context) => {
  const read = context.mock.method(LargeRequestScheduler.prototype, 'inTurns');
  const begun: string[] = [];
  const go = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const fixture = buildFixture();
  const { app } = fixture.server;
  fixture.environment = undefined;
  fixture.carry = async ({ caller }) => {
    const turn = begun.push(caller.scope.tenantId) - 1;
    await go[turn]?.promise;
    throw new Error('nothing was counted');
  };
  const { method, url } = callTo('count-products');
  const send = (tenantId: string, body: object) => {
    const headers = { ...scoped, 'x-tenant-id': tenantId, 'content-type': 'application/json' };
    return app.inject({ method, url, headers, payload: JSON.stringify(body) });
  };
  const rule = { action: 'equal_to', field_name: 'sku', value: 'x'.repeat(90) };
  const group = { operator: 'OR', rules: Array.from({ length: 100 }, () => rule) };
  const large = { filter: [{ group }, { group }] };
  const readers = () => read.mock.calls.map((call) => call.arguments[0]);
  const first = send('acme', large);
  while (begun.length < 1) await settled();
  const second = send('acme', large);
  for (let turn = 0; turn < 50; turn += 1) await settled();
  assert.deepEqual(readers(), ['acme']);
  const other = send('globex', large);
  while (begun.length < 2) await settled();
  assert.deepEqual(begun, ['acme', 'globex']);
  go[1]?.resolve();
  await other;
  await send('acme', {});
  assert.deepEqual(begun, ['acme', 'globex', 'acme']);
  go[0]?.resolve();
  await Promise.all([first, second]);
  assert.deepEqual(readers(), ['acme', 'globex', 'acme']);
  assert.deepEqual(begun, ['acme', 'globex', 'acme', 'acme']);
});
