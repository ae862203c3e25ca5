// Recording events: whose they are, and what is kept of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure, lostCaller, scope, storeWith } from '../../../test/fixtures/fake-caller.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ProductEvent } from '../../domain/events/product-event.ts';
import type { SearchIndex } from '../../domain/ports.ts';
import { buildRecordEvents } from './record-events.ts';

const store = {
  id: 's1',
  storeHash: 'x',
  provider: '',
  catalogId: 'c1',
  contentModelId: 'm1',
  currency: 'USD',
};

const NOON = '2026-03-04T12:00:00Z';

const open = (now = NOON, visitorSecret = 'secret') => {
  const recorded: ProductEvent[] = [];
  const record = buildRecordEvents({
    storeIn: storeWith({ findCommerceStore: async (id) => (id === 'none' ? undefined : store) }),
    // Nothing of it is called: an event never waits for an index.
    searchIndex: {} as SearchIndex,
    now: () => new Date(now),
    events: { record: (events) => recorded.push(...events) },
    visitorSecret,
  });
  type Sent = Parameters<typeof record>[1]['body']['events'][number];
  const send = async (by: Caller, events: readonly Partial<Sent>[]) => {
    const body = { events: events.map((each): Sent => ({ type: 'view', product_id: 'p1', ...each })) };
    return record(by, { params: {}, query: {}, headers: {}, body });
  };
  return { record, recorded, send };
};

const anyone: Caller = { ...caller, token: undefined };

const markOf = async (by: Caller, visitor?: string, now = NOON, secret = 'secret'): Promise<string> => {
  const { recorded, send } = open(now, secret);
  await send(by, [visitor === undefined ? {} : { visitor }]);
  return recorded[0]?.visitor ?? assert.fail();
};

test('an event is kept with its day, a mark and a term that may be recorded', async () => {
  const { recorded, send } = open();
  const result = await send(caller, [
    { type: 'purchase', visitor: 'ada@example.com', search_term: '  Red  SHOE ' },
    { product_id: 'p2', search_term: 'ada@example.com' },
  ]);
  assert.deepEqual(result, { accepted: 2 });
  const [first, second] = recorded;
  assert.match(first?.visitor ?? '', /^[\w-]{22}$/);
  const place = { ...scope, catalogId: 'c1', day: '2026-03-04' };
  assert.deepEqual(recorded, [
    { ...place, productId: 'p1', type: 'purchase', visitor: first?.visitor, term: 'red shoe' },
    { ...place, productId: 'p2', type: 'view', visitor: second?.visitor, term: '' },
  ]);
  assert.ok(!JSON.stringify(recorded).includes('ada'), 'nothing personal is kept');
});

test('a mark changes with the day, the workspace, the visitor and the secret', async () => {
  const one = await markOf(caller, 'v1');
  assert.equal(await markOf(caller, 'v1', '2026-03-04T23:59:59Z'), one);
  const others = [
    await markOf(caller, 'v2'),
    await markOf(caller),
    await markOf(caller, 'v1', '2026-03-05T00:00:00Z'),
    await markOf(caller, 'v1', NOON, 'other'),
  ];
  assert.equal(new Set([one, ...others]).size, 5);
});

test('without a token, one address is one visitor, whatever it claims', async () => {
  const { recorded, send } = open();
  await send(
    anyone,
    Array.from({ length: 100 }, (_, at) => ({ visitor: `made up ${at}` })),
  );
  assert.equal(new Set(recorded.map(({ visitor }) => visitor)).size, 1);
  assert.equal(await markOf(anyone, 'other'), recorded[0]?.visitor);
  assert.notEqual(await markOf({ ...anyone, addressId: 'a2' }), recorded[0]?.visitor);
  assert.notEqual(await markOf(anyone, undefined, '2026-03-05T00:00:00Z'), recorded[0]?.visitor);
  const { recorded: named, send: sendNamed } = open();
  await sendNamed(caller, [{ visitor: 'v1' }, { visitor: 'v2' }, { visitor: 'v1' }]);
  assert.equal(new Set(named.map(({ visitor }) => visitor)).size, 2);
});

test('a place that does not exist is not found', async () => {
  const { record, recorded } = open();
  const body = { events: [{ type: 'view' as const, product_id: 'p' }] };
  const input = { params: {}, query: {}, headers: {}, body };
  await assert.rejects(
    record(lostCaller, input),
    failure(404, 'EnvironmentNotFound', 'environment_not_found'),
  );
  await assert.rejects(
    record(caller, { ...input, query: { store_id: 'none' } }),
    failure(404, 'StoreNotFound', 'store_not_found'),
  );
  assert.deepEqual(recorded, []);
});
