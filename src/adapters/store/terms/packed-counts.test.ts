// Packed counts are added up as they were packed, whatever their size, over parts and days.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LOW_TOTAL_MAX, type TermDayCounts } from '../../../domain/terms/search-report.ts';
import { addPacked, noSums, packDay } from './packed-counts.ts';

const NO_OTHERS = { terms: 0, searches: 0, zeros: 0 };

const counts = (changes: Partial<TermDayCounts> = {}): TermDayCounts => ({
  term: 'shoe',
  day: '2026-03-20',
  searches: 1,
  visitors: 1,
  zeros: 0,
  found: 0,
  low: new Map(),
  ...changes,
});

test('numbers of any size come back, at their places', () => {
  // Around the ends of one and two bytes, beyond 32 bits, and the greatest of all.
  const sizes = [0, 1, 127, 128, 129, 16_383, 16_384, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER];
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 299 }), { maxLength: 20 }),
      fc.array(fc.constantFrom(...sizes), { minLength: 4, maxLength: 4 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: LOW_TOTAL_MAX }), fc.integer({ min: 1, max: 300 }))),
      fc.integer({ min: 1, max: LOW_TOTAL_MAX }),
      (places, [searches = 0, visitors = 0, zeros = 0, found = 0], pairs, lowTotal) => {
        const low = new Map(pairs);
        const sorted = places.toSorted((a, b) => a - b);
        const day = sorted.map(
          (place) => [place, counts({ searches, visitors, zeros, found, low })] as const,
        );
        const sums = noSums(300);
        for (const part of packDay(day, NO_OTHERS)) addPacked(sums, part, lowTotal);
        const little = [...low].reduce((all, [total, count]) => all + (total <= lowTotal ? count : 0), 0);
        const columns = { searches, visitors, zeros, found, low: little };
        for (const [name, number] of Object.entries(columns)) {
          const expected = Array.from({ length: 300 }, (_, place) => (places.includes(place) ? number : 0));
          assert.deepEqual([...sums[name as keyof typeof columns]], expected, name);
        }
      },
    ),
  );
});

test('days and their parts add up; the sums of the other terms count once a day', () => {
  const others = { terms: 2, searches: 5, zeros: 1 };
  const day = Array.from({ length: 9_001 }, (_, place) => [place, counts({ searches: place })] as const);
  const parts = packDay(day, others);
  assert.equal(parts.length, 3);
  const sums = noSums(9_001);
  for (const part of [...parts, ...parts, ...packDay([], others)]) addPacked(sums, part, 3);
  assert.deepEqual(sums.others, { terms: 6, searches: 15, zeros: 3 });
  assert.deepEqual(
    [...sums.searches],
    day.map(([place]) => 2 * place),
  );
});
