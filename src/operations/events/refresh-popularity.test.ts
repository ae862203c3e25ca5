// Computing popularity over a store in memory: which products get a score, and how many change at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProductDay, ScoreChange } from '../../domain/events/popularity.ts';
import type { EventPlace } from '../../domain/events/product-event.ts';
import { buildRefreshPopularity } from './refresh-popularity.ts';

const placeIn = (workspaceId: string, catalogId = 'c1'): EventPlace => ({
  tenantId: 't',
  workspaceId,
  environmentId: 'e',
  catalogId,
});

const day = (productId: string, view: number, of = '2026-03-31'): ProductDay => ({
  productId,
  day: of,
  visitors: { view, click: 0, add_to_cart: 0, purchase: 0 },
});

const keyOf = ({ workspaceId, catalogId }: EventPlace): string => `${workspaceId}/${catalogId}`;

const open = (places: readonly EventPlace[], days: readonly ProductDay[], changesMax = 500) => {
  const fake = {
    scores: new Map<string, Map<string, number>>(),
    changed: [] as number[],
    droppedBefore: '',
    since: '',
    attribute: false,
  };
  const scoresOf = (place: EventPlace) => fake.scores.get(keyOf(place)) ?? new Map<string, number>();
  const refresh = buildRefreshPopularity({
    store: {
      dropEventsBefore: async (before) => {
        fake.droppedBefore = before;
      },
      listEventPlaces: async (catalogId) =>
        places.filter((place) => catalogId === undefined || place.catalogId === catalogId),
      summarizeEvents: async (_place, since, begin) => {
        fake.since = since;
        const summary = begin();
        for (const each of days) summary.add(each);
        return summary.result();
      },
      hasAttribute: async (_place, name) => fake.attribute && name === 'popularity',
      readScores: async (place) => new Map(scoresOf(place)),
      changeScores: async (place: EventPlace, changes: readonly ScoreChange[]) => {
        fake.changed.push(changes.length);
        const scores = scoresOf(place);
        for (const { productId, score } of changes) {
          if (score === undefined) scores.delete(productId);
          else scores.set(productId, score);
        }
        fake.scores.set(keyOf(place), scores);
      },
    },
    now: () => new Date('2026-03-31T12:00:00Z'),
    minVisitors: 3,
    retentionDays: 90,
    changesMax,
  });
  return { refresh, fake };
};

test('products with enough visitors get a score, and events are dropped by age', async () => {
  const place = placeIn('w');
  const { refresh, fake } = open([place], [day('popular', 3), day('known', 2), day('old', 9, '2026-02-01')]);
  assert.deepEqual(await refresh(), [{ ...place, products: 1, changed: 1 }]);
  assert.deepEqual(fake.scores.get('w/c1'), new Map([['popular', 100]]));
  assert.deepEqual([fake.droppedBefore, fake.since], ['2026-01-01', '2026-03-02']);
  assert.deepEqual(await refresh(), [{ ...place, products: 1, changed: 0 }], 'nothing changes again');
});

test('a run changes a bounded number of products, shared by the catalogs of a workspace', async () => {
  const days = Array.from({ length: 20 }, (_, at) => day(`p${at}`, 10));
  const { refresh, fake } = open([placeIn('a', 'c1'), placeIn('a', 'c2'), placeIn('b')], days, 8);
  const steps: [number, number][] = [];
  await refresh(undefined, (done, total) => steps.push([done, total]));
  assert.deepEqual(fake.changed, [4, 4, 8]);
  assert.deepEqual(steps, [
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  for (let run = 0; run < 4; run += 1) await refresh();
  assert.deepEqual(
    [...fake.scores.values()].map(({ size }) => size),
    [20, 20, 20],
    'the rest follows in later runs',
  );
  await refresh('C2');
  assert.equal(fake.changed.length, 16, 'only the catalog that was asked for');
});

test('an attribute of the shop that says how popular products are goes before', async () => {
  const { refresh, fake } = open([placeIn('w')], [day('p', 5)]);
  await refresh();
  assert.equal(fake.scores.get('w/c1')?.size, 1);
  fake.attribute = true;
  await refresh();
  assert.equal(fake.scores.get('w/c1')?.size, 0);
});
