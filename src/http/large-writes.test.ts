// Which writes leave the main thread: only those with large bodies, only if the operation may, and only where there is another thread.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture, callTo, scope, scoped, secretFor } from '../../test/fixtures/server-fixture.ts';
import type { LargeWrites, WriteRequest } from '../domain/limits/large-writes.ts';
import { LARGE_WRITE_BYTES } from './run-use-case.ts';

const head = { status: 201, location: '/made', entityTag: undefined } as const;

const open = (find: (request: WriteRequest) => ReturnType<LargeWrites['run']>) => {
  const moved: WriteRequest[] = [];
  const run = (request: WriteRequest) => {
    moved.push(request);
    return find(request);
  };
  const fixture = buildFixture({}, { largeWrites: { run } });
  const send = (name: string, bytes: number) => {
    const { method, url, body } = callTo(name);
    const headers = {
      ...scoped,
      authorization: `Bearer ${secretFor(name)}`,
      'content-type': 'application/json',
    };
    return fixture.server.app.inject({ method, url, headers, payload: JSON.stringify(body).padStart(bytes) });
  };
  return { moved, send };
};

test('a body that is longer than the limit moves unread, with its caller, and the response is what came back', async () => {
  const { moved, send } = open(async () => ({ json: '{"a":1}', head }));
  assert.notEqual((await send('create-record', LARGE_WRITE_BYTES)).headers['location'], '/made');
  assert.equal(moved.length, 0);
  const response = await send('create-record', LARGE_WRITE_BYTES + 1);
  assert.deepEqual(
    [response.statusCode, response.headers['location'], response.json()],
    [201, '/made', { Status: 'success', Data: { a: 1 } }],
  );
  const [request] = moved;
  assert.deepEqual(
    [request?.operation, request?.caller.scope, request?.body.length],
    ['create-record', scope, LARGE_WRITE_BYTES + 1],
  );
});

test('what comes back as bytes is sent with its own status and tag', async () => {
  const bytes = new TextEncoder().encode('{"item":"ü"}');
  const json = { bytes, entityTag: '"made of bytes"' };
  const { send } = open(async () => ({
    json,
    head: { ...head, status: 200, location: undefined, entityTag: '"t"' },
  }));
  const response = await send('manage-put-product', LARGE_WRITE_BYTES + 1);
  assert.deepEqual(
    [response.statusCode, response.headers['etag'], response.headers['location'], response.json().Data],
    [200, '"t"', undefined, { item: 'ü' }],
  );
});

test('without a thread, and of other operations, it stays', async () => {
  const { moved, send } = open(() => undefined);
  assert.equal((await send('create-record', LARGE_WRITE_BYTES + 1)).statusCode, 201);
  assert.equal(moved.length, 1);
  await send('publish-versions', LARGE_WRITE_BYTES + 1);
  await send('submit-form', LARGE_WRITE_BYTES + 1);
  assert.equal(moved.length, 1);
});
