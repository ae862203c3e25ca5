// Results of bulk requests arrive line by line, however the bytes are cut.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManageClient } from './manage.ts';

const results = [
  { line: 1, outcome: 'created' },
  { line: 2, error: { name: 'InvalidInput', code: 'missing:name', message: 'Größe fehlt' } },
  { summary: { lines: 2, is_complete: true } },
];
const bytes = new TextEncoder().encode(results.map((result) => `${JSON.stringify(result)}\n`).join(''));

/** A service that sends these bytes in pieces of this size. */
const serve = (sent: Uint8Array, size: number) => {
  const seen = { requests: [] as Request[], isCancelled: false };
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (stream) => {
      if (at >= sent.length) return stream.close();
      stream.enqueue(sent.slice(at, at + size));
      at += size;
    },
    cancel: () => {
      seen.isCancelled = true;
    },
  });
  const manage = createManageClient({
    baseUrl: 'http://shop.test',
    fetch: async (url: string | URL | Request, init?: RequestInit) => {
      seen.requests.push(new Request(url, init));
      return new Response(body);
    },
  });
  return { manage, seen };
};

test('each result comes once, whatever the pieces', async () => {
  for (const size of [1, 7, 50, bytes.length]) {
    const { manage, seen } = serve(bytes, size);
    assert.deepEqual(await Array.fromAsync(manage.writeBulk('{}\n{}\n')), results);
    const [request] = seen.requests;
    assert.equal(request?.headers.get('content-type'), 'application/x-ndjson');
    assert.equal(await request?.text(), '{}\n{}\n');
  }
});

test('a request may be a stream', async () => {
  const { manage, seen } = serve(bytes, 50);
  await Array.fromAsync(manage.deleteBulk(new Blob(['{"kind":"form"}\n']).stream()));
  assert.equal(await seen.requests[0]?.text(), '{"kind":"form"}\n');
});

test('results that end early are a failure', async () => {
  const { manage } = serve(bytes.slice(0, 30), 30);
  const read = manage.writeBulk('{}\n');
  assert.deepEqual((await read.next()).value, results[0]);
  await assert.rejects(read.next(), { name: 'NetworkError' });
});

test('a caller who stops reading stops the service too', async () => {
  const { manage, seen } = serve(bytes, 30);
  for await (const _ of manage.writeBulk('{}\n')) break;
  assert.equal(seen.isCancelled, true);
});
