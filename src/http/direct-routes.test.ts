// Cached responses over a connection: in the order of their requests, whatever piece a body comes in, and only for
// those whom the connection, or a trusted proxy, says is asking.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  bytesOf,
  type Counting,
  callOf,
  openCounting,
  type Question,
  until,
} from '../../test/fixtures/counting-fixture.ts';
import { openRawClient } from '../../test/fixtures/raw-client-fixture.ts';
import { scoped, secrets } from '../../test/fixtures/server-fixture.ts';
import { allRoutes } from '../contract/routes.ts';

const count = (term: string): Question => ({
  ...callOf('count-products'),
  body: JSON.stringify({ search_term: term }),
});

const bodiesSeen = ({ fixture }: Counting) => fixture.carried.map(({ input }) => input.body);

const clientOf = ({ client }: Counting) => {
  assert.ok(client);
  return client;
};

test('a body that was never asked about reaches its operation whole', async (context) => {
  const counting = await openCounting(context, 'at once');
  const { send } = counting;
  const first = await send(count('tent'));
  assert.notEqual((await send(count('lamp'))).body, first.body);
  assert.equal((await send(count('tent'))).body, first.body);
  assert.equal(counting.routed(), 0);
  assert.deepEqual(bodiesSeen(counting), [{ search_term: 'tent' }, { search_term: 'lamp' }]);
});

test('a body that comes in pieces is waited for', async (context) => {
  const counting = await openCounting(context, 'at once');
  const client = clientOf(counting);
  const first = await counting.send(count('tent'));
  const bytes = bytesOf(count('tent'));
  const end = bytes.indexOf('\r\n\r\n') + 4;
  for (const cut of [end, end + 3, bytes.length - 1]) {
    const seen = counting.arrived();
    client.send(bytes.slice(0, cut));
    await until(() => counting.arrived() > seen);
    client.send(bytes.slice(cut));
    assert.equal((await client.next()).body, first.body);
  }
  assert.equal(bodiesSeen(counting).length, 1);
});

test('a long body is read whole, however many pieces of it have arrived before it is looked at', async (context) => {
  const counting = await openCounting(context, 'at once');
  const lengths = [60_000, 66_000, 90_000, 131_000, 200_000];
  const client = clientOf(counting);
  for (const [number, length] of [...lengths, ...lengths, ...lengths].entries()) {
    const body = `{"search_term":"tent ${number}"${' '.repeat(length)}}`;
    client.send(bytesOf({ ...count('tent'), body }));
    assert.equal((await client.next()).status, 200, `${length}`);
  }
  assert.deepEqual(
    bodiesSeen(counting),
    Array.from({ length: 3 * lengths.length }, (_, number) => ({ search_term: `tent ${number}` })),
  );
});

test('a client that is gone before its request is served does not keep its slot', async (context) => {
  const counting = await openCounting(context, 'at once', { concurrentRequestsPerTenant: 1 });
  const { server } = counting.fixture.server.app;
  const { port } = server.address() as AddressInfo;
  const gone = await openRawClient(`http://127.0.0.1:${port}`);
  server.on('request', ({ method, socket }) => method === 'POST' && socket.destroy());
  // As many as are served in one turn: the next request has to wait, and its connection is closed meanwhile.
  clientOf(counting).send(bytesOf(callOf('search-content')).repeat(64));
  gone.send(bytesOf(count('tent')).slice(0, -1));
  await gone.rest();
  await until(() => counting.arrived() === 65);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  const client = await openRawClient(`http://127.0.0.1:${port}`);
  client.send(bytesOf(callOf('list-forms')));
  assert.equal((await client.next()).status, 200);
  client.socket.destroy();
});

test('requests are served together for the operations that the search index serves, and for no others', () => {
  const together = Object.values(allRoutes).filter(({ isServedTogether }) => isServedTogether === true);
  assert.deepEqual(together.map(({ name }) => name).sort(), [
    'count-products',
    'get-facet-search',
    'get-product',
    'get-product-by-slug',
    'get-product-search',
    'get-suggestions',
    'list-categories',
    'list-similar-products',
    'lookup-products',
    'search-content',
    'search-facets',
    'search-products',
    'suggest-searches',
  ]);
  // The router serves the others, each as it comes.
  assert.ok(together.every(({ isCacheable }) => isCacheable === true));
});

test('only what the search index serves waits for the end of the turn, and is sent there', async (context) => {
  const counting = await openCounting(context, 'at once');
  const { fixture, ask, signal } = counting;
  let carriedBefore = 0;
  let seen = { isCarriedAtOnce: false, isSent: false };
  fixture.server.app.server.on('request', async (_request, response) => {
    const endOfTurn = nextTurn();
    for (let step = 0; step < 50; step += 1) await null;
    const isCarriedAtOnce = fixture.carried.length > carriedBefore;
    await endOfTurn;
    seen = { isCarriedAtOnce, isSent: response.writableEnded };
  });
  const lookAt = async (name: 'search-content' | 'list-forms') => {
    // The first request on a connection looks up who asks.
    await ask(name);
    signal.at += 1;
    carriedBefore = fixture.carried.length;
    await ask(name);
    return seen;
  };
  assert.deepEqual(await lookAt('search-content'), { isCarriedAtOnce: false, isSent: true });
  assert.equal((await lookAt('list-forms')).isCarriedAtOnce, true);
});

