// Postings read four at a time are found like one by one, wherever a list begins and ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listHeavy, nextHeavy, weightsOf } from './heavy-postings.ts';

const drawn = fc.record({
  weights: fc.array(fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 20, 127, 128, 254, 255)), {
    maxLength: 40,
  }),
  /** Bytes before the first weight: views of four need a multiple of four. */
  offset: fc.nat({ max: 5 }),
  from: fc.nat({ max: 40 }),
  length: fc.nat({ max: 40 }),
  least: fc.oneof(fc.integer({ min: 1, max: 256 }), fc.constantFrom(1, 128, 255, 256)),
});

test('all postings with at least that weight are found, and no others', () => {
  fc.assert(
    fc.property(drawn, ({ weights, offset, from: wantedFrom, length, least }) => {
      const bytes = new Uint8Array(offset + weights.length).subarray(offset);
      bytes.set(weights);
      const from = Math.min(wantedFrom, bytes.length);
      const to = Math.min(from + length, bytes.length);
      const wanted = weights.flatMap((weight, at) => (at >= from && at < to && weight >= least ? [at] : []));
      const list = new Uint32Array(bytes.length + 1);
      const listed = listHeavy(weightsOf(bytes), from, to, least, list);
      assert.deepEqual([...list.subarray(0, listed)], wanted);
      const found: number[] = [];
      for (let at = nextHeavy(bytes, from, to, least); at < to; at = nextHeavy(bytes, at + 1, to, least))
        found.push(at);
      assert.deepEqual(found, wanted);
    }),
    { numRuns: 2_000 },
  );
});
