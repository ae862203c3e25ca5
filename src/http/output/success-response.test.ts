// A response is the same whether its payload is a value, JSON in text, or JSON in bytes of another thread.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toResultJson } from '../../adapters/threaded-requests/result-json.ts';
import type { Envelope } from '../../contract/operation.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import { JsonText, LargeJsonResult } from '../../operations/json-text.ts';
import { successJson } from './envelope.ts';
import { buildResponses } from './success-response.ts';

const payload = {
  items: Array.from({ length: 2_000 }, (_, number) => ({ number, name: `Größe ${number} 🙂` })),
};

const responseOf = (envelope: Envelope, given: unknown) => {
  const { plain } = buildResponses({
    ...successJson(given),
    envelope,
    status: 200,
    location: undefined,
    entityTag: undefined,
    isRead: true,
    cacheControl: 'private, no-cache',
    cors: { headers: {}, variesByOrigin: false },
    varyBy: '',
  });
  const { body, encoding, bytes, headers } = plain;
  const sent =
    typeof body === 'string'
      ? Buffer.from(body, encoding)
      : Buffer.concat([Buffer.from(body.before), body.bytes, Buffer.from(body.after)]);
  assert.equal(sent.length, bytes);
  return { sent: sent.toString(), headers };
};

for (const envelope of ['bare', 'wrapped'] as const)
  test(`the same bytes and headers of every kind of payload, ${envelope}`, () => {
    const large = toResultJson(payload);
    assert.ok(typeof large === 'object');
    const plain = responseOf(envelope, payload);
    assert.deepEqual(
      JSON.parse(plain.sent),
      envelope === 'bare' ? payload : { Status: 'success', Data: payload },
    );
    assert.deepEqual(responseOf(envelope, new JsonText(toJsonBytes(payload))), plain);
    assert.deepEqual(responseOf(envelope, new LargeJsonResult(large)), plain);
  });