test('responses keep the order of their requests, cached or not', async (context) => {
  const counting = await openCounting(context, 'at once');
  const client = clientOf(counting);
  const { send, ask } = counting;
  const tent = (await send(count('tent'))).body;
  const terms = (await ask('popular-terms')).body;
  const questions = [
    count('lamp'),
    callOf('popular-terms'),
    count('tent'),
    callOf('list-forms'),
    count('tent'),
  ];
  client.send(questions.map(bytesOf).join(''));
  const bodies: string[] = [];
  for (const _ of questions) bodies.push((await client.next()).body);
  assert.deepEqual(
    bodies.map((body) => (body === tent ? 'tent' : body === terms ? 'terms' : 'new')),
    ['new', 'terms', 'tent', 'new', 'tent'],
  );
});

test('what was committed before the body came, the response is not cached under', async (context) => {
  const counting = await openCounting(context, 'at once');
  const client = clientOf(counting);
  const bytes = bytesOf(count('tent'));
  client.send(bytes.slice(0, -1));
  await until(() => counting.arrived() > 0);
  // The caller is identified by the end of this turn.
  await nextTurn();
  // The caller was let in before this; it may be what takes their token from them.
  counting.signal.at = 2;
  client.send(bytes.slice(-1));
  const first = await client.next();
  assert.equal(first.status, 200);
  assert.notEqual((await counting.send(count('tent'))).body, first.body);
});

test('a token that has ended is refused before its body is looked at', async (context) => {
  const counting = await openCounting(context, 'at once');
  const client = clientOf(counting);
  const question = {
    ...count('tent'),
    headers: { ...count('').headers, authorization: `Bearer ${secrets.ending}` },
  };
  assert.equal((await counting.send(question)).status, 200);
  counting.fixture.now = new Date(counting.fixture.now.getTime() + 1_000);
  client.send(bytesOf(question).slice(0, -1));
  assert.equal((await client.next()).status, 401);
});

test('a header that is sent twice is looked at each time', async (context) => {
  const counting = await openCounting(context, 'at once');
  const client = clientOf(counting);
  await counting.ask('popular-terms');
  client.send(bytesOf(callOf('popular-terms')).replace('\r\n\r\n', '\r\nX-Tenant-Id: globex\r\n\r\n'));
  assert.equal((await client.next()).status, 400);
});

test('a body that is not called JSON is refused, though the same bytes were sent before', async (context) => {
  const { send } = await openCounting(context, 'at once');
  const { 'content-type': _, ...untyped } = count('tent').headers;
  const plain = { ...count('tent'), headers: { ...untyped, 'content-type': 'text/plain' } };
  for (let round = 0; round < 2; round += 1) {
    assert.equal((await send(count('tent'))).status, 200);
    assert.equal((await send(plain)).status, 400);
    assert.equal((await send({ ...count('tent'), headers: untyped })).status, 400);
  }
});

test('an own header of an operation decides too', async (context) => {
  const { send } = await openCounting(context, 'at once');
  const grouped = (id: string) => ({
    ...count('tent'),
    headers: { ...count('').headers, 'x-customer-group-id': id },
  });
  const bodies = [count('tent'), grouped('a'), grouped('b')];
  const first = [];
  for (const question of bodies) first.push((await send(question)).body);
  assert.equal(new Set(first).size, bodies.length);
  for (const [index, question] of bodies.entries()) assert.equal((await send(question)).body, first[index]);
});

test('a page of another site gets its own headers, again and again', async (context) => {
  const { ask, fixture } = await openCounting(context, 'at once', { corsOrigins: ['https://shop.test'] });
  const allowed = async (origin?: string) => {
    const { headers } = await ask('popular-terms', origin === undefined ? {} : { origin });
    return [headers['access-control-allow-origin'], headers['vary']];
  };
  const origins = ['https://shop.test', 'https://other.test', undefined];
  const first = [];
  for (const origin of origins) first.push(await allowed(origin));
  assert.equal(first[0]?.[0], 'https://shop.test');
  assert.notEqual(first[1]?.[0], 'https://other.test');
  for (const [index, origin] of origins.entries()) assert.deepEqual(await allowed(origin), first[index]);
  assert.equal(fixture.carried.length, origins.length);
});

test('behind a trusted proxy, what it says decides', async (context) => {
  const { ask, routed } = await openCounting(context, 'at once', { trustProxy: true });
  const own = await ask('list-forms', { 'x-forwarded-host': 'one.test' });
  assert.equal((await ask('list-forms', { 'x-forwarded-host': 'one.test' })).body, own.body);
  assert.notEqual((await ask('list-forms', { 'x-forwarded-host': 'two.test' })).body, own.body);
  assert.equal(routed(), 0);
});

test('a request that is served at once is logged like any other', async (context) => {
  const { ask, fixture, routed } = await openCounting(context, 'at once');
  for (const id of ['first', 'second'])
    await ask('get-content-model', { authorization: `Bearer ${secrets.read}`, 'x-request-id': id });
  await until(() => fixture.logLines.length === 2);
  const [first, second] = fixture.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(routed(), 0);
  assert.equal(second?.['requestId'], 'second');
  assert.equal(typeof second?.['durationMs'], 'number');
  const same = ({ time: _time, requestId: _id, durationMs: _took, ...rest }: Record<string, unknown>) => rest;
  assert.deepEqual(same(second ?? {}), same(first ?? {}));
  assert.equal(first?.['tenantId'], scoped['x-tenant-id']);
});
