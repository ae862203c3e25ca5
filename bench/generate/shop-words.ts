// What visitors of a shop can search for: the words of its texts and the values of its facets, for the demo shop and
// for a generated tenant. `distinct-queries.ts` makes queries of them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as demo from '../../demo/build/ids.ts';
import { makeArticle } from './articles.ts';
import { BRANDS, COLORS, facetValue, makeProduct, SIZES } from './products.ts';

export interface ShopWords {
  /** The distinct words of each text. */
  readonly content: readonly (readonly string[])[];
  readonly products: readonly (readonly string[])[];
  readonly facets: readonly (readonly [field: string, value: string])[];
  /** Of products, as written. */
  readonly names: readonly string[];
}

const WORD_CHARS_MIN = 3;
const SHOP_LOCALE = 'en-us';
const bundle = join(import.meta.dirname, '..', '..', 'demo', 'shop.ndjson');

const wordsOf = (...texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .join(' ')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= WORD_CHARS_MIN),
  ),
];

interface BundleLine {
  readonly kind: string;
  readonly catalog_id?: string;
  readonly locale?: string;
  readonly title?: string;
  readonly summary?: string;
  readonly body?: string;
  readonly name?: string;
  readonly description?: string;
  readonly brand?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** The lines of the demo shop that belong to its main catalog. */
export const readDemoLines = (): readonly BundleLine[] =>
  readFileSync(bundle, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BundleLine)
    .filter(({ catalog_id }) => catalog_id === demo.mainCatalogId);

export const readDemoWords = (): ShopWords => {
  const lines = readDemoLines();
  const products = lines.filter(({ kind }) => kind === 'product');
  const facets = new Map<string, readonly [string, string]>();
  for (const { brand = '', attributes = {} } of products) {
    for (const [field, value] of Object.entries({ brand, ...attributes }))
      for (const one of Array.isArray(value) ? value : [value])
        if (typeof one === 'string' && one !== '') facets.set(`${field}\n${one}`, [field, one]);
  }
  return {
    content: lines
      .filter(({ kind, locale }) => kind === 'content_item' && locale === SHOP_LOCALE)
      .map(({ title = '', summary = '', body = '' }) => wordsOf(title, summary, body)),
    products: products.map(({ name = '', description = '' }) => wordsOf(name, description)),
    facets: [...facets.values()],
    names: products.map(({ name = '' }) => name),
  };
};

const TEXTS_MAX = 2_000;

/** For a tenant of `bundleOf`: a sample of its first articles and products. */
export const makeShopWords = (size: { readonly products: number; readonly articles: number }): ShopWords => {
  const first = (count: number): number[] =>
    Array.from({ length: Math.min(count, TEXTS_MAX) }, (_, id) => id);
  const values = (facet: 'brand' | 'color' | 'size', count: number) =>
    Array.from({ length: count }, (_, number) => [facet as string, facetValue(facet, number)] as const);
  return {
    content: first(size.articles).map((id) => {
      const { title, summary } = makeArticle(id);
      return wordsOf(title, summary);
    }),
    products: first(size.products).map((id) => wordsOf(makeProduct(id).name)),
    names: first(size.products).map((id) => makeProduct(id).name),
    facets: [...values('brand', BRANDS), ...values('color', COLORS), ...values('size', SIZES)],
  };
};
