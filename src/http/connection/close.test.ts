// Closing: every request that was accepted is served, nothing is carried out that cannot be, and the deadline holds.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { until } from '../../../test/fixtures/counting-fixture.ts';
import { openRawClient } from '../../../test/fixtures/raw-client-fixture.ts';
import { buildFixture, calls, type Fixture, scoped } from '../../../test/fixtures/server-fixture.ts';

const FORMS = calls['list-forms'].url;
const SCOPE = Object.entries(scoped)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
const request = (query = '') => `GET ${FORMS}${query} HTTP/1.1\r\nHost: x\r\n${SCOPE}\r\n`;
/** More than all the buffers between a server and a reader who does not read. */
const large = { item: { total_count: 1, items: [{ name: 'a'.repeat(20_000_000) }] } };
const empty = { item: { total_count: 0, items: [] } };

const listen = async (fixture: Fixture): Promise<string> =>
  fixture.server.listen({ host: '127.0.0.1', port: 0 });

/** Holds every request until `release`; `reached(n)` resolves once n of them are held. */
const holdRequests = (fixture: Fixture) => {
  const released = Promise.withResolvers<void>();
  let count = 0;
  const waiting = new Map<number, () => void>();
  fixture.carry = async ({ input }) => {
    count += 1;
    waiting.get(count)?.();
    await released.promise;
    return { item: { total_count: Number(input.query['skip'] ?? 0), items: [] } };
  };
  return {
    release: () => released.resolve(),
    reached: (n: number) =>
      new Promise<void>((resolve) => {
        if (count >= n) resolve();
        else waiting.set(n, resolve);
      }),
  };
};

test('requests in flight, pipelined ones included, are served in order; the last says close', async () => {
  const fixture = buildFixture();
  const held = holdRequests(fixture);
  const origin = await listen(fixture);
  const clients = await Promise.all(Array.from({ length: 5 }, () => openRawClient(origin)));
  for (const client of clients) client.send(request('?skip=1') + request('?skip=2') + request('?skip=3'));
  await held.reached(15);
  const closed = fixture.server.closeGracefully(10_000);
  held.release();
  for (const client of clients) {
    for (const skip of [1, 2, 3]) {
      const response = await client.next();
      assert.equal(response.status, 200);
      assert.equal(JSON.parse(response.body).Data.item.total_count, skip);
      assert.equal(response.headers.get('connection'), skip === 3 ? 'close' : 'keep-alive');
    }
    assert.equal(await client.rest(), '');
  }
  assert.equal(await closed, 0);
});

test('an idle keep-alive connection is closed, and no new one is accepted', async () => {
  const fixture = buildFixture();
  const origin = await listen(fixture);
  const client = await openRawClient(origin);
  client.send(request());
  assert.equal((await client.next()).status, 200);
  const silent = await openRawClient(origin);
  assert.equal(await fixture.server.closeGracefully(10_000), 0);
  assert.equal(await client.rest(), '');
  assert.equal(await silent.rest(), '');
  await assert.rejects(fetch(`${origin}/healthz`));
});

test('a request whose head is still on its way when closing starts is served', async () => {
  const fixture = buildFixture();
  const origin = await listen(fixture);
  const client = await openRawClient(origin);
  const whole = request();
  client.send(whole.slice(0, 40));
  const other = await openRawClient(origin);
  other.send(request());
  await other.next();
  const closed = fixture.server.closeGracefully(10_000);
  client.send(whole.slice(40));
  const response = await client.next();
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('connection'), 'close');
  assert.equal(await closed, 0);
});

