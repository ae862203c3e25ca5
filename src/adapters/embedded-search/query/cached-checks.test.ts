// What suggestions found out about an index holds until the index changes, or the clock changes it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aText } from '../../../../test/suites/search/memory-source.ts';
import type { CatalogContents, Change } from '../../../domain/ports.ts';
import type { Suggestions, SuggestQuery } from '../../../domain/products/suggestion.ts';
import { Collection } from '../catalog/collection.ts';
import { buildQueryRunner } from './query-runner.ts';

const ID = 'c';
const NOON = Date.parse('2026-05-20T12:00:00Z');
const HOUR = 3_600_000;
const tables: CatalogContents = {
  attributes: [],
  categories: [],
  synonyms: [],
  merchandisingRules: [],
  facets: [],
  popularTerms: ['lamp', 'guide'],
};
const lamp = { ...aProduct('p'), name: 'Lamp' };
const guide = {
  key: 'item:g',
  providerId: 'g',
  texts: { en: aText({ title: 'Guide', body: 'how to', createdAt: '2026-01-02' }) },
};

const open = (): Collection => {
  const built = { position: 0, baseLocale: 'en', content: [], products: [], contents: tables };
  const collection = new Collection(ID, built);
  collection.putProducts(['p'], [lamp]);
  collection.putItems([guide.key], [guide]);
  return collection;
};

const runner = buildQueryRunner(undefined);

const suggestAt = (collection: Collection, more: Partial<SuggestQuery> = {}): Suggestions => {
  const found = runner.askProducts('t', collection, {
    kind: 'suggest',
    query: {
      ...{ localeChain: ['en'], baseLocale: 'en', currency: 'USD', at: NOON, withMerchandising: true },
      ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined, term: undefined },
      hasContent: true,
      limits: { searches: 0, popular: 5, categories: 0, products: 0, content: 0 },
      ...more,
    },
  });
  assert.ok(!(found instanceof Promise));
  return found;
};

const popularAt = (collection: Collection, more: Partial<SuggestQuery> = {}): readonly string[] =>
  suggestAt(collection, more).popular;

/** How much of each is suggested for the first letters of both. */
const shortAt = (collection: Collection, more: Partial<SuggestQuery> = {}): readonly number[] => {
  const limits = { searches: 0, popular: 0, categories: 0, products: 5, content: 5 };
  return [
    suggestAt(collection, { term: 'la', limits, ...more }).products.length,
    suggestAt(collection, { term: 'gui', limits, ...more }).content.length,
  ];
};

const hideLamp = (collection: Collection, when: object, isDraft = false): void => {
  const change: Change = {
    position: 1,
    fingerprint: '1',
    kind: 'merchandising_rule',
    id: 'r',
    catalogId: ID,
  };
  collection.record(change);
  const rule = { id: 'r', when, hide: ['p'], pin: [], isDraft };
  collection.putTables({ ...tables, merchandisingRules: [rule] });
};

test('a product or an article that is gone is not suggested any more, and one that is new is', () => {
  const collection = open();
  assert.deepEqual(popularAt(collection), ['lamp', 'guide']);
  collection.putItems([guide.key], []);
  assert.deepEqual(popularAt(collection), ['lamp']);
  collection.putProducts(['p'], []);
  assert.deepEqual(popularAt(collection), []);
  collection.putProducts(['p'], [lamp]);
  assert.deepEqual(popularAt(collection), ['lamp']);
  collection.putItems([guide.key], [guide]);
  assert.deepEqual(popularAt(collection), ['lamp', 'guide']);
});

test('a new rule applies at once, and one that is bound to a time when its time comes', () => {
  const collection = open();
  assert.deepEqual(popularAt(collection), ['lamp', 'guide']);
  hideLamp(collection, {});
  assert.deepEqual(popularAt(collection), ['guide']);
  hideLamp(collection, { from: NOON + HOUR, until: NOON + 2 * HOUR });
  for (const [hours, popular] of [
    [0, ['lamp', 'guide']],
    [1, ['guide']],
    [2, ['lamp', 'guide']],
    [0, ['lamp', 'guide']],
    [1.5, ['guide']],
  ] as const)
    assert.deepEqual(popularAt(collection, { at: NOON + hours * HOUR }), popular, `after ${hours} hours`);
});

test('what a preview finds is not kept', () => {
  const collection = open();
  hideLamp(collection, {}, true);
  for (const _ of [1, 2]) {
    assert.deepEqual(popularAt(collection, { withDrafts: true }), ['guide']);
    assert.deepEqual(popularAt(collection), ['lamp', 'guide']);
  }
});

test('what is kept for the first letters follows every change too', () => {
  const collection = open();
  const found = () => [shortAt(collection), shortAt(collection)];
  assert.deepEqual(found(), [
    [1, 1],
    [1, 1],
  ]);
  collection.putItems([guide.key], []);
  assert.deepEqual(shortAt(collection), [1, 0]);
  collection.putProducts(['p'], []);
  assert.deepEqual(shortAt(collection), [0, 0]);
  collection.putProducts(['p'], [lamp]);
  collection.putItems([guide.key], [guide]);
  assert.deepEqual(shortAt(collection), [1, 1]);
  hideLamp(collection, { from: NOON + HOUR, until: NOON + 2 * HOUR });
  for (const [hours, products] of [
    [0, 1],
    [1, 0],
    [2, 1],
    [1.5, 0],
  ] as const)
    assert.deepEqual(shortAt(collection, { at: NOON + hours * HOUR }), [products, 1], `after ${hours} hours`);
  hideLamp(collection, {}, true);
  for (const _ of [1, 2]) {
    assert.deepEqual(shortAt(collection, { withDrafts: true }), [0, 1]);
    assert.deepEqual(shortAt(collection), [1, 1]);
  }
});
