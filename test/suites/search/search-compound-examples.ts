// Compounds by example, mostly in a German shop: found by their parts, and not by words that only look like parts
// (Decision 0007).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aText, buildMemorySource, type MemorySource } from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { openSession } from './search-session.ts';

const german = { localeChain: ['de'] };

/** Every title becomes a page and a product. */
const shopOf = (titles: readonly string[]): MemorySource => {
  const source = buildMemorySource('de');
  titles.forEach((title, at) => {
    source.putItem(title, { de: aText({ title }) });
    source.putProduct(aProduct(`p${at}`, { name: title }));
  });
  return source;
};

const openShop = async (t: Parameters<typeof openSession>[0], open: OpenIndex, titles: readonly string[]) => {
  const session = await openSession(t, open, shopOf(titles));
  /** The pages found; asserts that as many products are counted. */
  return async (text: string): Promise<string[]> => {
    const found = await session.search(text, german);
    const counted = await session.count({ term: text, localeChain: ['de'], baseLocale: 'de' });
    assert.equal(counted, found.length, text);
    return found;
  };
};

export const describeCompounds = (open: OpenIndex): void => {
  test('compounds of other languages are found by their parts too', async (t) => {
    const shops = {
      da: ['Regnjakke', 'Vinterjakker', 'Jakke til regn', 'jakke', 'regnjakke'],
      fi: ['Sadetakki', 'Talvitakit', 'Takki ja sade', 'takki', 'sadetakki'],
      nl: ['Regenjas', 'Winterjassen', 'Jas voor regen', 'jas', 'regenjas'],
      no: ['Regnjakke', 'Vinterjakker', 'Jakke til regn', 'jakke', 'regnjakke'],
      sv: ['Regnjacka', 'Vinterjackor', 'Jacka i regn', 'jacka', 'regnjacka'],
    };
    for (const [locale, [rain = '', winter = '', apart = '', head = '', compound = '']] of Object.entries(
      shops,
    )) {
      const source = buildMemorySource(locale);
      for (const title of [rain, winter, apart, 'Stol'])
        source.putItem(title, { [locale]: aText({ title }) });
      const { search } = await openSession(t, open, source);
      const own = { localeChain: [locale] };
      assert.deepEqual((await search(head, own)).sort(), [rain, winter, apart].sort(), locale);
      assert.deepEqual((await search(compound, own)).sort(), [apart, rain].sort(), locale);
      assert.equal((await search(compound, own))[0], rain, locale);
    }
  });

  test('a word finds the compounds that end in it or begin with it', async (t) => {
    const find = await openShop(t, open, [
      'Regenjacke',
      'Winterjacken',
      'Regenschirm',
      'Wanderschuhe',
      'Lederhandschuhe',
      'Softshelljacke',
    ]);
    assert.deepEqual((await find('jacke')).sort(), ['Regenjacke', 'Softshelljacke', 'Winterjacken']);
    assert.deepEqual(await find('schuhe'), ['Wanderschuhe'], 'a glove is no shoe');
    assert.deepEqual((await find('Regen')).sort(), ['Regenjacke', 'Regenschirm']);
    assert.deepEqual(await find('regen jacke'), ['Regenjacke']);
    assert.deepEqual(await find('jacken für den regen'), ['Regenjacke']);
    assert.deepEqual(await find('handschuh leder'), ['Lederhandschuhe']);
    assert.deepEqual(await find('schuh'), ['Wanderschuhe'], 'the last word may be unfinished');
    assert.deepEqual(await find('winter jcake'), ['Winterjacken'], 'a part may be mistyped');
  });

  test('a compound finds what holds all of its parts, and best what holds it', async (t) => {
    const find = await openShop(t, open, [
      'Jacke für den Regen',
      'Regen-Jacke',
      'Regenjacke',
      'Regenhose',
      'Winterjacke',
    ]);
    const [first, ...others] = await find('Regenjacke');
    assert.deepEqual([first, ...others].sort(), ['Jacke für den Regen', 'Regen-Jacke', 'Regenjacke']);
    assert.equal(others.at(-1), 'Jacke für den Regen');
    assert.deepEqual(await find('Regenjacken Winter'), [], 'Regenjacke and Winter stand nowhere together');
    assert.deepEqual(await find('Hauptjacke'), [], 'a head alone is not what was asked for');
  });

  test('the head counts more than its modifier', async (t) => {
    const find = await openShop(t, open, ['Zeltlampe', 'Campingzelt', 'Zeltstange', 'Kuppelzelt']);
    assert.deepEqual((await find('zelt')).slice(0, 2).sort(), ['Campingzelt', 'Kuppelzelt']);
  });

  test('words that only look like compounds are not found by their apparent parts', async (t) => {
    const titles = ['Metamorphose', 'romantische Reise', 'Handschuhe', 'Salzburg', 'Minister', 'Urinstinkt'];
    const find = await openShop(t, open, titles);
    for (const word of ['Hose', 'Tisch', 'Roman und Tisch', 'Schuhe', 'Burg', 'Instinkt', 'Hand und Schuh'])
      assert.deepEqual(await find(word), [], word);
  });

  test('a question is matched by its compound as by any other word, whatever synonyms there are', async (t) => {
    const source = buildMemorySource('de');
    for (let at = 0; at < 100; at += 1)
      source.putItem(`page${at}`, { de: aText({ title: at < 4 ? 'Regenjacke' : 'etwas anderes' }) });
    const session = await openSession(t, open, source);
    const question = 'Wie wird eine Regenjacke imprägniert';
    assert.equal((await session.search(question, german)).length, 4);
    // What a shop writes down that does not know better.
    source.putSynonyms({ id: 'rain', locale: null, words: ['regenjacke', 'regen jacke'] });
    assert.equal((await session.search(question, german)).length, 4);
  });

  test('parts are found however they are joined', async (t) => {
    const find = await openShop(t, open, ['Eiersalat', 'Felsenküste', 'Familienzelt', 'Teenmode', 'Seeufer']);
    assert.deepEqual(await find('eier salat'), ['Eiersalat']);
    assert.deepEqual(await find('felsen küste'), ['Felsenküste']);
    assert.deepEqual(await find('zelt für familien'), ['Familienzelt']);
    assert.deepEqual(await find('tee mode'), [], 'Teenmode has to do with no Tee');
  });

  test('a compound inside another is also split where it occurs alone', async (t) => {
    const find = await openShop(t, open, ['Imprägnierungssoftshelljacke', 'Softshelljacke']);
    assert.deepEqual((await find('softshelljacke')).sort(), [
      'Imprägnierungssoftshelljacke',
      'Softshelljacke',
    ]);
    assert.deepEqual(await find('jacke'), ['Softshelljacke']);
  });
};
