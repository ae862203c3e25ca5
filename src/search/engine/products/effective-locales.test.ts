// What is remembered of the last locales asked for never reaches a query for others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Category } from '../../../domain/search/catalog.ts';
import { effectiveLocales } from './effective-locales.ts';
import { categoriesIn } from './localized-categories.ts';
import type { ProductSegment } from './product-segment.ts';

const german = ['de-de', 'de'];
const english = ['en-us', 'en'];
const anyGerman = ['de', 'de-*'];

const segmentsIn = (...locales: string[]): readonly ProductSegment[] => [
  { texts: locales.map((locale) => ({ index: { locale } })) } as unknown as ProductSegment,
];

test('the locales of a query follow from its chain, its base locale and the segments', () => {
  const cases = [
    [german, 'en-us', ['de-de', 'de', 'en-us']],
    [german, 'de-de', ['de-de', 'de']],
    [english, 'en-us', ['en-us', 'en']],
    [['de-de', 'de'], 'en_US', ['de-de', 'de', 'en-us']],
  ] as const;
  for (const [localeChain, baseLocale, wanted] of [...cases, ...cases])
    assert.deepEqual(effectiveLocales([], { localeChain, baseLocale }), wanted);
  const asked = { localeChain: anyGerman, baseLocale: 'en' };
  assert.deepEqual(effectiveLocales(segmentsIn('de-at'), asked), ['de', 'de-at', 'en']);
  assert.deepEqual(effectiveLocales(segmentsIn('de-ch'), asked), ['de', 'de-ch', 'en']);
});

test('categories are named in the locales of the query, and are those of its catalog', () => {
  const made = (id: string): readonly Category[] => [
    {
      id,
      name: `base ${id}`,
      parentId: null,
      localized: { de: { name: `de ${id}` }, en: { name: `en ${id}` } },
    },
  ];
  const [one, other] = [made('1'), made('2')];
  const nameOf = (categories: readonly Category[], localeChain: readonly string[], baseLocale: string) =>
    categoriesIn(categories, { localeChain, baseLocale })[0]?.name;
  for (const _ of [1, 2]) {
    assert.equal(nameOf(one, german, 'en-us'), 'de 1');
    assert.equal(nameOf(other, german, 'en-us'), 'de 2');
    assert.equal(nameOf(one, english, 'fr'), 'en 1');
    assert.equal(nameOf(one, english, 'en-us'), 'base 1');
    assert.equal(nameOf(one, german, 'en-us'), 'de 1');
  }
});
