// The next query sees every write: products, items, publications, categories, synonyms, rules, the catalog itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aText, CATALOG_ID, OTHER_CATALOG_ID, otherScope, scope } from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { groupOf, openSession } from './search-session.ts';

export const describeFeed = (open: OpenIndex): void => {
  test('a product is put, changed and deleted', async (t) => {
    const { source, count } = await openSession(t, open);
    assert.equal(await count({ term: 'zork' }), 0);
    source.putProduct(aProduct('p1', { name: 'zork' }));
    source.putProduct(aProduct('p2', { name: 'zork' }));
    assert.equal(await count({ term: 'zork' }), 2);
    source.putProduct(aProduct('p1', { name: 'mivel' }));
    assert.equal(await count({ term: 'zork' }), 1);
    assert.equal(await count({ term: 'mivel' }), 1);
    source.deleteProduct('p1');
    assert.equal(await count({ term: 'mivel' }), 0);
    assert.equal(await count({}), 1);
  });

  test('the type of a field follows its products', async (t) => {
    const { source, count } = await openSession(t, open);
    source.putProduct(aProduct('p1', { attributes: { size: 9 } }));
    const over10 = { groups: [groupOf('AND', ['size', 'greater_than', '10'])] };
    assert.equal(await count(over10), 0);
    source.putProduct(aProduct('p2', { attributes: { size: 'xl' } }));
    assert.equal(await count(over10), 2, 'compared as text');
    source.deleteProduct('p2');
    assert.equal(await count(over10), 0);
  });

  test('an item is put, changed and deleted', async (t) => {
    const { source, search } = await openSession(t, open);
    assert.deepEqual(await search('zork'), []);
    source.putItem('a', { xx: aText({ title: 'zork' }), 'xx-aa': aText({ title: 'tusk' }) });
    assert.deepEqual(await search('zork'), ['a']);
    source.putItem('a', { xx: aText({ title: 'mivel' }) });
    assert.deepEqual(await search('zork'), []);
    assert.deepEqual(await search('mivel', { localeChain: ['xx-aa', 'xx'] }), ['a']);
    source.deleteItem('a');
    assert.deepEqual(await search('mivel'), []);
  });

  test('a record is published, replaced and unpublished, in one environment', async (t) => {
    const { source, search } = await openSession(t, open);
    const there = { scope: otherScope };
    assert.deepEqual([await search('zork'), await search('zork', {}, there)], [[], []]);
    source.publish('r1', { xx: aText({ title: 'zork' }) });
    assert.deepEqual([await search('zork'), await search('zork', {}, there)], [['record:r1'], []]);
    source.publish('r1', { xx: aText({ title: 'mivel' }) }, otherScope.environmentId);
    assert.deepEqual([await search('mivel'), await search('mivel', {}, there)], [[], ['record:r1']]);
    source.publish('r1', undefined);
    assert.deepEqual([await search('zork'), await search('mivel', {}, there)], [[], ['record:r1']]);
  });

  test('adding or removing a word changes what counts as a typo', async (t) => {
    const { source, search } = await openSession(t, open);
    source.putItem('a', { xx: aText({ title: 'mivel' }) });
    assert.deepEqual(await search('mivem'), ['a']);
    source.putItem('b', { xx: aText({ title: 'mivem' }) });
    assert.deepEqual(await search('mivem'), ['b']);
    source.deleteItem('b');
    assert.deepEqual(await search('mivem'), ['a']);
  });

  test('categories, synonyms and rules are followed', async (t) => {
    const { source, count, search } = await openSession(t, open);
    source.putProduct(aProduct('p1', { name: 'zork', categoryIds: ['c2'] }));
    source.putItem('a', { xx: aText({ title: 'zork' }) });
    assert.deepEqual([await count({ categoryId: 'c1' }), await count({ term: 'mivel' })], [0, 0]);
    source.putCategory({ id: 'c1', name: 'Shoes', parentId: null });
    source.putCategory({ id: 'c2', name: 'Boots', parentId: 'c1' });
    assert.equal(await count({ categoryId: 'c1' }), 1);
    source.putCategory({ id: 'c2', name: 'Boots', parentId: null });
    assert.equal(await count({ categoryId: 'c1' }), 0);
    assert.equal(await count({ categoryName: 'boots' }), 1);
    source.deleteCategory('c2');
    assert.equal(await count({ categoryName: 'boots' }), 0);
    source.putSynonyms({ id: 's', locale: null, words: ['zork', 'mivel'] });
    assert.deepEqual([await count({ term: 'mivel' }), await search('mivel')], [1, ['a']]);
    source.deleteSynonyms('s');
    assert.deepEqual([await count({ term: 'mivel' }), await search('mivel')], [0, []]);
    source.putRule({ id: 'r', when: { searchTerm: 'zork' }, hide: ['p1'], pin: [] });
    assert.equal(await count({ term: 'zork' }), 0);
  });

  test('a catalog becomes visible and invisible', async (t) => {
    const { source, count, search } = await openSession(t, open);
    source.putProduct(aProduct('p1'));
    source.putItem('a', { xx: aText({ title: 'zork' }) });
    assert.equal(await count({}), 1);
    source.attachCatalog([otherScope.environmentId]);
    assert.deepEqual([await count({}), await search('zork')], [0, []]);
    assert.equal(await count({}, { scope: otherScope }), 1);
    source.attachCatalog([scope.environmentId]);
    assert.deepEqual([await count({}), await search('zork')], [1, ['a']]);
  });

  test('changes of another catalog change nothing here', async (t) => {
    const { source, count } = await openSession(t, open);
    source.putProduct(aProduct('p1', { name: 'zork' }));
    assert.equal(await count({}), 1);
    source.putProduct(aProduct('p1', { name: 'mivel' }), OTHER_CATALOG_ID);
    source.putProduct(aProduct('p2'), OTHER_CATALOG_ID);
    assert.deepEqual([await count({}), await count({ term: 'zork' })], [1, 1]);
    assert.equal(await count({}, { catalogId: OTHER_CATALOG_ID }), 2);
  });

  test("the environment's default locale is the locale of the products' own texts", async (t) => {
    const { source, count } = await openSession(t, open);
    source.putProduct(aProduct('p1', { name: 'running' }));
    assert.equal(await count({ term: 'runs' }), 0);
    source.setDefaultLocale('en-us');
    assert.equal(await count({ term: 'runs', localeChain: ['en-us'], baseLocale: 'en-us' }), 1);
  });

  test('more changes than one read returns', async (t) => {
    const { source, count } = await openSession(t, open);
    assert.equal(await count({}), 0);
    for (let at = 0; at < 1_203; at += 1) source.putProduct(aProduct(`p${at % 700}`));
    source.deleteProduct('p0');
    assert.equal(await count({}), 699);
  });

  test('after a trimmed feed, everything is reloaded', async (t) => {
    const { source, count } = await openSession(t, open);
    source.putProduct(aProduct('p1'));
    source.putProduct(aProduct('p2'));
    assert.equal(await count({}), 2);
    source.deleteProduct('p1');
    source.trimFeed();
    source.putProduct(aProduct('p3', { name: 'zork' }));
    source.putProduct(aProduct('p4'));
    assert.deepEqual([await count({}), await count({ term: 'zork' })], [3, 1]);
    source.restartFeed();
    source.deleteProduct('p4');
    assert.equal(await count({}), 2, 'a store restored from an older copy');
  });

  test('many callers at once see one state', async (t) => {
    const { source, opened, count } = await openSession(t, open);
    source.putProduct(aProduct('p1', { name: 'zork' }));
    const counts = await Promise.all(Array.from({ length: 8 }, () => count({ term: 'zork' })));
    assert.deepEqual(new Set(counts), new Set([1]));
    source.putProduct(aProduct('p2', { name: 'zork' }));
    const again = await Promise.all(Array.from({ length: 8 }, () => count({ term: 'zork' })));
    assert.deepEqual(new Set(again), new Set([2]));
    assert.equal((await opened.index.describeProductFields(scope, CATALOG_ID)).has('price'), true);
  });
};
