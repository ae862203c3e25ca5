// Scores of products, and which of their changes are made.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseChanges, PopularityScores, SCORE_MAX } from './popularity.ts';
import { dayOf, daysBetween, type EventCounts, firstDayOf, listDays } from './product-event.ts';

const TODAY = '2026-03-31';
const visitors = (counts: Partial<EventCounts>): EventCounts => ({
  view: 0,
  click: 0,
  add_to_cart: 0,
  purchase: 0,
  ...counts,
});

const scoresOf = (
  days: readonly (readonly [productId: string, day: string, counts: Partial<EventCounts>])[],
  minVisitors = 3,
) => {
  const scores = new PopularityScores(TODAY, minVisitors);
  for (const [productId, day, counts] of days) scores.add({ productId, day, visitors: visitors(counts) });
  return scores.result();
};

test('a stronger event counts more, an older one less', () => {
  const scores = scoresOf([
    ['old', '2026-03-24', { view: 8 }],
    ['viewed', TODAY, { view: 8 }],
    ['clicked', TODAY, { click: 8 }],
    ['wanted', TODAY, { add_to_cart: 8 }],
    ['bought', TODAY, { purchase: 8 }],
  ]);
  assert.deepEqual(
    [...scores.keys()].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0)),
    ['bought', 'wanted', 'clicked', 'viewed', 'old'],
  );
  assert.equal(scores.get('viewed'), Math.round(50 * Math.log2(9)));
  assert.equal(scores.get('bought'), Math.round(50 * Math.log2(1 + 7 * 10 + 1)), 'the strongest like a view');
  assert.equal(scores.get('old'), Math.round(50 * Math.log2(5)), 'half after seven days');
});

test('only days with enough visitors count: on several days one visitor looks like several', () => {
  const days = listDays(30, Date.parse(`${TODAY}T12:00:00Z`)).reverse();
  assert.equal(scoresOf(days.map((day) => ['lifted', day, { purchase: 2 }])).size, 0);
  const [first = TODAY, ...later] = days;
  const liked = ['p', first, { view: 3 }] as const;
  const alone = later.map((day) => ['p', day, { purchase: 1 }] as const);
  assert.deepEqual(scoresOf([liked, ...alone]), scoresOf([liked]));
  const today = (counts: Partial<EventCounts>) => scoresOf([['p', TODAY, counts]]);
  assert.deepEqual(today({ view: 3, purchase: 1 }), today({ view: 4 }));
});

test('only the last thirty days count, and no day to come', () => {
  assert.equal(scoresOf([['p', '2026-03-01', { view: 5 }]]).size, 0);
  assert.equal(scoresOf([['p', '2026-03-02', { view: 5 }]]).size, 1);
  assert.equal(scoresOf([['p', '2026-04-01', { view: 5 }]]).size, 0);
});

test('a score is bounded, and grows with interest', () => {
  fc.assert(
    fc.property(fc.nat(1e12), fc.nat(1e12), (one, other) => {
      const score = (view: number) => scoresOf([['p', TODAY, { view }]], 1).get('p') ?? 0;
      assert.ok(score(one) <= SCORE_MAX && Number.isInteger(score(one)));
      assert.ok(one < other ? score(one) <= score(other) : score(one) >= score(other));
    }),
  );
});

test('changes: what is new, gone or noticeably different, the largest first', () => {
  const stored = new Map([
    ['same', 500],
    ['near', 300],
    ['up', 100],
    ['gone', 40],
  ]);
  const wanted = new Map([
    ['same', 500],
    ['near', 309],
    ['up', 110],
    ['new', 5],
  ]);
  const changes = chooseChanges(stored, wanted, 10);
  assert.deepEqual(changes, [
    { productId: 'gone', score: undefined },
    { productId: 'up', score: 110 },
    { productId: 'new', score: 5 },
  ]);
  assert.deepEqual(chooseChanges(stored, wanted, 1), changes.slice(0, 1));
  assert.deepEqual(chooseChanges(wanted, wanted, 10), []);
});

test('however few are made at once, scores end up near what they should be', () => {
  const scores = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: SCORE_MAX })))
    .map((entries) => new Map(entries.map(([id, score]) => [`p${id}`, score])));
  fc.assert(
    fc.property(scores, scores, fc.integer({ min: 1, max: 5 }), (stored, wanted, max) => {
      const now = new Map(stored);
      for (let round = 0; round < 50; round += 1) {
        for (const { productId, score } of chooseChanges(now, wanted, max)) {
          if (score === undefined) now.delete(productId);
          else now.set(productId, score);
        }
      }
      assert.deepEqual([...now.keys()].sort(), [...wanted.keys()].sort());
      for (const [id, score] of wanted) assert.ok(Math.abs(score - (now.get(id) ?? 0)) < 10);
    }),
  );
});

test('days', () => {
  const noon = Date.parse('2026-03-01T12:00:00Z');
  assert.equal(dayOf(noon), '2026-03-01');
  assert.equal(firstDayOf(1, noon), '2026-03-01');
  assert.equal(firstDayOf(2, noon), '2026-02-28');
  assert.deepEqual(listDays(2, noon), ['2026-03-01', '2026-02-28']);
  assert.equal(daysBetween('2026-02-28', '2026-03-02'), 2);
});
