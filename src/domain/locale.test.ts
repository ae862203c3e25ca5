// The chain of locales and the walk down it, case by case and for any locales at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findInChain, languageSubtag, localeChain, localizedText, normalizeLocale } from './locale.ts';

const locale = fc.constantFrom('en', 'en-us', 'EN_GB', 'de', 'de-at', 'zh-hant-tw', 'ZH_hans', 'pt-br');

test('a locale is lower-case with hyphens', () => {
  assert.equal(normalizeLocale('zh_Hant_TW'), 'zh-hant-tw');
  assert.equal(languageSubtag('zh-hant-tw'), 'zh');
  assert.equal(languageSubtag('en'), 'en');
});

test('the chain: exact, its language, the default, each once', () => {
  assert.deepEqual(localeChain('de_AT', 'en-US'), ['de-at', 'de', 'en-us']);
  assert.deepEqual(localeChain('de', 'en-us'), ['de', 'en-us']);
  assert.deepEqual(localeChain('en-us', 'en-us'), ['en-us', 'en']);
  assert.deepEqual(localeChain('en-gb', 'en'), ['en-gb', 'en']);
  assert.deepEqual(localeChain(undefined, 'en_US'), ['en-us', 'en']);
  assert.deepEqual(localeChain(undefined, 'en'), ['en']);
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

test('the first locale of the chain that is there answers, even with an empty text', () => {
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