test('a request whose body is still on its way when closing starts is served', async () => {
  const fixture = buildFixture();
  const origin = await listen(fixture);
  const client = await openRawClient(origin);
  client.send(
    `POST ${calls['count-products'].url} HTTP/1.1\r\nHost: x\r\n${SCOPE}Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
  );
  assert.equal((await client.next()).status, 100);
  const closed = fixture.server.closeGracefully(10_000);
  client.send('{}');
  const response = await client.next();
  assert.deepEqual([response.status, response.headers.get('connection')], [200, 'close']);
  assert.equal(await closed, 0);
});

test('a large response reaches a reader who takes their time', async () => {
  const fixture = buildFixture();
  const responded = Promise.withResolvers<void>();
  fixture.carry = () => {
    responded.resolve();
    return large;
  };
  const origin = await listen(fixture);
  const client = await openRawClient(origin);
  client.socket.pause();
  client.send(request());
  await responded.promise;
  const closed = fixture.server.closeGracefully(10_000);
  // Long enough for several sweeps over idle connections.
  await new Promise((resolve) => setTimeout(resolve, 250));
  client.socket.resume();
  const response = await client.next();
  assert.equal(JSON.parse(response.body).Data.item.items[0].name.length, 20_000_000);
  assert.equal(await closed, 0);
});

test('a request that was sent on an idle connection just before closing is served', async () => {
  const fixture = buildFixture();
  const origin = await listen(fixture);
  const client = await openRawClient(origin);
  client.send(request());
  await client.next();
  client.send(request());
  const closed = fixture.server.closeGracefully(10_000);
  const response = await client.next();
  assert.deepEqual([response.status, response.headers.get('connection')], [200, 'close']);
  assert.equal(await closed, 0);
});

test('while draining, new connections are served, each for one request, and /readyz says to send no more', async () => {
  const fixture = buildFixture();
  const origin = await listen(fixture);
  const kept = await openRawClient(origin);
  kept.send(request());
  assert.equal((await kept.next()).headers.get('connection'), 'keep-alive');
  fixture.server.startDraining();
  const ready = await fetch(`${origin}/readyz`);
  assert.equal(ready.status, 503);
  assert.deepEqual(await ready.json(), {
    Status: 'failure',
    Error: {
      message: 'The service is stopping; send requests to another node',
      name: 'ServiceUnavailable',
      code: 'stopping',
    },
  });
  assert.equal((await fetch(`${origin}/healthz`)).status, 200);
  for (const client of [kept, await openRawClient(origin)]) {
    client.send(request());
    const response = await client.next();
    assert.deepEqual([response.status, response.headers.get('connection')], [200, 'close']);
    assert.equal(await client.rest(), '');
  }
  assert.equal(await fixture.server.closeGracefully(10_000, 10_000), 0);
});

test('a check that began before the service drains says that it does', async () => {
  const fixture = buildFixture();
  const origin = await listen(fixture);
  const [asked, responded] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
  fixture.ready = () => {
    asked.resolve();
    return responded.promise;
  };
  const ready = fetch(`${origin}/readyz`);
  await asked.promise;
  fixture.server.startDraining();
  responded.resolve(true);
  assert.equal((await ready).status, 503);
  assert.equal(await fixture.server.closeGracefully(10_000), 0);
});

test('an idle connection may bring one more request for as long as it is given', async () => {
  const fixture = buildFixture();
  const origin = await listen(fixture);
  const [client, silent] = [await openRawClient(origin), await openRawClient(origin)];
  const closed = fixture.server.closeGracefully(10_000, 600);
  // Longer than several sweeps over idle connections.
  await new Promise((resolve) => setTimeout(resolve, 300));
  client.send(request());
  const response = await client.next();
  assert.deepEqual([response.status, response.headers.get('connection')], [200, 'close']);
  assert.equal(await silent.rest(), '');
  assert.equal(await closed, 0);
});

test('what follows the last response is not carried out', async () => {
  const fixture = buildFixture();
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  fixture.carry = async () => {
    reached.resolve();
    await released.promise;
    return large;
  };
  const origin = await listen(fixture);
  const accepted = once(fixture.server.app.server, 'connection');
  const client = await openRawClient(origin);
  const [socket] = (await accepted) as [Socket];
  client.socket.pause();
  client.send(request());
  await reached.promise;
  const closed = fixture.server.closeGracefully(10_000);
  released.resolve();
  // The response says that it is the last, but is too large to have left; more requests reach the server meanwhile.
  await until(() => socket.writableLength > 0);
  client.send(request().repeat(3));
  await new Promise((resolve) => setTimeout(resolve, 50));
  client.socket.resume();
  assert.equal((await client.next()).headers.get('connection'), 'close');
  assert.equal(await client.rest(), '');
  assert.equal(await closed, 0);
  assert.equal(fixture.carried.length, 1);
});

test('the deadline holds: what hangs is cut and counted', async () => {
  const fixture = buildFixture();
  const held = holdRequests(fixture);
  const origin = await listen(fixture);
  const client = await openRawClient(origin);
  client.send(request());
  await held.reached(1);
  assert.equal(await fixture.server.closeGracefully(50), 1);
  assert.equal(await client.rest(), '');
  held.release();
});

test('closing a server that never listened', async () => {
  const fixture = buildFixture();
  fixture.carry = () => empty;
  assert.equal(await fixture.server.closeGracefully(0), 0);
});

test('a port that is taken is reported', async () => {
  const fixture = buildFixture();
  const origin = await listen(fixture);
  const second = buildFixture();
  await assert.rejects(second.server.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) }), {
    code: 'EADDRINUSE',
  });
  await second.server.closeGracefully(0);
  await fixture.server.closeGracefully(0);
});
