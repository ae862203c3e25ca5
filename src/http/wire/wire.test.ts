// Bytes on the wire: what is not HTTP, what is sent twice, what is too large or too slow. Every response has the shape of
// the interface, and none overtakes an earlier one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import {
  openRawClient,
  type RawClient,
  type RawResponse,
} from '../../../test/fixtures/raw-client-fixture.ts';
import { buildFixture, calls, type Fixture, scoped } from '../../../test/fixtures/server-fixture.ts';
import { waitUntil } from '../../../test/fixtures/wait-until.ts';
import { bareFailure, wrappedFailure } from '../../contract/failure-envelope.ts';
import { defaultHttpConfig, type HttpConfig } from '../http-config.ts';

const SEARCH = calls['search-content'].url;
const COUNT = calls['count-products'].url;
const FORMS = calls['list-forms'].url;
const SCOPE = Object.entries(scoped)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

const withServer = async (
  config: Partial<HttpConfig>,
  run: (open: () => Promise<RawClient>, fixture: Fixture) => Promise<void>,
): Promise<void> => {
  const fixture = buildFixture(config);
  const origin = await fixture.server.listen({ host: '127.0.0.1', port: 0 });
  const clients: RawClient[] = [];
  try {
    await run(async () => {
      const client = await openRawClient(origin);
      clients.push(client);
      return client;
    }, fixture);
  } finally {
    for (const { socket } of clients) socket.destroy();
    await fixture.server.closeGracefully(1_000);
  }
};

const bareError = ({ body, headers }: RawResponse) => {
  const json: unknown = JSON.parse(body);
  assert.ok(Check(bareFailure, json), body);
  assert.ok(headers.get('x-request-id'));
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  return json.Error;
};

const wrappedError = ({ body }: RawResponse) => {
  const json: unknown = JSON.parse(body);
  assert.ok(Check(wrappedFailure, json), body);
  return json.Data.Error;
};

