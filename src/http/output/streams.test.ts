// Bodies and responses of any length: a sender may take as long as it likes but not fall silent, gets to see every response,
// and a response that breaks off is never taken for a whole one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Check } from 'typebox/value';
import {
  openRawClient,
  type RawClient,
  type RawResponse,
} from '../../../test/fixtures/raw-client-fixture.ts';
import {
  buildFixture,
  type Carried,
  calls,
  callTo,
  type Fixture,
  scoped,
  secrets,
} from '../../../test/fixtures/server-fixture.ts';
import { wrappedFailure } from '../../contract/failure-envelope.ts';
import { hasDependents } from '../../domain/failures/failures.ts';
import { serviceUnavailable } from '../../domain/failures/unavailable-failures.ts';
import type { HttpConfig } from '../http-config.ts';

const BULK = callTo('manage-bulk-write').url;
const EXPORT = calls['export-submissions'].url;
const HEAD = [
  ...Object.entries({ host: 'x', ...scoped, authorization: `Bearer ${secrets.full}` }),
  ['content-type', 'application/x-ndjson'],
]
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
const START = `POST ${BULK} HTTP/1.1\r\n${HEAD}transfer-encoding: chunked\r\n\r\n`;
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const END = '0\r\n\r\n';

const withServer = async (
  config: Partial<HttpConfig>,
  run: (client: RawClient, fixture: Fixture) => Promise<void>,
): Promise<void> => {
  const fixture = buildFixture({ logLevel: 'error', ...config });
  const client = await openRawClient(await fixture.server.listen({ host: '127.0.0.1', port: 0 }));
  try {
    await run(client, fixture);
  } finally {
    client.socket.destroy();
    await fixture.server.closeGracefully(1_000);
  }
};

const bodyOf = ({ input }: Carried) =>
  input.body as unknown as { readonly bytes: AsyncIterable<Uint8Array>; readonly gone: AbortSignal };
const bytesOf = (carried: Carried): AsyncIterable<Uint8Array> => bodyOf(carried).bytes;

/** Reads all of the body before it responds. */
const readAll = async (carried: Carried): Promise<string[]> => {
  const chunks: Uint8Array[] = [];
  for await (const bytes of bytesOf(carried)) chunks.push(bytes);
  return [`${Buffer.concat(chunks).length}\n`];
};

const errorOf = ({ body }: RawResponse) => {
  const json: unknown = JSON.parse(body);
  assert.ok(Check(wrappedFailure, json), body);
  return json.Data.Error;
};

test('a body that takes longer than a request may, but never pauses for so long, is read to its end', async () => {
  const requestTimeoutMs = 500;
  await withServer({ requestTimeoutMs, timeoutCheckMs: 20 }, async (client, fixture) => {
    fixture.carry = readAll;
    client.send(START);
    let sent = 0;
    for (const until = performance.now() + 2.5 * requestTimeoutMs; performance.now() < until; sent += 1) {
      client.send(chunk('{"kind":"x"}\n'));
      await pause(20);
    }
    client.send(END);
    const response = await client.next();
    assert.deepEqual([response.status, response.body], [200, `${13 * sent}\n`]);
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    client.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    assert.equal((await client.next()).status, 200);
  });
});

test('408: a sender that falls silent in mid-body, in the envelope, and the connection ends', async () => {
  await withServer({ requestTimeoutMs: 150, timeoutCheckMs: 20 }, async (client, fixture) => {
    fixture.carry = readAll;
    client.send(`${START}${chunk('{}\n')}5\r\nab`);
    const response = await client.next();
    assert.deepEqual([response.status, errorOf(response).name], [408, 'RequestTimeout']);
    assert.equal(await client.rest(), '');
  });
});

test('408: a sender that falls silent after the time of a whole request loses the connection too', async () => {
  const requestTimeoutMs = 150;
  await withServer({ requestTimeoutMs, timeoutCheckMs: 20 }, async (client, fixture) => {
    fixture.carry = readAll;
    client.send(`${START}${chunk('{}\n')}`);
    // Node reports the timeout of the request once, while the stream is still wanted.
    for (let sent = 0; sent < 4; sent += 1) {
      await pause(requestTimeoutMs / 2);
      client.send(chunk('{}\n'));
    }
    const response = await client.next();
    assert.deepEqual([response.status, response.headers.get('connection')], [408, 'close']);
    assert.equal(await client.rest(), '');
  });
});

