// One bad line of each sort, with the message a person gets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortLines } from '../../test/fixtures/sample-bundle.ts';
import type { BundleKind } from '../contract/bundle.ts';
import { decodeLine } from './bundle-codec.ts';

const faultOf = (line: object): string => {
  const decoded = decodeLine(JSON.stringify(line));
  assert.ok(decoded.kind === 'fault', JSON.stringify(decoded));
  return decoded.message;
};

const faulty: readonly [BundleKind, Record<string, unknown>, string][] = [
  ['product', { id: '' }, 'product: id must not be blank'],
  ['product', { id: 'x'.repeat(201) }, 'product: id must not be longer than 200 characters'],
  ['product', { id: 7 }, 'product: id must be text, not 7'],
  ['product', { catalog_id: 'main' }, 'product: catalog_id must be a UUID, not "main"'],
  ['product', { in_stock: 'yes' }, 'product: in_stock must be true or false, not "yes"'],
  ['product', { category_ids: 'c1' }, 'product: category_ids must be a list, not "c1"'],
  ['product', { category_ids: ['c1', null] }, 'product: category_ids.1 must be text, not null'],
  ['product', { prices: { USD: '79' } }, 'product: prices.USD must be a number, not "79"'],
  [
    'product',
    { prices: { usd: 1 } },
    'product: prices.usd has a name that must be a currency code such as USD',
  ],
  [
    'product',
    { attributes: { color: { a: 1 } } },
    'product: attributes.color must be text or a number or true or false or a list, not an object',
  ],
  [
    'product',
    { attributes: { color: ['red', null] } },
    'product: attributes.color.1 must be text or a number or true or false, not null',
  ],
  [
    'product',
    { attributes: { '': 1 } },
    'product: attributes."" has a name that must be text that is not empty',
  ],
  ['product', { images: [{}] }, 'product: images.0.url is missing'],
  [
    'product',
    { variants: [{ id: 'v', prices: { USD: 'x' } }] },
    'product: variants.0.prices.USD must be a number, not "x"',
  ],
  [
    'product',
    { images: new Array(101).fill({ url: '/a.png' }) },
    'product: images must have at most 100 entries',
  ],
  ['catalog', { ranking: {} }, 'catalog: ranking must have at least 1 field'],
  [
    'catalog',
    { ranking: { weights: { name: 0 } } },
    'catalog: ranking.weights.name must be a number from 0.25 to 20, not 0',
  ],
  [
    'catalog',
    { ranking: { weights: { name: 1.1 } } },
    'catalog: ranking.weights.name must be a multiple of 0.25',
  ],
  [
    'catalog',
    { ranking: { weights: { name: 2, price: 1 } } },
    'catalog: ranking.weights.price is not a known field',
  ],
  [
    'catalog',
    { ranking: { in_stock: { factor: 11 } } },
    'catalog: ranking.in_stock.factor must be a number from 1 to 10, not 11',
  ],
  [
    'catalog',
    { ranking: { newness: { half_life_days: 0.5, max_factor: 2 } } },
    'catalog: ranking.newness.half_life_days must be a number from 1 to 3650, not 0.5',
  ],
  [
    'catalog',
    { ranking: { numbers: [{ field: 'price', max_factor: 2, full_at: 9 }] } },
    'catalog: ranking.numbers.0.field must be popularity or the name of an attribute',
  ],
  [
    'catalog',
    {
      ranking: {
        numbers: [
          { field: 'margin', max_factor: 2, full_at: 9 },
          { field: 'margin', max_factor: 3, full_at: 9 },
        ],
      },
    },
    'catalog: ranking.numbers.1.field must not repeat a field',
  ],
  ['product', { popularity: -1 }, 'product: popularity must be a number of at least 0, not -1'],
  [
    'product',
    { created_at: 'soon' },
    'product: created_at must be a date or date-time such as 2026-01-02T03:04:05Z, not "soon"',
  ],
  [
    'product',
    { created_at: 5 },
    'product: created_at must be a date or date-time such as 2026-01-02T03:04:05Z or null, not 5',
  ],
  [
    'product',
    { localized: { german: {} } },
    'product: localized.german has a name that must be a locale such as en-us',
  ],
  [
    'product',
    { localized: { 'de-de': {}, de_DE: {} } },
    'product: localized.de_DE is the same as another name here',
  ],
  ['product', { localized: { 'de-de': { nam: 'x' } } }, 'product: localized.de-de.nam is not a known field'],
  [
    'environment',
    { access: 'closed' },
    'environment: access must be one of open, token_required, not "closed"',
  ],
  [
    'environment',
    { default_locale: 'e' },
    'environment: default_locale must be a locale such as en-us, not "e"',
  ],
  ['version', { number: 0 }, 'version: number must be a whole number of at least 1, not 0'],
  ['version', { number: 1.5 }, 'version: number must be a whole number of at least 1, not 1.5'],
  [
    'version',
    { number: 2 ** 53 },
    'version: number must be a whole number of at least 1, not 9007199254740992',
  ],
  ['version', { localized: { en: { body: 'x' } } }, 'version: localized.en.title is missing'],
  ['synonyms', { words: ['one'] }, 'synonyms: words must have at least 2 entries'],
  ['merchandising_rule', { when: {} }, 'merchandising_rule: when must have at least 1 field'],
  [
    'merchandising_rule',
    { when: { from: '2026-02-01', until: '2026-02-01T00:00:00Z' } },
    'merchandising_rule: when.until must be later than from',
  ],
  [
    'merchandising_rule',
    { boost: [{ factor: 101, ids: ['a'] }] },
    'merchandising_rule: boost.0.factor must be a number from 1 to 100, not 101',
  ],
  ['merchandising_rule', { bury: [{ factor: 2 }] }, 'merchandising_rule: bury.0 must have ids or a filter'],
  [
    'merchandising_rule',
    {
      boost: [
        {
          factor: 2,
          ids: ['a'],
          filter: [{ group: { rules: [{ field_name: 'a', action: 'contains', value: 'b' }] } }],
        },
      ],
    },
    'merchandising_rule: boost.0 must have either ids or a filter, not both',
  ],
  // A browser takes the beginning of the last ones for another host.
  ...['javascript:alert(1)', '//host.test/x', '/\\host.test', '/\t/host.test'].map(
    (url): [BundleKind, Record<string, unknown>, string] => [
      'merchandising_rule',
      { redirect_url: url },
      `merchandising_rule: redirect_url must be a path such as /sale, or an http or https address, not ${JSON.stringify(url)}`,
    ],
  ),
  [
    'merchandising_rule',
    { pin_at: [{ id: 'a', position: 0 }] },
    'merchandising_rule: pin_at.0.position must be a whole number from 1 to 1000, not 0',
  ],
  ['publication', { locales: ['en', 'EN'] }, 'publication: locales must not repeat a locale'],
  [
    'search_event',
    { term: 'me@example.com' },
    'search_event: term must be a search term that may be recorded: no personal data, not too long',
  ],
  ['content_model', { type: 'list' }, 'content_model: type must be one of single, collection, not "list"'],
  [
    'content_model',
    { fields: [{ field_properties: { internal_name: 'a', data_type: 'blob' } }] },
    'content_model: fields.0.field_properties.data_type must be one of text, rich_text, number, currency, boolean, date, select, multi_select, media, json, relation, component, not "blob"',
  ],
  ['store', { currency: 'usd' }, 'store: currency must be a currency code such as USD, not "usd"'],
];

for (const [kind, fields, message] of faulty) {
  test(`refused: ${message.slice(0, 90)}`, () => {
    assert.equal(faultOf({ ...shortLines[kind], ...fields }), message);
  });
}

for (const host of [
  'shop.test:8080',
  'shop.test.',
  'https://shop.test',
  'shop.test/a',
  'a b',
  '',
  'ü.test',
  '-a.test',
  '[::1',
  '[::1]:80',
  'a..b',
]) {
  test(`refused as a host: ${host}`, () => {
    assert.match(faultOf({ ...shortLines.domain, host }), /^domain: host must /);
  });
}
