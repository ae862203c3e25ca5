// A failure that was sent between threads is the failure that was thrown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure, type FailureOptions } from './failure.ts';
import { fromPlain, toPlain } from './plain-failure.ts';

const roundTrip = (failure: Failure): Failure => fromPlain(structuredClone(toPlain(failure)));

test('a failure keeps all that its response shows and metrics count', () => {
  const all: FailureOptions = {
    code: 'busy',
    retryAfterSeconds: 2,
    refusal: 'busy',
    details: { faults: [{ field: 'name' }] },
  };
  for (const options of [all, { code: 'busy' }] as const) {
    const failure = new Failure(503, 'ServiceUnavailable', 'No time now', options);
    const sent = roundTrip(failure);
    assert.ok(sent instanceof Failure);
    assert.deepEqual([{ ...sent }, sent.message], [{ ...failure }, failure.message]);
  }
});