test('a sender is not silent while nobody reads: what it has sent waits', async () => {
  const requestTimeoutMs = 150;
  await withServer({ requestTimeoutMs, timeoutCheckMs: 20 }, async (client, fixture) => {
    fixture.carry = async (carried) => {
      await pause(2 * requestTimeoutMs);
      return readAll(carried);
    };
    client.send(`POST ${BULK} HTTP/1.1\r\n${HEAD}content-length: 3\r\n\r\n{}\n`);
    const response = await client.next();
    assert.deepEqual([response.status, response.body], [200, '3\n']);
  });
});

test('400: a body that is not HTTP gets a response, and the connection ends', async () => {
  for (const isSlow of [false, true]) {
    await withServer({}, async (client, fixture) => {
      fixture.carry = readAll;
      client.send(START + chunk('{}\n'));
      if (isSlow) {
        while (fixture.carried.length === 0) await new Promise(setImmediate);
      }
      client.send('zz\r\n');
      const response = await client.next();
      assert.deepEqual([response.status, errorOf(response).code], [400, 'malformed_http']);
      assert.equal(await client.rest(), '');
    });
  }
});

test('a failure before the end of the body: the sender sees it, the rest runs off, and it may go on', async () => {
  const line = '{"kind":"x"}\n'.repeat(1_000);
  const failing: readonly Fixture['carry'][] = [
    () => Promise.reject(serviceUnavailable(1)),
    async (carried) => {
      for await (const bytes of bytesOf(carried)) {
        assert.ok(bytes.length > 0);
        throw serviceUnavailable(1);
      }
      return [];
    },
  ];
  for (const carry of failing) {
    await withServer({}, async (client, fixture) => {
      fixture.carry = carry;
      client.send(START);
      for (let sent = 0; sent < 200; sent += 1) client.send(chunk(line));
      client.send(END);
      const response = await client.next();
      assert.deepEqual([response.status, errorOf(response).name], [503, 'ServiceUnavailable']);
      client.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
      assert.equal((await client.next()).status, 200);
    });
  }
});

test('the response may begin before the body has ended', async () => {
  await withServer({}, async (client, fixture) => {
    fixture.carry = async (carried) =>
      (async function* () {
        let line = 0;
        for await (const bytes of bytesOf(carried)) {
          line += 1;
          yield `${line}: ${Buffer.from(bytes).toString()}`;
        }
        yield 'end\n';
      })();
    client.send(START + chunk('a\n'));
    // Its first line must come although the request is not over; only then the next one is sent.
    await new Promise<void>((resolve) => {
      let text = '';
      client.socket.on('data', function look(bytes: Buffer) {
        text += bytes.toString();
        if (!text.includes('1: a')) return;
        client.socket.off('data', look);
        resolve();
      });
    });
    client.send(chunk('b\n') + END);
    assert.equal((await client.next()).body, '1: a\n2: b\nend\n');
  });
});

test('a response that breaks off never looks whole', async () => {
  await withServer({ logLevel: 'silent' }, async (client, fixture) => {
    fixture.carry = async () =>
      (async function* () {
        yield 'one\n';
        await pause(10);
        throw new Error('the store is away');
      })();
    client.send(`GET ${EXPORT} HTTP/1.1\r\n${HEAD}\r\n`);
    await assert.rejects(client.next(), /the connection ended/);
  });
});

test('what is no JSON is refused as JSON: before anything is sent', async () => {
  await withServer({}, async (client, fixture) => {
    fixture.carry = () => Promise.reject(hasDependents('form', [{ kind: 'submission', id: 's1' }], 1));
    client.send(`GET ${EXPORT} HTTP/1.1\r\n${HEAD}\r\n`);
    const response = await client.next();
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(errorOf(response).code, 'has_dependents');
    assert.deepEqual(JSON.parse(response.body).Data.dependents, [{ kind: 'submission', id: 's1' }]);
  });
});

test('HEAD of a CSV: the head of the GET, nothing of the body, and what makes it is let go', async () => {
  await withServer({}, async (client, fixture) => {
    let isLetGo = false;
    let made = 0;
    fixture.carry = async () =>
      (async function* () {
        try {
          for (; made < 1_000_000; made += 1) yield '"a"\r\n'.repeat(1_000);
        } finally {
          isLetGo = true;
        }
      })();
    client.send(`HEAD ${EXPORT} HTTP/1.1\r\n${HEAD}\r\n`);
    const head = await client.next('HEAD');
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
    assert.equal(head.headers.get('etag'), undefined);
    assert.ok(made < 100, `${made} pieces were made`);
    assert.ok(isLetGo || made === 0);
    fixture.carry = async () => Object.assign(['"a"\r\n', '"ä"\r\n'], { fileName: 'submissions-x.csv' });
    client.send(`GET ${EXPORT} HTTP/1.1\r\n${HEAD}\r\n`);
    const whole = await client.next();
    assert.deepEqual([whole.status, whole.body], [200, '"a"\r\n"ä"\r\n']);
    assert.equal(whole.headers.get('content-type'), head.headers.get('content-type'));
    assert.equal(whole.headers.get('content-disposition'), 'attachment; filename="submissions-x.csv"');
  });
});

