// Whatever is sent, no input makes a 5xx, and every failure has the shape of the interface.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { Check } from 'typebox/value';
import { anyCharacter } from '../../test/fixtures/any-character.ts';
import { runs } from '../../test/fixtures/long-runs.ts';
import { openRawClient } from '../../test/fixtures/raw-client-fixture.ts';
import {
  allNames,
  buildFixture,
  CATALOG,
  calls,
  callTo,
  contentOf,
  operationOf,
  scoped,
  secretFor,
} from '../../test/fixtures/server-fixture.ts';
import { bareFailure, wrappedFailure } from '../contract/failure-envelope.ts';

const fixture = buildFixture({ logLevel: 'silent', bodyLimitBytes: 2_000 });
const { app } = fixture.server;
after(() => fixture.server.closeGracefully(1_000));

const assertShape = (name: string | undefined, status: number, body: string): void => {
  assert.ok(status < 500, `${status} ${body}`);
  if (status < 400) {
    return;
  }
  const json: unknown = JSON.parse(body);
  const isWrapped = name !== undefined && operationOf(name).envelope === 'wrapped';
  assert.ok(Check(isWrapped ? wrappedFailure : bareFailure, json), body);
};

const anyName = fc.constantFrom(...allNames);
const declared = [...new Set(allNames.flatMap((name) => Object.keys(operationOf(name).query.properties)))];
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    '[]',
    '5',
    '-1',
    'true',
    'asc',
    CATALOG,
    '%',
    '%00',
    '%ff',
    '%zz',
    '+',
    '{}',
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }).map((value) => encodeURIComponent(value.toWellFormed())),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map((value) => value.replaceAll(/[\s#]/g, '')),
);
const anyQuery = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...declared), text), text), { maxLength: 6 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

const withQuery = (name: string, query: string) => {
  const { url } = callTo(name);
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
};

test('random query strings', async () => {
  await fc.assert(
    fc.asyncProperty(anyName, anyQuery, async (name, query) => {
      const call = callTo(name);
      const { headers: type, ...content } = contentOf(call);
      // As raw bytes would arrive: the injecting client must not repair the URL.
      const response = await app.inject({
        method: call.method,
        url: {
          pathname: call.url.split('?')[0] ?? '',
          query: withQuery(name, query).split('?').slice(1).join('?'),
        },
        headers: { ...scoped, ...type, authorization: `Bearer ${secretFor(name)}` },
        ...content,
      });
      assertShape(name, response.statusCode, response.body);
    }),
    { numRuns: runs(40, 2_000) },
  );
});

const keys = fc.constantFrom(
  'search_term',
  'facets',
  'filter',
  'group',
  'rules',
  'version_data',
  'environment_id',
  'version_id',
  '__proto__',
  'constructor',
  'id',
  'name',
  'localized',
  'fields',
  'environment_ids',
  'created_at',
);
const { value: anyJson } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(null, '', {}, [], [{}], '\0', 1e308),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 3 }),
  ),
}));
const anyBytes = fc.oneof(
  fc.dictionary(keys, anyJson, { maxKeys: 4 }).map((value) => Buffer.from(JSON.stringify(value))),
  anyJson.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.nat(2_200).map((size) => Buffer.from(`${'['.repeat(size)}${']'.repeat(size)}`)),
);
const anyType = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/json; charset=utf-8',
    'application/x-ndjson',
    'multipart/form-data; boundary=b',
    'text/plain',
    '',
    ';',
    '/',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
);

test('random bodies', async () => {
  await fc.assert(
    fc.asyncProperty(anyName, anyBytes, anyType, async (name, payload, type) => {
      const response = await app.inject({
        method: callTo(name).method,
        url: callTo(name).url,
        headers: { ...scoped, authorization: `Bearer ${secretFor(name)}`, 'content-type': type },
        payload,
      });
      assertShape(name, response.statusCode, response.body);
    }),
    { numRuns: runs(40, 2_000) },
  );
});

const headerName = fc.constantFrom(
  ...Object.keys(scoped),
  'host',
  'authorization',
  'content-type',
  'x-customer-group-id',
  'idempotency-key',
  'x-request-id',
  'x-forwarded-host',
  'if-none-match',
  'if-match',
  'accept-version',
  'expect',
  'origin',
  'connection',
);
const headerValue = fc.oneof(
  fc.constantFrom('', 'acme', 'null', '[]', 'Bearer x', 'a, b', '*', 'shop.test', '[::1]:80', '100-continue'),
  fc
    .string({ unit: anyCharacter, maxLength: 10 })
    .map((value) => value.toWellFormed().replaceAll(/[\r\n\0]/g, '')),
);

test('random headers, over a connection', async () => {
  const origin = await fixture.server.listen({ host: '127.0.0.1', port: 0 });
  await fc.assert(
    fc.asyncProperty(
      anyName,
      fc.array(fc.tuple(headerName, headerValue), { maxLength: 8 }),
      async (name, headers) => {
        const client = await openRawClient(origin);
        const lines = headers.map(([header, value]) => `${header}: ${value}\r\n`).join('');
        client.send(
          `${callTo(name).method} ${callTo(name).url} HTTP/1.1\r\n${lines}content-length: 0\r\n\r\n`,
        );
        let response = await client.next();
        while (response.status === 100) response = await client.next();
        client.socket.destroy();
        assert.ok(response.status < 500);
        if (response.status >= 400) {
          const json: unknown = JSON.parse(response.body);
          assert.ok(Check(bareFailure, json) || Check(wrappedFailure, json), response.body);
        }
        assert.ok(response.headers.get('x-request-id'));
      },
    ),
    { numRuns: runs(20, 800) },
  );
});

test('random paths and methods', async () => {
  const anyPath = fc.array(text, { maxLength: 5 }).map((parts) => `/${parts.join('/').replaceAll('?', '')}`);
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
  await fc.assert(
    fc.asyncProperty(method, anyPath, async (verb, path) => {
      const response = await app.inject({ method: verb as 'GET', url: { pathname: path }, payload: 'x' });
      assertShape(undefined, response.statusCode, response.body);
    }),
    { numRuns: runs(25, 1_200) },
  );
});

test('random bytes, over a connection', async () => {
  const address = app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const origin = `http://127.0.0.1:${address.port}`;
  const start = fc.constantFrom(
    '',
    'GET ',
    'GET / HTTP/1.1\r\n',
    `GET ${calls['list-forms'].url} HTTP/1.1\r\nHost: x\r\n`,
  );
  await fc.assert(
    fc.asyncProperty(start, fc.uint8Array({ minLength: 1, maxLength: 60 }), async (head, bytes) => {
      const client = await openRawClient(origin);
      client.send(Buffer.concat([Buffer.from(head), bytes]));
      client.socket.end();
      const response = await client.rest();
      client.socket.destroy();
      if (response !== '') {
        assert.match(response, /^HTTP\/1\.1 [234]\d\d /);
        assert.match(response, /x-request-id: /i);
      }
    }),
    { numRuns: runs(20, 800) },
  );
});
