// Pages for everyone, by id and by slug: what is shown, in which locale, and of which of several; against the plainest reading.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { caller, failure, lostCaller, storeWith } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { idOf, modelOf, readerOf, shownOf } from '../../../test/fixtures/fake-records.ts';
import type { ShownRecord } from '../../domain/records/record.ts';
import { buildGetPage } from './get-page.ts';
import { buildGetPageBySlug } from './get-page-by-slug.ts';

const models = [
  modelOf('blog', {}, { actAsWebPage: true, template: 'post' }),
  modelOf('settings', {}, { actAsWebPage: false }),
];

const open = (records: readonly ShownRecord[]) => {
  const { reader, asked } = readerOf(records);
  const parts = {
    storeIn: storeWith({
      findContentModelByName: async (name) => models.find(({ internalName }) => internalName === name),
    }),
    recordsIn: () => reader,
    meter: meterWith().meter,
  };
  const none = { headers: {}, body: undefined };
  const [byId, bySlug] = [buildGetPage(parts), buildGetPageBySlug(parts)];
  return {
    asked,
    byId: (record_id: string, locale?: string, who = caller) =>
      byId(who, { ...none, params: { record_id }, query: locale === undefined ? {} : { locale } }),
    bySlug: (slug: string, locale?: string, who = caller) =>
      bySlug(who, { ...none, params: {}, query: { slug, ...(locale === undefined ? {} : { locale }) } }),
  };
};

const notFound = failure(404, 'RecordNotFound', 'page_not_found');

test('a page by its id, without what is about editing it', async () => {
  const { byId, asked } = open([
    shownOf(idOf(1), {
      'en-us': { title: 'Frost', pageSlug: '/frost', body: 'Cold', fields: { minutes: 4 } },
      'de-de': { title: 'Frost!', pageSlug: '/de/frost' },
    }),
    shownOf(idOf(2), { 'en-us': { title: 'Settings', pageSlug: '/settings' } }, { model: 'settings' }),
  ]);
  assert.deepEqual(await byId(idOf(1).toUpperCase()), {
    page: {
      id: idOf(1),
      model: 'blog',
      locale: 'en-us',
      title: 'Frost',
      page_slug: '/frost',
      summary: 'Cold',
      body: 'Cold',
      image_url: null,
      fields: { minutes: 4 },
      created_at: '2026-01-01T00:00:00Z',
      created_by: null,
      modified_at: '2026-01-02T00:00:00Z',
      published_at: '2026-01-03T00:00:00Z',
      template: 'post',
      alternates: [
        { locale: 'de-de', page_slug: '/de/frost' },
        { locale: 'en-us', page_slug: '/frost' },
      ],
    },
    _meta_: { tenant_id: 'acme', workspace_id: 'web', content_model_id: 'model-blog' },
  });
  assert.equal((await byId(idOf(1), 'de')).page.title, 'Frost!');
  for (const id of [idOf(2), idOf(3), 'no-id']) await assert.rejects(byId(id), notFound);
  const lost = failure(404, 'EnvironmentNotFound', 'environment_not_found');
  await assert.rejects(byId(idOf(1), undefined, lostCaller), lost);
  assert.ok(asked.every(({ view }) => view === 'published'));
});

test('a page by its slug, in the asked locale; without one also in the locale that has the slug', async () => {
  const { bySlug, asked } = open([
    shownOf(idOf(1), { 'en-us': { pageSlug: '/frost/' }, 'de-de': { pageSlug: 'de/frost' } }),
    shownOf(idOf(2), { 'en-us': { pageSlug: '/settings' } }, { model: 'settings' }),
    shownOf(idOf(3), { fr: { pageSlug: '' } }),
  ]);
  const found = async (slug: string, locale?: string) => {
    const { page } = await bySlug(slug, locale);
    return `${page.id.slice(-1)} ${page.locale}`;
  };
  assert.equal(await found('frost'), '1 en-us');
  assert.equal(await found('/frost', 'en-gb'), '1 en-us');
  assert.equal(await found('/de/frost', 'de'), '1 de-de');
  assert.equal(await found('/de/frost'), '1 de-de');
  await assert.rejects(bySlug('/de/frost', 'en-us'), notFound, 'in English it is another address');
  await assert.rejects(bySlug('/frost', 'de-de'), notFound);
  for (const slug of ['/settings', '/Frost', '/', ' / ', '/gone', 'a'.repeat(1_001)]) {
    await assert.rejects(bySlug(slug), notFound, slug);
  }
  await assert.rejects(
    bySlug('/frost', undefined, lostCaller),
    failure(404, 'EnvironmentNotFound', 'environment_not_found'),
  );
  assert.ok(asked.every(({ view }) => view === 'published'));
});

const locales = ['en', 'en-gb', 'en-us', 'de-at', 'de-de', 'fr'];
const slugs = ['/a', 'a/', '/b', ''];
const records = fc
  .array(
    fc.record({
      model: fc.constantFrom('blog', 'blog', 'settings'),
      texts: fc.dictionary(fc.constantFrom(...locales), fc.record({ pageSlug: fc.constantFrom(...slugs) }), {
        minKeys: 1,
      }),
      day: fc.integer({ min: 1, max: 2 }),
    }),
    { maxLength: 6 },
  )
  .map((given) =>
    given.map(({ model, texts, day }, index): ShownRecord => {
      const shown = shownOf(idOf(index + 1), { ...texts }, { model });
      const publishedAt = `2026-01-0${day}T00:00:00Z`;
      return {
        ...shown,
        texts: Object.fromEntries(
          Object.entries(shown.texts).map(([locale, text]) => [locale, { ...text, publishedAt }]),
        ),
      };
    }),
  );

/** Every text that may be shown, the best first, by nothing but sorting. The default locale is en-us. */
const expected = (all: readonly ShownRecord[], slug: string, asked: string | undefined): string => {
  const exact = asked ?? 'en-us';
  const steps = [exact, exact.slice(0, 2)];
  if (exact.length === 2) steps.push(...locales.filter((locale) => locale.startsWith(`${exact}-`)).sort());
  steps.push('en-us');
  const rows = all
    .filter(({ record }) => record.model === 'blog')
    .flatMap(({ record, texts }) => {
      const result = steps.find((step) => texts[step] !== undefined);
      return Object.entries(texts)
        .filter(([, { text }]) => text.pageSlug !== '' && text.pageSlug.replaceAll('/', '') === slug)
        .filter(([locale]) => locale === result || asked === undefined)
        .map(([locale, { publishedAt }]) => ({
          id: record.id,
          locale,
          key: [
            locale === result ? String(steps.indexOf(locale)) : `9 ${locale}`,
            publishedAt === '2026-01-02T00:00:00Z' ? 'a' : 'b',
            record.id,
          ].join(' '),
        }));
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return rows[0] === undefined ? 'none' : `${rows[0].id} ${rows[0].locale}`;
};

test('of any pages the slug finds the one of the best locale, then the one published last', async () => {
  const asked = fc.constantFrom(undefined, ...locales, 'de', 'fr-ca', 'ja');
  await fc.assert(
    fc.asyncProperty(records, fc.constantFrom('a', 'b'), asked, async (all, slug, locale) => {
      const result = await open(all)
        .bySlug(slug, locale)
        .then(
          ({ page }) => `${page.id} ${page.locale}`,
          () => 'none',
        );
      assert.equal(result, expected(all, slug, locale));
    }),
    { numRuns: 500 },
  );
});