test('400: lines must be called lines, before a byte of them is read', async () => {
  const { app } = buildFixture().server;
  const send = async (type: string | undefined, payload = '{}\n') => {
    const headers = { ...scoped, authorization: `Bearer ${secrets.full}` };
    const typed = type === undefined ? headers : { ...headers, 'content-type': type };
    const response = await app.inject({ method: 'POST', url: BULK, headers: typed, payload });
    return response.statusCode === 200 ? '200' : response.json().Data.Error.code;
  };
  for (const type of [undefined, 'application/json', 'text/plain', 'application/x-ndjsonx', 'nonsense']) {
    assert.equal(await send(type), 'media_type:content-type', String(type));
  }
  for (const type of [
    'application/x-ndjson',
    'application/x-ndjson; charset=utf-8',
    'Application/NDJSON',
    'application/jsonl',
    'application/gzip',
    'application/octet-stream',
  ]) {
    assert.equal(await send(type), '200', type);
  }
});

test('a body that nobody has begun to read has all the time until somebody does', async () => {
  const requestTimeoutMs = 150;
  await withServer({ requestTimeoutMs, timeoutCheckMs: 20 }, async (client, fixture) => {
    fixture.carry = async (carried) => {
      await pause(3 * requestTimeoutMs);
      return readAll(carried);
    };
    // More than is taken from a connection ahead of whoever reads.
    const line = '{"kind":"x"}\n'.repeat(10_000);
    client.send(START);
    for (let sent = 0; sent < 20; sent += 1) client.send(chunk(line));
    client.send(END);
    const response = await client.next();
    assert.deepEqual([response.status, response.body], [200, `${20 * line.length}\n`]);
  });
});

test('who takes nothing of a response for too long loses the connection, and what makes the response is let go', {
  timeout: 30_000,
}, async () => {
  await withServer({ requestTimeoutMs: 150, logLevel: 'silent' }, async (client, fixture) => {
    const letGo = Promise.withResolvers<void>();
    fixture.carry = async () =>
      (async function* () {
        try {
          for (;;) yield '"a"\r\n'.repeat(100_000);
        } finally {
          letGo.resolve();
        }
      })();
    client.socket.pause();
    client.send(`GET ${EXPORT} HTTP/1.1\r\n${HEAD}\r\n`);
    await letGo.promise;
  });
});

test('who takes a response slowly gets all of it', async () => {
  const requestTimeoutMs = 150;
  await withServer({ requestTimeoutMs }, async (client, fixture) => {
    fixture.carry = async () =>
      (async function* () {
        yield '"ä"\r\n'.repeat(50_000);
        await pause(2 * requestTimeoutMs);
        yield 'end\r\n';
      })();
    client.send(`GET ${EXPORT} HTTP/1.1\r\n${HEAD}\r\n`);
    const { body } = await client.next();
    assert.ok(body === `${'"ä"\r\n'.repeat(50_000)}end\r\n`);
  });
});

test('who leaves before the first line of a response is no error of ours', { timeout: 30_000 }, async () => {
  await withServer({ logLevel: 'info' }, async (client, fixture) => {
    const begun = Promise.withResolvers<void>();
    const [released, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    fixture.carry = async () =>
      (async function* () {
        begun.resolve();
        await released.promise;
        closed.resolve();
        yield 'late\n';
      })();
    client.send(`GET ${EXPORT} HTTP/1.1\r\n${HEAD}\r\n`);
    await begun.promise;
    client.socket.destroy();
    while (!fixture.logLines.some((line) => line.includes('broken off'))) await new Promise(setImmediate);
    released.resolve();
    await closed.promise;
    await new Promise(setImmediate);
    const levels = fixture.logLines.map((line) => JSON.parse(line).level as number);
    assert.ok(
      levels.every((level) => level < 40),
      fixture.logLines.join(''),
    );
  });
});
