// Keys are found by their hash, and only as they are; what is stored is not made where requests are served.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Responses } from '../output/success-response.ts';
import { type CacheKey, finishKey, ResponseCache } from './response-cache.ts';

const workspace = { tenantId: 'acme', workspaceId: 'web' };
const unchanged = { revision: () => 1, nonProductRevision: () => 1 };
const state = { signal: unchanged, revision: 1 };

const SEARCH = { catalogId: 'main', text: 'tent', total: 1 };

const responsesOf = (body: string): Responses => {
  const bytes = Buffer.byteLength(body);
  const encoding = bytes === body.length ? 'latin1' : 'utf8';
  return {
    status: 200,
    plain: { body, encoding, bytes, headers: ['etag', '"1"'], entityTag: '"1"' },
    coded: undefined,
  };
};

const open = (sizeMax = 1_000_000) => {
  const cache = new ResponseCache(unchanged, [], sizeMax);
  const offer = (key: CacheKey, responses: Responses): Responses =>
    cache.offer(key, state, { responses, workspace, search: SEARCH, keepUntil: Number.POSITIVE_INFINITY });
  const bodyOf = (key: CacheKey) => cache.find(key)?.responses.plain.body;
  return { cache, offer, bodyOf };
};

test('of two keys with the same hash, the later is cached, and neither finds the response of the other', () => {
  const { cache, offer, bodyOf } = open();
  const one: CacheKey = { request: 'one', body: '', hash: 7 };
  for (const other of [
    { ...one, request: 'other' },
    { ...one, body: 'other' },
  ]) {
    offer(one, responsesOf('of one'));
    assert.deepEqual([bodyOf(one), bodyOf(other)], ['of one', undefined]);
    offer(other, responsesOf('of the other'));
    assert.deepEqual([bodyOf(one), bodyOf(other)], [undefined, 'of the other']);
  }
  cache.forget(one);
  assert.equal(bodyOf({ ...one, body: 'other' }), undefined);
});

test('any request and body finds the response that was stored for it', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  // A request ends with a line feed, and has no NUL.
  const start = text.map((one) => `${one.replaceAll(/[\n\0]/g, '')}\n`);
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.tuple(
          start,
          text.map((one) => one.replaceAll('\n', '')),
        ),
        { selector: String, maxLength: 50 },
      ),
      (keys) => {
        const { offer, bodyOf } = open();
        for (const [request, body] of keys)
          offer(finishKey(request, body), responsesOf(`${request}\n${body}`));
        for (const [request, body] of keys) {
          const found = bodyOf(finishKey(request, body));
          assert.equal(found, Buffer.from(`${request}\n${body}`).toString('latin1'));
        }
      },
    ),
  );
});

test('what is stored are copies of what a request has made, and is what is sent', () => {
  const { cache, offer } = open();
  const key = finishKey('GET /', '');
  const made = responsesOf('plain');
  const sent = offer(key, made);
  const stored = cache.find(key) ?? assert.fail();
  assert.equal(stored.responses, sent);
  assert.deepEqual(sent, made);
  assert.ok(sent !== made && sent.plain !== made.plain && sent.plain.headers !== made.plain.headers);
  assert.ok(stored.search !== undefined && stored.search !== SEARCH);
  assert.deepEqual(stored.search, SEARCH);
  const accented = offer(finishKey('GET /', 'é'), responsesOf('é'));
  assert.deepEqual([accented.plain.body, accented.plain.encoding], ['Ã©', 'latin1']);
});

test('what is not stored is sent as it was made', () => {
  const { cache, offer } = open(1);
  const made = responsesOf('é');
  assert.equal(offer(finishKey('GET /', ''), made), made);
  assert.equal(cache.find(finishKey('GET /', '')), undefined);
});
