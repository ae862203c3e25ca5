// Content search by example: one rule of the decisions per test (Operation by operation, 1; Locale).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentText } from '../../../src/domain/search/content.ts';
import {
  aText,
  buildMemorySource,
  type MemorySource,
  OTHER_CATALOG_ID,
  otherScope,
} from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { openSession } from './search-session.ts';

/** A source of items with these bodies, in one locale. */
const bodies = (texts: Readonly<Record<string, string>>, locale = 'xx'): MemorySource => {
  const source = buildMemorySource(locale);
  for (const [id, body] of Object.entries(texts)) source.putItem(id, { [locale]: aText({ body }) });
  return source;
};

const texts = (all: Readonly<Record<string, Partial<ContentText>>>): MemorySource => {
  const source = buildMemorySource();
  for (const [id, text] of Object.entries(all)) source.putItem(id, { xx: aText(text) });
  return source;
};

export const describeContentExamples = (open: OpenIndex): void => {
  test('of one word one must match, of two both, of more at least two', async (t) => {
    const { search } = await openSession(
      t,
      open,
      bodies({ a: 'zork', b: 'zork mivel', c: 'zork mivel tusk', d: 'brol' }),
    );
    assert.deepEqual((await search('zork')).sort(), ['a', 'b', 'c']);
    assert.deepEqual((await search('zork mivel')).sort(), ['b', 'c']);
    assert.deepEqual((await search('zork mivel tusk')).sort(), ['b', 'c']);
    assert.deepEqual(await search('zork brol'), []);
  });

  test('in a sentence, one word that at most one text in 20 holds is enough', async (t) => {
    const filler = Array.from({ length: 38 }, (_, at) => [`f${at}`, 'boots and laces']);
    const source = bodies({ ...Object.fromEntries(filler), a: 'a yurt', b: 'the yurt', c: 'a kayak' }, 'en');
    const { search } = await openSession(t, open, source);
    const ask = async (text: string) => (await search(text, { localeChain: ['en'], limit: 100 })).sort();
    assert.deepEqual(await ask('where is my yurt'), ['a', 'b'], 'one word that counts is one that matches');
    assert.deepEqual(await ask('where is my lost yurt'), ['a', 'b'], 'two of 41 texts hold it');
    assert.deepEqual(await ask('where is my lost yurts or kayaks'), ['a', 'b', 'c']);
    assert.deepEqual(await ask('where are my lost boots'), [], 'a word of many texts does not do alone');
    source.putItem('d', { en: aText({ body: 'yurt' }) });
    assert.deepEqual(await ask('where is my lost yurt'), [], 'three of 42 are more than one in 20');
  });

  test('in a collection of fewer than 20 texts a sentence needs two words as well', async (t) => {
    const filler = Array.from({ length: 18 }, (_, at) => [`f${at}`, 'boots']);
    const source = bodies({ ...Object.fromEntries(filler), a: 'yurt' }, 'en');
    const { search } = await openSession(t, open, source);
    assert.deepEqual(await search('where is my lost yurt', { localeChain: ['en'] }), []);
    source.putItem('z', { en: aText({ body: 'boots' }) });
    assert.deepEqual(await search('where is my lost yurt', { localeChain: ['en'] }), ['a']);
  });

  test('words match in title, summary, body or keywords', async (t) => {
    const { search } = await openSession(
      t,
      open,
      texts({
        a: { title: 'zork', keywords: ['mivel'] },
        b: { summary: 'zork', body: 'mivel' },
        c: { title: 'zork' },
      }),
    );
    assert.deepEqual((await search('zork mivel')).sort(), ['a', 'b']);
  });

  test('a repeated word is one word', async (t) => {
    const { search } = await openSession(t, open, bodies({ a: 'zork' }));
    assert.deepEqual(await search('zork Zork ZÖRK'), ['a']);
  });

  test('the last word matches as a prefix from three letters on, other words do not', async (t) => {
    const { search } = await openSession(t, open, bodies({ a: 'zorkanel mivel', b: 'mivelas zork' }));
    assert.deepEqual(await search('mivel zorka'), ['a']);
    assert.deepEqual((await search('zor')).sort(), ['a', 'b']);
    assert.deepEqual(await search('zo'), []);
    assert.deepEqual(await search('zork mivela'), ['b']);
    assert.deepEqual(await search('miv zork'), []);
  });

  test('a word that matches nothing at all is replaced by near words', async (t) => {
    const { search } = await openSession(
      t,
      open,
      bodies({ a: 'mivel', b: 'zorkanel', c: 'tus', d: 'brultonik', e: 'brult' }),
    );
    assert.deepEqual(await search('mibel'), ['a'], 'one edit from four letters on');
    assert.deepEqual(await search('mievl'), ['a'], 'a swap is one edit');
    assert.deepEqual(await search('mibek'), [], 'two edits are too many for five letters');
    assert.deepEqual(await search('nivel'), ['a'], 'the first letter may be wrong, from five letters on');
    assert.deepEqual(await search('ivel'), [], 'but not below');
    assert.deepEqual((await search('orkanel')).sort(), ['b'], 'or missing');
    assert.deepEqual(await search('tos'), [], 'three letters are too few');
    assert.deepEqual(await search('zorganol'), ['b'], 'two edits from eight letters on');
    assert.deepEqual(await search('zorganolo'), [], 'three edits are too many');
  });

  test('a text with a word also counts the synonyms it contains', async (t) => {
    const source = bodies({
      a: 'zork brol tusk',
      b: 'zork mivel tusk',
      c: 'brol bral tusk',
      d: 'mivel bral tusk',
    });
    source.putSynonyms({ id: 's', locale: null, words: ['zork', 'mivel'] });
    const { search } = await openSession(t, open, source);
    assert.deepEqual(await search('zork'), ['b', 'a', 'd']);
    assert.deepEqual(await search('zork tusk'), ['b', 'a', 'd'], 'beside another word');
    assert.deepEqual(await search('zork tusk quxuq'), ['b', 'a', 'd'], 'and beside two');
    assert.deepEqual(await search('zork', { sortBy: 'title' }), ['a', 'b', 'd'], 'each of them once');
  });

  test('near words with the same first letter are preferred', async (t) => {
    const { search } = await openSession(t, open, bodies({ a: 'mivel', b: 'nibel', c: 'tivel' }));
    assert.deepEqual(await search('nivel'), ['b']);
    assert.deepEqual((await search('zivel')).sort(), ['a', 'c']);
  });

  test('Vietnamese is found with diacritics, and without them if the query has none', async (t) => {
    const shop = bodies({ a: 'bàn phím', b: 'bạn bè', c: 'ban công', d: 'dien thoai' }, 'vi');
    const { search } = await openSession(t, open, shop);
    const vi = { localeChain: ['vi'] };
    assert.deepEqual(await search('bàn', vi), ['a']);
    assert.deepEqual((await search('ban', vi)).sort(), ['a', 'b', 'c']);
    assert.deepEqual(await search('bàn phim', vi), ['a']);
    assert.deepEqual(await search('điện thoại', vi), ['d'], 'marks that no text has are passed over');
  });

  test('a word that matches somewhere is not replaced', async (t) => {
    const { search } = await openSession(t, open, bodies({ a: 'mivel', b: 'mivem', c: 'brol mivelas' }));
    assert.deepEqual(await search('mivem'), ['b']);
    assert.deepEqual((await search('mivel')).sort(), ['a', 'c'], 'a match as a prefix counts');
    assert.deepEqual(await search('mivex brol'), [], 'mivex stands for mivel and mivem only');
  });

  test('stop words count only if there is nothing else', async (t) => {
    const english = bodies({ a: 'the art of camping', b: 'who is it', c: 'tents' }, 'en');
    const { search } = await openSession(t, open, english);
    const en = { localeChain: ['en'] };
    assert.deepEqual(await search('the tent', en), ['c']);
    assert.deepEqual(await search('what is the best tent', en), [], 'best and tent are two words');
    assert.deepEqual(await search('who is it', en), ['b']);
    assert.deepEqual(await search('camped', en), ['a'], 'stems are compared');
  });

  test('a text is analysed in its own language', async (t) => {
    const source = buildMemorySource('de-de');
    source.putItem('de', { 'de-de': aText({ title: 'Häuser' }) });
    source.putItem('ja', { ja: aText({ title: '東京都の天気' }) });
    const { search } = await openSession(t, open, source);
    assert.deepEqual(await search('haus', { localeChain: ['de-de'] }), ['de']);
    assert.deepEqual(await search('天気', { localeChain: ['ja'] }), ['ja']);
    assert.deepEqual(await search('haus', { localeChain: ['ja'] }), []);
  });

  test('an item is found once, in the first locale of the chain that it exists in', async (t) => {
    const source = buildMemorySource();
    source.putItem('both', { 'xx-aa': aText({ title: 'zork' }), xx: aText({ title: 'mivel' }) });
    source.putItem('base', { xx: aText({ title: 'zork mivel' }) });
    const { search } = await openSession(t, open, source);
    const chain = { localeChain: ['xx-aa', 'xx'] };
    assert.deepEqual((await search('zork', chain)).sort(), ['base', 'both']);
    assert.deepEqual(await search('mivel', chain), ['base']);
    assert.deepEqual((await search('mivel', { localeChain: ['xx'] })).sort(), ['base', 'both']);
    assert.deepEqual(await search('zork', { localeChain: ['yy'] }), []);
  });

  test('type filters by the exact value', async (t) => {
    const { search } = await openSession(
      t,
      open,
      texts({ a: { title: 'zork', type: 'page' }, b: { title: 'zork', type: 'blog' } }),
    );
    assert.deepEqual(await search('zork', { type: 'blog' }), ['b']);
    assert.deepEqual(await search('zork', { type: 'Blog' }), []);
  });

  test('a word of a synonym set is matched by the others of the set, of one word or several', async (t) => {
    const source = bodies({ a: 'zork', b: 'mivel', c: 'running with a shoe', d: 'running' });
    source.putSynonyms({ id: 's', locale: null, words: ['zork', 'mivel', 'running shoe'] });
    const { search } = await openSession(t, open, source);
    assert.deepEqual((await search('zork')).sort(), ['a', 'b', 'c']);
    assert.deepEqual((await search('running shoe')).sort(), ['a', 'b', 'c']);
    assert.deepEqual((await search('running')).sort(), ['c', 'd'], 'half of a phrase is not the phrase');
    assert.deepEqual((await search('shoe running')).sort(), ['c'], 'nor is the phrase the wrong way round');
  });

  test('a synonym set of a locale holds in its language only', async (t) => {
    const source = buildMemorySource();
    source.putItem('x', { xx: aText({ title: 'mivel' }) });
    source.putItem('y', { yy: aText({ title: 'mivel' }) });
    source.putSynonyms({ id: 's', locale: 'yy', words: ['zork', 'mivel'] });
    const { search } = await openSession(t, open, source);
    assert.deepEqual(await search('zork', { localeChain: ['yy', 'xx'] }), ['y']);
  });

  test('a query without words finds nothing', async (t) => {
    const { search } = await openSession(t, open, bodies({ a: 'zork' }));
    assert.deepEqual(await search('!?… --'), []);
  });

  test('relevance: title over keywords over summary over body', async (t) => {
    const { search } = await openSession(
      t,
      open,
      texts({
        a: { title: 'tusk', keywords: ['tusk'], summary: 'tusk', body: 'zork' },
        b: { title: 'tusk', keywords: ['tusk'], summary: 'zork', body: 'tusk' },
        c: { title: 'tusk', keywords: ['zork'], summary: 'tusk', body: 'tusk' },
        d: { title: 'zork', keywords: ['tusk'], summary: 'tusk', body: 'tusk' },
      }),
    );
    assert.deepEqual(await search('zork'), ['d', 'c', 'b', 'a']);
    assert.deepEqual(await search('zork', { sortOrder: 'asc' }), ['a', 'b', 'c', 'd']);
  });

  test('relevance: a title that is the query itself comes first, in whichever locale it is found', async (t) => {
    const often = { title: 'zork mivel zork mivel', body: 'zork mivel zork mivel', keywords: ['zork mivel'] };
    const source = texts({
      a: often,
      b: { title: ' Zörk  ' },
      c: { title: 'Zork mivel', body: 'ta ta ta ta' },
    });
    source.putItem('d', { 'xx-aa': aText({ title: 'ZORK', body: 'ta ta ta ta ta ta' }) });
    const { search } = await openSession(t, open, source);
    const chain = { localeChain: ['xx-aa', 'xx'] };
    assert.deepEqual(await search('zork', chain), ['b', 'd', 'a', 'c']);
    assert.deepEqual(await search(' zork', { ...chain, sortOrder: 'asc' }), ['c', 'a', 'd', 'b']);
    assert.deepEqual(await search('zork mivel'), ['c', 'a'], 'of several words');
    assert.deepEqual(await search('zork', { skip: 1, limit: 1, ...chain }), ['d'], 'page by page');
    assert.deepEqual(await search('mivel zork'), ['a', 'c'], 'in another order it is another title');
  });

  test('relevance: more matched words over fewer', async (t) => {
    const { search } = await openSession(
      t,
      open,
      bodies({ a: 'zork mivel ta', b: 'mivel brol ta', c: 'zork brol ta', d: 'zork mivel brol' }),
    );
    assert.deepEqual(await search('zork mivel brol'), ['d', 'a', 'b', 'c']);
  });

  test('relevance: a word that the query repeats over one that it has once', async (t) => {
    const { search } = await openSession(t, open, bodies({ a: 'tusk zork', b: 'tusk mivel', c: 'brol' }));
    assert.deepEqual(await search('tusk zork mivel'), ['a', 'b']);
    assert.deepEqual(await search('mivel tusk zork mivel'), ['b', 'a']);
  });

  test('relevance: an exact match over a synonym and over a prefix', async (t) => {
    const source = texts({ a: { title: 'zorkanel' }, b: { title: 'zork' }, c: { title: 'mivel' } });
    source.putSynonyms({ id: 's', locale: null, words: ['zork', 'mivel'] });
    const { search } = await openSession(t, open, source);
    assert.equal((await search('zork'))[0], 'b');
  });

  test('relevance: an exact match in a text over a prefix in a slightly shorter one', async (t) => {
    const filler = Array.from({ length: 25 }, (_, at) => [`f${at}`, 'tusk tusk tusk']);
    const exact = Array.from({ length: 5 }, (_, at) => [`e${at}`, 'zork ta ta']);
    const source = bodies(Object.fromEntries([...filler, ...exact, ['a', 'zorkanel ta']]));
    const { search } = await openSession(t, open, source);
    assert.deepEqual(await search('zork'), ['e0', 'e1', 'e2', 'e3', 'e4', 'a']);
  });

  test('relevance: an exact match over a typo', async (t) => {
    const { search } = await openSession(t, open, bodies({ a: 'tusk brol', b: 'tusk mivel' }));
    assert.deepEqual(await search('tusk brul mivel'), ['b', 'a']);
  });

  test('relevance: rarer words over common ones, often over once, short texts over long ones', async (t) => {
    const { search } = await openSession(
      t,
      open,
      bodies({
        a: 'zork mivel',
        b: 'zork tusk',
        c: 'mivel tusk zork zork',
        d: 'tusk tusk tusk tusk ta ta ta ta',
      }),
    );
    assert.equal((await search('mivel zork ta'))[0], 'a');
    assert.equal((await search('tusk'))[0], 'd');
  });

  test('other catalogs and environments are not searched', async (t) => {
    const source = bodies({ a: 'zork' });
    source.putItem('elsewhere', { xx: aText({ body: 'zork' }) }, OTHER_CATALOG_ID);
    source.publish('r1', { xx: aText({ body: 'zork' }) });
    source.publish('r2', { xx: aText({ body: 'zork' }) }, otherScope.environmentId);
    const { search } = await openSession(t, open, source);
    assert.deepEqual(await search('zork'), ['a', 'record:r1']);
    assert.deepEqual(await search('zork', {}, { scope: otherScope }), ['a', 'record:r2']);
    assert.deepEqual(await search('zork', {}, { catalogId: OTHER_CATALOG_ID }), ['elsewhere']);
    assert.deepEqual(await search('zork', {}, { catalogId: '00000000-0000-4000-8000-00000000ffff' }), []);
  });
};
