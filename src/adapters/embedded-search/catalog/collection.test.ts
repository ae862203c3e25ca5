// Which changes of a catalog need another index, and when its results change by the clock.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogContents } from '../../../domain/ports.ts';
import type { RankingSettings } from '../../../domain/products/ranking-settings.ts';
import { Collection } from './collection.ts';

const ID = 'c';
const tables: CatalogContents = {
  attributes: [],
  categories: [],
  synonyms: [],
  merchandisingRules: [],
  facets: [],
  contentModels: ['blog', 'news'],
};
const open = (ranking?: RankingSettings): Collection =>
  new Collection(ID, {
    ...{ position: 0, baseLocale: 'en', content: [], products: [] },
    contents: ranking === undefined ? tables : { ...tables, ranking },
  });

test('a change of a catalog needs another index only if models or weights differ', () => {
  const change = { position: 1, kind: 'catalog' as const, catalogId: '', fingerprint: '1' };
  assert.equal(open().record({ ...change, id: ID }), 'tables');
  assert.equal(open().record({ ...change, id: ID, catalogId: ID }), 'everything', 'created or deleted');
  assert.equal(open().record({ ...change, id: 'other' }), 'none');
  const needs = (more: Partial<CatalogContents>) => open().needsRebuild({ ...tables, ...more });
  assert.equal(needs({}), false);
  assert.equal(needs({ contentModels: ['news', 'blog'] }), false);
  assert.equal(needs({ contentModels: ['news'] }), true);
  assert.equal(needs({ contentModels: ['news', 'blog', 'page'] }), true);
  assert.equal(needs({ contentModels: ['news', 'page'] }), true);
  assert.equal(needs({ ranking: { inStock: 2, newness: { halfLifeDays: 3, maxFactor: 2 } } }), false);
  assert.equal(needs({ ranking: { weights: { name: 2 } } }), true);
  assert.equal(open({ weights: { name: 2 } }).needsRebuild(tables), true);
});

test('a table that was not read again is not applied', () => {
  const collection = open();
  const rule = { kind: 'merchandising_rule' as const, id: 'r', catalogId: ID };
  collection.record({ position: 1, fingerprint: '1', ...rule });
  collection.markApplied();
  assert.equal(collection.appliedPosition, 0);
  collection.putTables(collection.contents);
  collection.markApplied();
  assert.equal(collection.appliedPosition, 1);
});

test('with newness, results change at midnight, or earlier with a rule', () => {
  const at = Date.parse('2026-05-20T15:00:00Z');
  const until = Date.parse('2026-05-20T18:00:00Z');
  const midnight = Date.parse('2026-05-21T00:00:00Z');
  assert.equal(open().nextTimedChange(at), Number.POSITIVE_INFINITY);
  const collection = open({ newness: { halfLifeDays: 3, maxFactor: 2 } });
  assert.equal(collection.nextTimedChange(at), midnight);
  assert.equal(collection.nextTimedChange(midnight - 1), midnight);
  const rule = { id: 'r', when: { until }, hide: [], pin: [] };
  collection.record({
    ...{ position: 1, kind: 'merchandising_rule', id: 'r', catalogId: ID, fingerprint: '1' },
  });
  collection.putTables({ ...collection.contents, merchandisingRules: [rule] });
  assert.equal(collection.nextTimedChange(at), until);
  assert.equal(collection.nextTimedChange(until), midnight);
});
