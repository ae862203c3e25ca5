// The chain of locales and the walk down it, case by case and for any locales at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  findInChain,
  languageSubtag,
  localeChain,
  localizedText,
  normalizeLocale,
  spreadChain,
} from './locale.ts';

const locale = fc.constantFrom('en', 'en-us', 'EN_GB', 'de', 'de-at', 'zh-hant-tw', 'ZH_hans', 'pt-br');

test('a locale is lower-case with hyphens', () => {
  assert.equal(normalizeLocale('zh_Hant_TW'), 'zh-hant-tw');
  assert.equal(languageSubtag('zh-hant-tw'), 'zh');
  assert.equal(languageSubtag('en'), 'en');
});

test('the chain: exact, its language, the forms of a bare language, the default, each once', () => {
  assert.deepEqual(localeChain('de_AT', 'en-US'), ['de-at', 'de', 'en-us']);
  assert.deepEqual(localeChain('de', 'en-us'), ['de', 'de-*', 'en-us']);
  assert.deepEqual(localeChain('en-us', 'en-us'), ['en-us', 'en']);
  assert.deepEqual(localeChain('en-gb', 'en'), ['en-gb', 'en']);
  assert.deepEqual(localeChain(undefined, 'en_US'), ['en-us', 'en']);
  assert.deepEqual(localeChain('en', 'en-us'), ['en', 'en-*', 'en-us']);
  assert.deepEqual(localeChain(undefined, 'en'), ['en', 'en-*']);
  assert.deepEqual(localeChain('fr', 'en'), ['fr', 'fr-*', 'en']);
});

test('a chain starts with what was asked, ends no later than the default, and never repeats', () => {
  fc.assert(
    fc.property(locale, locale, (asked, fallback) => {
      const chain = localeChain(asked, fallback);
      assert.equal(chain[0], normalizeLocale(asked));
      assert.ok(chain.includes(normalizeLocale(fallback)));
      assert.ok(chain.includes(languageSubtag(normalizeLocale(asked))));
      assert.equal(new Set(chain).size, chain.length);
      assert.deepEqual(localeChain(asked.toUpperCase(), fallback), chain);
    }),
  );
});

test('the first locale of the chain that is there is taken, even with an empty text', () => {
  const texts = { 'de-at': '', de: 'b' };
  assert.deepEqual(findInChain(texts, ['de-at', 'de']), { locale: 'de-at', value: '' });
  assert.deepEqual(findInChain(texts, ['fr', 'de']), { locale: 'de', value: 'b' });
  assert.equal(findInChain(texts, ['fr']), undefined);
  assert.equal(findInChain({}, ['constructor', '__proto__']), undefined);
});

test('a text is walked to field by field, and its own words are those of the default locale', () => {
  const own = { name: 'own', description: 'own' };
  const localized = { 'de-at': { name: 'at' }, de: { name: 'de', description: 'de' }, en: { name: 'en' } };
  const read = (field: 'name' | 'description', asked: string | undefined, base: string) =>
    localizedText(own, localized, field, localeChain(asked, base), base);
  assert.equal(read('name', 'de-at', 'en-us'), 'at');
  assert.equal(read('description', 'de-at', 'en-us'), 'de');
  assert.equal(read('name', 'fr', 'en-us'), 'own');
  assert.equal(
    read('name', 'en-us', 'en-US'),
    'own',
    'the exact locale is at hand: its language is not asked',
  );
  assert.equal(read('name', 'en-gb', 'en-us'), 'en');
  assert.equal(
    read('name', undefined, 'en'),
    'en',
    'a text for the default locale itself comes before the own one',
  );
  assert.equal(read('description', 'en', 'en'), 'own');
});

test('a bare language stands for its regional forms, in the order of their codes', () => {
  const texts = { 'de-ch': 'ch', 'de-at': 'at', den: 'den', 'en-us': 'us', 'zh-hant-tw': 'tw' };
  assert.deepEqual(findInChain(texts, localeChain('de', 'en-us')), { locale: 'de-at', value: 'at' });
  assert.deepEqual(findInChain(texts, localeChain('zh', 'en-us')), { locale: 'zh-hant-tw', value: 'tw' });
  assert.deepEqual(findInChain(texts, localeChain('de-li', 'en-us')), { locale: 'en-us', value: 'us' });
  assert.deepEqual(findInChain(texts, localeChain('d', 'en-us')), { locale: 'en-us', value: 'us' });
  const own = { name: 'own' };
  const localized = { 'en-gb': { name: 'gb' }, 'en-za': { name: 'za' } };
  const read = (asked: string, base: string) =>
    localizedText(own, localized, 'name', localeChain(asked, base), base);
  assert.equal(read('en', 'en-us'), 'gb');
  assert.equal(read('en', 'en-au'), 'own', 'the own words are those of the default, and stand in its place');
  assert.equal(read('en', 'fr'), 'gb');
});

test('a chain spread over any locales asks for each once, and finds one if it is meant at all', () => {
  fc.assert(
    fc.property(locale, locale, fc.uniqueArray(locale), (asked, fallback, there) => {
      const locales = there.map(normalizeLocale);
      const steps = spreadChain(localeChain(asked, fallback), () => locales);
      assert.equal(new Set(steps).size, steps.length);
      const [exact, base] = [normalizeLocale(asked), normalizeLocale(fallback)];
      const isBare = !exact.includes('-');
      const rank = (one: string): number =>
        one === exact ? 0 : one === languageSubtag(exact) ? 1 : isBare && one.startsWith(`${exact}-`) ? 2 : 3;
      const meant = locales
        .filter((one) => rank(one) < 3 || one === base)
        .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
      assert.deepEqual(
        steps.filter((one) => locales.includes(one)),
        meant,
      );
    }),
  );
});
