// What the relaxed rule finds when the strict one finds too few, by example (Decision 0030): in content and in counts
// alike.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aText, buildMemorySource, type MemorySource } from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { groupOf, openSession, valueFacet } from './search-session.ts';

const times = (count: number, make: (at: number) => void): void => {
  for (let at = 0; at < count; at += 1) make(at);
};

/** `both` texts say smart watch; if it is one, three more say watch; thirty say smart, and the rest neither. */
const smartTexts = (both: number): MemorySource => {
  const source = buildMemorySource();
  const put = (id: string, body: string, type = 'page') => source.putItem(id, { xx: aText({ body, type }) });
  times(both, (at) => put(`b${at}`, 'smart watch', at === 0 ? 'blog' : 'page'));
  times(both > 1 ? 0 : 3, (at) => put(`w${at}`, `watch ta${' ta'.repeat(at)}`, at === 0 ? 'blog' : 'page'));
  times(30, (at) => put(`s${at}`, 'smart brol'));
  times(47, (at) => put(`f${at}`, 'pebble'));
  return source;
};

const smartProducts = (both: number): MemorySource => {
  const source = buildMemorySource();
  const put = (id: string, name: string, more = {}) => source.putProduct(aProduct(id, { name, ...more }));
  times(both, (at) => put(`b${at}`, 'smart watch', { brand: at === 0 ? 'Acme' : 'Other' }));
  times(both > 1 ? 0 : 3, (at) => put(`w${at}`, 'watch', { brand: at === 0 ? 'Acme' : 'Other' }));
  times(30, (at) => put(`s${at}`, 'smart brol', { brand: 'Acme' }));
  times(47, (at) => put(`f${at}`, 'pebble'));
  return source;
};

export const describeRelaxedExamples = (open: OpenIndex): void => {
  test('fewer than ten: one selective word is enough, ranked below strict matches', async (t) => {
    const { search } = await openSession(t, open, smartTexts(1));
    assert.deepEqual(await search('smart watch'), ['b0', 'w0', 'w1', 'w2'], 'smart stands in 31 of 81 texts');
    assert.deepEqual(await search('watch smart', { sortOrder: 'asc' }), ['w2', 'w1', 'w0', 'b0']);
    assert.deepEqual(
      await search('unheard watch'),
      ['b0', 'w0', 'w1', 'w2'],
      'also where that finds nothing',
    );
    assert.deepEqual(await search('smart unheard'), [], 'a word of many texts tells nothing');
    assert.deepEqual(await search('smart watch', { skip: 1, limit: 2 }), ['w0', 'w1'], 'page by page');
  });

  test('ten are enough: nothing is added', async (t) => {
    const nine = await openSession(t, open, smartTexts(9));
    nine.source.putItem('w', { xx: aText({ body: 'watch' }) });
    const ask = async () => (await nine.search('smart unheard watch')).length;
    assert.equal(await ask(), 9, 'watch stands in ten of 87 texts: it tells nothing');
    nine.source.putItem('r', { xx: aText({ body: 'unheard' }) });
    assert.equal(await ask(), 10, 'unheard stands in one');
    nine.source.putItem('b9', { xx: aText({ body: 'smart watch' }) });
    assert.equal(await ask(), 10, 'the tenth has come: the one by unheard has gone');
  });

  test('a type narrows what is found and never changes the rule', async (t) => {
    const { search, source } = await openSession(t, open, smartTexts(1));
    times(200, (at) => source.putItem(`g${at}`, { xx: aText({ body: 'pebble' }) }));
    assert.deepEqual(await search('smart watch', { type: 'blog' }), ['b0', 'w0']);
    times(9, (at) => source.putItem(`n${at}`, { xx: aText({ body: 'smart watch', type: 'news' }) }));
    assert.deepEqual(await search('smart watch', { type: 'blog' }), ['b0'], 'ten of all types are enough');
    assert.equal((await search('smart watch')).length, 10);
  });

  test('counts: the same rule, decided before any filter, facet, audience or merchandising', async (t) => {
    const { count, source } = await openSession(t, open, smartProducts(1));
    times(200, (at) => source.putProduct(aProduct(`g${at}`, { name: 'pebble' })));
    const term = 'smart watch';
    assert.equal(await count({ term }), 4);
    const acme = { facets: [valueFacet('brand', 'Acme')] };
    assert.equal(await count({ term, ...acme }), 2);
    assert.equal(await count({ term, groups: [groupOf('AND', ['brand', 'not_equal_to', 'Acme'])] }), 2);
    times(9, (at) =>
      source.putProduct(aProduct(`h${at}`, { name: 'smart watch', customerGroupIds: ['vip'] })),
    );
    assert.equal(await count({ term }), 1, 'ten hold both, of which this visitor sees one');
    assert.equal(await count({ term, ...acme }), 1);
    assert.equal(await count({ term, customerGroupId: 'vip' }), 10);
    assert.equal(await count({ term, facets: [valueFacet('brand', 'none')] }), 0);
  });

  test('a query in another language finds texts by a shared name', async (t) => {
    const source = buildMemorySource('en');
    times(40, (at) => source.putItem(`f${at}`, { en: aText({ body: 'a text about something else' }) }));
    source.putItem('a', { en: aText({ body: 'When the Panthers lost to Denver' }) });
    const { search } = await openSession(t, open, source);
    const ask = (text: string) => search(text, { localeChain: ['en'] });
    assert.deepEqual(await ask('Panthers kaç sayı verdi'), ['a']);
    assert.deepEqual(await ask('kaç sayı verdi'), []);
  });
};
