// Random product requests to the demo shop, as shoppers send them: words of its products with typing errors and synonyms, categories,
// collections, facets, filters, and everything beside them that decides which products match. All of them fit.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ProductLine } from '../../../demo/build/bundle-lines.ts';
import * as demo from '../../../demo/build/ids.ts';
import { sharedTerms } from '../../../demo/build/search-terms.ts';
import {
  filterActions,
  filterOperators,
  stockChoices,
} from '../../../src/contract/products/product-criteria.ts';

type Line = { readonly kind: string; readonly [field: string]: unknown };

const lines = readFileSync(join(import.meta.dirname, '..', '..', '..', 'demo', 'shop.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((text) => JSON.parse(text) as Line)
  .filter(({ catalog_id: id }) => id === demo.mainCatalogId);
const linesOf = <T = Line>(kind: string): readonly T[] => lines.filter((line) => line.kind === kind) as T[];

const products = linesOf<ProductLine>('product');
const rules = linesOf<{ readonly when: Readonly<Record<string, string>> }>('merchandising_rule');
const categories = linesOf<{ readonly id: string; readonly name: string }>('category');
const attributes = [...new Set(products.flatMap((product) => Object.keys(product.attributes)))];

const texts = products.flatMap(({ name, brand, description, localized }) => [
  name,
  brand,
  description,
  ...Object.values(localized).flatMap((text) => [text.name, text.description]),
]);
const words = [...new Set(texts.join(' ').match(/\p{L}{3,}/gu))];

/** One edit: a letter is missing, doubled, wrong, or changes places with the next one. */
const misspell = (word: string, at: number, how: number): string => {
  const place = 1 + (at % Math.max(1, word.length - 2));
  const [before, letter, after] = [word.slice(0, place), word[place] ?? '', word.slice(place + 1)];
  return [
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    `${before}x${after}`,
    `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`,
  ][how] as string;
};

const written = (word: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(word, fc.constantFrom(-1, -1, 0, 1, 2, 3), fc.nat({ max: 9 }))
    .map(([text, how, at]) => (how < 0 ? text : misspell(text, at, how)));

const wordsOfOneName = fc
  .tuple(fc.constantFrom(...products), fc.constantFrom('en-us', 'de-de', 'fr-fr'), fc.nat({ max: 3 }))
  .map(([product, locale, from]) => {
    const all = (product.localized[locale]?.name ?? product.name).split(' ');
    return all.slice(Math.min(from, all.length - 1)).join(' ');
  });

const searchTerm = fc.oneof(
  { weight: 3, arbitrary: written(fc.constantFrom(...sharedTerms.map(({ term }) => term))) },
  { weight: 3, arbitrary: written(wordsOfOneName) },
  {
    weight: 2,
    arbitrary: written(fc.constantFrom(...linesOf('synonyms').flatMap((set) => set['words'] as string[]))),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(written(fc.constantFrom(...words)), { minLength: 1, maxLength: 5 })
      .map((some) => some.join(' ')),
  },
  { weight: 1, arbitrary: fc.constantFrom(...products).map(({ sku }) => sku) },
);

const often = <T>(weight: number, given: fc.Arbitrary<T>) =>
  fc.option(given, { nil: undefined, freq: weight });
const rarely = <T>(given: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: given });

/** A field, and a value of it that some product has. */
const fieldAndValue = fc
  .tuple(
    fc.constantFrom(...products),
    fc.constantFrom(
      'brand',
      'in_stock',
      'category_id',
      'collection_id',
      'created_at',
      'price',
      'sku',
      'name',
      ...attributes,
    ),
    fc.nat({ max: 4 }),
  )
  .map(([product, field, at]) => {
    const own: Readonly<Record<string, unknown>> = {
      ...product.attributes,
      ...product,
      ...{
        category_id: product.category_ids,
        collection_id: product.collection_ids,
        price: product.prices['USD'],
      },
    };
    const values = [own[field] ?? []].flat();
    // A product without one says the same as a field that nobody has.
    return values.length === 0
      ? { field: 'no_such_field', value: 'x' }
      : { field, value: String(values[at % values.length]) };
  });

const chosenFacet = fc.oneof(
  { weight: 4, arbitrary: fieldAndValue.map(({ field, value }) => ({ field_internal_name: field, value })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...categories)
      .map(({ id }) => ({ field_internal_name: 'categories', value: id })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('price', 'weight_g', 'rating'), fc.nat({ max: 100 }), fc.nat({ max: 900 }))
      .map(([field, min, more]) => ({ field_internal_name: field, min, max: more === 0 ? '*' : min + more })),
  },
);

const group = fc.record({
  group: fc.record({
    operator: fc.constantFrom(...filterOperators),
    rules: fc.array(
      fc
        .tuple(fieldAndValue, fc.constantFrom(...filterActions))
        .map(([{ field, value }, action]) => ({ field_name: field, action, value })),
      { minLength: 1, maxLength: 3 },
    ),
  }),
});

const criteria = fc.record({
  search_term: often(3, searchTerm),
  category_id: rarely(fc.constantFrom(...categories.map(({ id }) => id), 'no-such-category')),
  category_name: rarely(fc.constantFrom(...categories.map(({ name }) => name.toLowerCase()))),
  collection_id: rarely(fc.constantFrom(...new Set(products.flatMap((one) => one.collection_ids)))),
  facets: rarely(fc.array(chosenFacet, { minLength: 1, maxLength: 3 })),
  filter: rarely(fc.array(group, { minLength: 1, maxLength: 2 })),
});

/** What a merchandising rule of the demo is about. */
const ruled = fc.constantFrom(...rules).map(({ when }) => when);

const query = fc.record({
  locale: often(2, fc.constantFrom('en-us', 'de-de', 'fr-fr', 'de', 'fr-ca', 'ja')),
  store_id: rarely(fc.constantFrom(demo.usdStoreId, demo.eurStoreId)),
  channel_id: rarely(fc.constantFrom('web', 'pos', 'other')),
  location_id: rarely(fc.constantFrom('oslo', 'lyon', 'other')),
  currency: rarely(fc.constantFrom('USD', 'EUR', 'eur', 'CHF')),
  out_of_stock: rarely(fc.constantFrom(...stockChoices)),
  by_pass_merchandising: rarely(fc.boolean()),
  is_auto_spellcheck: rarely(fc.boolean()),
  preview: rarely(fc.constant(true)),
  sort_by: rarely(
    fc.constantFrom('relevance', 'name', 'price', 'created_at', 'popularity', 'no_such_field', ...attributes),
  ),
  sort_order: rarely(fc.constantFrom('asc', 'desc')),
});

const defined = <T extends object>(given: T): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

export interface ProductRequest {
  readonly body: Readonly<Record<string, unknown>> & {
    readonly facets?: readonly { readonly field_internal_name: string }[];
  };
  readonly query: Readonly<Record<string, string | number | boolean>>;
  readonly customerGroup: string | undefined;
  readonly pageSize: number;
}

export const productRequest: fc.Arbitrary<ProductRequest> = fc
  .tuple(
    fc.oneof({ weight: 5, arbitrary: criteria }, { weight: 1, arbitrary: ruled }),
    query,
    rarely(fc.constantFrom('trade', 'members', 'other')),
    fc.integer({ min: 40, max: 100 }),
  )
  .map(([body, more, customerGroup, pageSize]) => ({
    body: defined(body),
    query: defined(more) as ProductRequest['query'],
    customerGroup,
    pageSize,
  }));