test('what is not HTTP gets a response in the top-level shape, and the connection ends', async () => {
  await withServer({}, async (open, fixture) => {
    const requests = [
      'nonsense\r\n\r\n',
      'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/3.7\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nx-tenant-id: a\0b\r\n\r\n',
      `GET ${SEARCH}&type=é HTTP/1.1\r\nHost: x\r\n\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ];
    for (const request of requests) {
      const client = await open();
      client.send(request);
      const response = await client.next();
      assert.equal(response.status, 400, request);
      assert.equal(bareError(response).code, 'malformed_http');
      assert.equal(response.headers.get('connection'), 'close');
      assert.equal(await client.rest(), '');
    }
    assert.equal(
      fixture.logLines.filter((line) => line.includes('connection refused')).length,
      requests.length,
    );
  });
});

test('431: a head over the limit, in the top-level shape whatever the operation', async () => {
  const { headersLimitBytes } = defaultHttpConfig;
  await withServer({}, async (open) => {
    for (const chars of [headersLimitBytes + 1, 20_000, 100_000]) {
      for (const url of ['/', SEARCH, FORMS]) {
        const client = await open();
        client.send(`GET ${url} HTTP/1.1\r\nHost: x\r\n${SCOPE}x-a: ${'a'.repeat(chars)}\r\n\r\n`);
        const response = await client.next();
        assert.equal(response.status, 431);
        const { name, code } = bareError(response);
        assert.deepEqual([name, code], ['RequestHeaderFieldsTooLarge', 'headers_too_large']);
        assert.equal(await client.rest(), '');
      }
    }
    const within = await open();
    within.send(
      `GET ${SEARCH} HTTP/1.1\r\nHost: x\r\n${SCOPE}x-a: ${'a'.repeat(headersLimitBytes - 1_000)}\r\n\r\n`,
    );
    assert.equal((await within.next()).status, 200);
  });
});

test('400: trailers over the limit, in the envelope of the operation', async () => {
  await withServer({}, async (open) => {
    const client = await open();
    const head = `POST ${COUNT} HTTP/1.1\r\nHost: x\r\n${SCOPE}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    client.send(`${head}2\r\n{}\r\n0\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`);
    const response = await client.next();
    assert.deepEqual([response.status, wrappedError(response).code], [400, 'malformed_http']);
    assert.equal(await client.rest(), '');
  });
});

test('400: no Host, in the top-level shape; HTTP/1.0 needs none', async () => {
  await withServer({}, async (open) => {
    for (const url of ['/nowhere', FORMS]) {
      const client = await open();
      client.send(`GET ${url} HTTP/1.1\r\n${SCOPE}\r\n`);
      const response = await client.next();
      assert.equal(response.status, 400);
      assert.equal(bareError(response).code, 'missing:host');
    }
    const old = await open();
    old.send(`GET ${FORMS} HTTP/1.0\r\n\r\n`);
    const response = await old.next();
    assert.equal(response.status, 404);
    assert.equal(wrappedError(response).name, 'DomainNotFound');
  });
});

test('417: an expectation that cannot be met; 100-continue is met', async () => {
  await withServer({}, async (open) => {
    const bad = await open();
    bad.send(`GET ${FORMS} HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n`);
    const response = await bad.next();
    assert.equal(response.status, 417);
    assert.equal(bareError(response).code, 'expectation_failed');
    const good = await open();
    good.send(
      `POST ${COUNT} HTTP/1.1\r\nHost: x\r\n${SCOPE}Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
    );
    assert.equal((await good.next()).status, 100);
    good.send('{}');
    assert.equal((await good.next()).status, 200);
  });
});

test('CONNECT, upgrades and methods no one knows', async () => {
  await withServer({}, async (open) => {
    const tunnel = await open();
    tunnel.send('CONNECT shop.test:80 HTTP/1.1\r\nHost: x\r\n\r\n');
    const refused = await tunnel.next();
    assert.deepEqual([refused.status, bareError(refused).name], [404, 'RouteNotFound']);
    const client = await open();
    for (const start of ['PROPFIND /nowhere', 'QUERY /nowhere', 'OPTIONS *', 'TRACE /nowhere']) {
      client.send(`${start} HTTP/1.1\r\nHost: x\r\n\r\n`);
      const response = await client.next();
      assert.deepEqual([response.status, bareError(response).name], [404, 'RouteNotFound'], start);
    }
    client.send(
      `GET ${FORMS} HTTP/1.1\r\nHost: x\r\n${SCOPE}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    assert.equal((await client.next()).status, 200);
  });
});

test('400: a header that must be sent once is sent twice', async () => {
  await withServer({}, async (open, fixture) => {
    const client = await open();
    for (const name of ['x-tenant-id', 'x-workspace-id', 'x-environment-id']) {
      client.send(`GET ${FORMS} HTTP/1.1\r\nHost: x\r\n${SCOPE}${name.toUpperCase()}: acme\r\n\r\n`);
      const response = await client.next();
      assert.deepEqual([response.status, wrappedError(response).code], [400, `repeated:${name}`]);
    }
    for (const name of ['host', 'authorization', 'x-customer-group-id', 'x-ecomm-provider', 'content-type']) {
      const twice = `${name}: application/json\r\n`
        .repeat(2)
        .replaceAll(/(authorization: ).*/g, '$1Bearer full-secret');
      const host = name === 'host' ? '' : 'Host: x\r\n';
      const type = name === 'content-type' ? '' : 'content-type: application/json\r\n';
      client.send(`POST ${COUNT} HTTP/1.1\r\n${host}${SCOPE}${type}${twice}Content-Length: 2\r\n\r\n{}`);
      const response = await client.next();
      assert.deepEqual([response.status, wrappedError(response).code], [400, `repeated:${name}`]);
    }
    client.send(
      `PATCH ${calls['publish-versions'].url} HTTP/1.1\r\nHost: x\r\n${SCOPE}Authorization: Bearer full-secret\r\n${'idempotency-key: a\r\n'.repeat(2)}Content-Length: 2\r\n\r\n{}`,
    );
    assert.equal(wrappedError(await client.next()).code, 'repeated:idempotency-key');
    assert.equal(fixture.carried.length, 0);
  });
});

test('x-request-id sent twice is replaced', async () => {
  await withServer({}, async (open) => {
    const client = await open();
    client.send(`GET /healthz HTTP/1.1\r\nHost: x\r\nx-request-id: a\r\nx-request-id: a\r\n\r\n`);
    assert.match((await client.next()).headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  });
});

test('413: the sender of a body over the limit gets to see the response, and may go on', async () => {
  await withServer({ bodyLimitBytes: 1_000 }, async (open) => {
    const head = `POST ${COUNT} HTTP/1.1\r\nHost: x\r\n${SCOPE}Content-Type: application/json\r\n`;
    const client = await open();
    const large = 'a'.repeat(3_000_000);
    client.send(`${head}Content-Length: ${large.length}\r\n\r\n${large}`);
    const announced = await client.next();
    assert.deepEqual([announced.status, wrappedError(announced).code], [413, 'payload_too_large']);
    const chunk = `${(3_000).toString(16)}\r\n${'a'.repeat(3_000)}\r\n`;
    client.send(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`);
    const chunked = await client.next();
    assert.deepEqual([chunked.status, wrappedError(chunked).code], [413, 'payload_too_large']);
    client.send(`${head}Content-Length: 2\r\n\r\n{}`);
    assert.equal((await client.next()).status, 200);
  });
});

test('a refused request with a body leaves the connection usable', async () => {
  await withServer({}, async (open) => {
    const client = await open();
    client.send(`POST ${COUNT} HTTP/1.1\r\nHost: nowhere.test\r\nContent-Length: 5\r\n\r\nab`);
    assert.equal((await client.next()).status, 404);
    client.send(`cdeGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.equal((await client.next()).status, 200);
  });
});

test('a GET or HEAD with a body on the wire: read to its end, refused when it is not JSON', async () => {
  await withServer({}, async (open) => {
    const client = await open();
    for (const method of ['GET', 'HEAD']) {
      const head = `${method} ${SEARCH} HTTP/1.1\r\nHost: x\r\n${SCOPE}`;
      client.send(`${head}Content-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}`);
      assert.equal((await client.next(method)).status, 200);
      client.send(
        `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n\r\n`,
      );
      assert.equal((await client.next(method)).status, 400);
      client.send(`${head}Content-Type: text/plain\r\nContent-Length: 0\r\n\r\n`);
      assert.equal((await client.next(method)).status, 200);
      client.send(`${head}Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`);
      assert.equal((await client.next(method)).status, 200);
    }
  });
});

const short = { requestTimeoutMs: 150, headersTimeoutMs: 100, timeoutCheckMs: 20 };

test('408: a body that does not come, in the envelope of its operation', async () => {
  await withServer(short, async (open, fixture) => {
    const client = await open();
    client.send(
      `POST ${COUNT} HTTP/1.1\r\nHost: x\r\n${SCOPE}Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{`,
    );
    const response = await client.next();
    assert.equal(response.status, 408);
    assert.equal(wrappedError(response).name, 'RequestTimeout');
    assert.equal(response.headers.get('connection'), 'close');
    assert.equal(await client.rest(), '');
    assert.equal(fixture.carried.length, 0);
  });
});

test('408: headers that do not come; a connection that never spoke just ends', async () => {
  await withServer(short, async (open) => {
    const client = await open();
    client.send('GET / HTTP/1.1\r\nHo');
    const response = await client.next();
    assert.deepEqual([response.status, bareError(response).code], [408, 'request_timeout']);
    const silent = await open();
    assert.equal(await silent.rest(), '');
  });
});

test('408: a body that stalls after its response was sent brings no second response', async () => {
  await withServer(short, async (open) => {
    const client = await open();
    client.send(`POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{`);
    assert.equal((await client.next()).status, 404);
    assert.equal(await client.rest(), '');
  });
});

test('400: a body that is not HTTP, in the envelope of its operation', async () => {
  await withServer({}, async (open) => {
    const client = await open();
    client.send(
      `POST ${COUNT} HTTP/1.1\r\nHost: x\r\n${SCOPE}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    );
    const response = await client.next();
    assert.deepEqual([response.status, wrappedError(response).code], [400, 'malformed_http']);
    assert.equal(await client.rest(), '');
  });
});

test('nonsense behind a request waits until that request is served', async () => {
  await withServer({}, async (open, fixture) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const reached = Promise.withResolvers<void>();
    fixture.carry = () => {
      reached.resolve();
      return promise;
    };
    const client = await open();
    client.send(`GET ${FORMS} HTTP/1.1\r\nHost: x\r\n${SCOPE}\r\nnonsense\r\n\r\n`);
    await reached.promise;
    resolve({ item: { total_count: 0, items: [] } });
    assert.equal((await client.next()).status, 200);
    const response = await client.next();
    assert.deepEqual([response.status, bareError(response).code], [400, 'malformed_http']);
  });
});

test('a sender that goes away in mid-body is no error of ours', async () => {
  await withServer({}, async (open, fixture) => {
    const client = await open();
    client.send(
      `POST ${COUNT} HTTP/1.1\r\nHost: x\r\n${SCOPE}Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{`,
    );
    client.socket.end();
    await client.rest();
    const other = await open();
    other.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.equal((await other.next()).status, 200);
    assert.ok(!fixture.logLines.some((line) => line.includes('"level":50')), fixture.logLines.join(''));
  });
});

test('a request whose sender goes away before its response has a line of its own in the log', async () => {
  await withServer({ logLevel: 'info' }, async (open, fixture) => {
    const reached = Promise.withResolvers<void>();
    const response = Promise.withResolvers<never>();
    fixture.carry = () => {
      reached.resolve();
      return response.promise;
    };
    const client = await open();
    client.send(`GET ${FORMS} HTTP/1.1\r\nHost: x\r\n${SCOPE}X-Request-Id: gone\r\n\r\n`);
    await reached.promise;
    client.socket.destroy();
    const brokenOff = () => fixture.logLines.find((line) => line.includes('broken off'));
    await waitUntil('the log has a line', () => brokenOff() !== undefined);
    assert.equal(JSON.parse(brokenOff() ?? '{}').requestId, 'gone');
    response.reject(new Error('of no use any more'));
  });
});
