// Pins get their positions, and every product is on exactly one page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { pageWithPins, slotsOfPins } from './pinned-page.ts';

test('a position that is taken, or beyond the end, gives the nearest free slot', () => {
  assert.deepEqual(slotsOfPins([3, 3, 1], 9), [2, 3, 0]);
  assert.deepEqual(slotsOfPins([100, 100, 5], 5), [4, 3, 2]);
  assert.deepEqual(slotsOfPins([undefined, 1, undefined], 9), [1, 0, 2]);
});

test('slots are distinct, pages of any length have every product once, and front pins keep their order', () => {
  const position = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });
  fc.assert(
    fc.property(
      fc.array(position, { maxLength: 12 }),
      fc.nat({ max: 20 }),
      fc.integer({ min: 1, max: 7 }),
      (positions, others, limit) => {
        const total = positions.length + others;
        const slots = slotsOfPins(positions, total);
        assert.equal(new Set(slots).size, positions.length);
        assert.ok(slots.every((slot) => slot >= 0 && slot < total));
        const front = slots.filter((_, at) => positions[at] === undefined);
        assert.deepEqual(
          front,
          front.toSorted((a, b) => a - b),
        );
        const pins = slots.map((slot, at) => ({ slot, value: `pin${at}` }));
        const ranked = Array.from({ length: others }, (_, at) => `other${at}`);
        const whole = pageWithPins(pins, ranked, 0, total + 3);
        assert.equal(new Set(whole).size, total);
        for (const { slot, value } of pins) assert.equal(whole[slot], value);
        assert.deepEqual(
          whole.filter((one) => one.startsWith('other')),
          ranked,
        );
        const paged: string[] = [];
        for (let skip = 0; skip < total + limit; skip += limit)
          paged.push(...pageWithPins(pins, ranked.slice(0, skip + limit), skip, limit));
        assert.deepEqual(paged, whole);
      },
    ),
    { numRuns: runs(150, 3_000) },
  );
});
