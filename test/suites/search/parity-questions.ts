// Questions about a real catalog, made of its own words and values: whole, begun and misspelt words, filters, facets, orders, far pages.

import type { Random } from '../../../demo/build/random.ts';
import type { ContentQuery } from '../../../src/domain/ports.ts';
import type { Product } from '../../../src/domain/products/product.ts';
import { everythingFor } from '../../../src/domain/products/product-lookup.ts';
import type { ProductQuery } from '../../../src/domain/products/product-query.ts';
import type { ProductSearch } from '../../../src/domain/products/product-search.ts';
import type { SimilarQuery } from '../../../src/domain/products/similar-products.ts';
import type { SuggestQuery } from '../../../src/domain/products/suggestion.ts';
import { contentSorts } from './random-catalogs.ts';

export type Question =
  | { readonly kind: 'search'; readonly query: ProductSearch }
  | { readonly kind: 'count'; readonly query: ProductQuery }
  | { readonly kind: 'suggest'; readonly query: SuggestQuery }
  | { readonly kind: 'similar'; readonly query: SimilarQuery }
  | { readonly kind: 'content'; readonly query: ContentQuery };

export interface AskedCatalog {
  readonly locale: string;
  readonly products: readonly Product[];
  readonly categories: readonly string[];
  /** Of content. */
  readonly texts?: readonly { readonly locale: string; readonly text: string }[];
  readonly random: Random;
}

const oneOf = <T>(random: Random, ...values: readonly T[]): T =>
  values[random.integer(0, values.length - 1)] as T;

const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Two letters change places, one is left out, or the end is. */
const mistyped = (word: string, random: Random): string => {
  const at = random.integer(0, Math.max(0, word.length - 2));
  const way = random.integer(0, 5);
  if (way === 0) return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  if (way === 1) return word.slice(0, at) + word.slice(at + 1);
  return way === 2 ? word.slice(0, random.integer(3, 6)) : word;
};

const termFrom = (text: string, random: Random): string => {
  const words = wordsIn(text);
  if (words.length === 0) return 'nothing';
  const from = random.integer(0, words.length - 1);
  const some = random.chance(0.7)
    ? words.slice(from, from + random.integer(1, 4))
    : random.some(words, random.integer(1, 3));
  return some.map((word) => mistyped(word, random)).join(' ');
};

const groupsFor = (product: Product, random: Random): ProductQuery['groups'] => {
  const rules = [
    { field: 'price', action: 'less_than' as const, value: String(product.prices['USD'] ?? 100), at: 'f' },
    { field: 'brand', action: 'not_equal_to' as const, value: product.brand, at: 'f' },
    { field: 'name', action: 'contains' as const, value: product.name.slice(2, 7), at: 'f' },
    { field: 'in_stock', action: 'equal_to' as const, value: 'true', at: 'f' },
  ].filter(({ value }) => value.trim() !== '');
  return [{ operator: random.pick(['AND', 'OR'] as const), rules: random.some(rules, random.integer(1, 2)) }];
};

const productCriteria = ({ locale, products, categories, random }: AskedCatalog): ProductQuery => {
  const product = random.pick(products);
  const value = (field: string, chosen: string) => ({ field, value: chosen, range: undefined, at: 'facets' });
  const facets = [
    ...(product.brand === '' ? [] : [value('brand', product.brand)]),
    { field: 'price', value: undefined, range: { min: 10, max: random.integer(20, 800) }, at: 'facets' },
    value('in_stock', String(product.inStock)),
  ];
  return {
    ...everythingFor({
      ...{ localeChain: [locale], baseLocale: locale, currency: 'USD' },
      ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined },
    }),
    term: random.chance(0.85) ? termFrom(`${product.name} ${product.brand}`, random) : undefined,
    facets: random.chance(0.3) ? random.some(facets, random.integer(1, 2)) : [],
    groups: random.chance(0.2) ? groupsFor(product, random) : [],
    categoryId: random.chance(0.1) && categories.length > 0 ? random.pick(categories) : undefined,
    withMerchandising: random.chance(0.8),
    at: Date.UTC(2026, 5, 1),
  };
};

const productSearch = (catalog: AskedCatalog): ProductSearch => {
  const { random } = catalog;
  const isFar = random.chance(0.1);
  return {
    ...productCriteria(catalog),
    ...(isFar ? { term: undefined } : {}),
    skip: isFar ? random.integer(0, 5_000) : random.pick([0, 0, 0, 10, 40]),
    limit: random.pick([1, 10, 24, 100]),
    sortBy: random.pick([
      ...['relevance', 'relevance', 'relevance', 'name', 'price', 'created_at', 'popularity'],
      ...['shelf', 'color', 'rating', 'brand'],
    ]),
    sortOrder: random.pick(['asc', 'desc', 'desc']),
    isOutOfStockLast: random.chance(0.2),
    didYouMeanLimit: random.pick([0, 0, 3]),
    withHighlights: random.chance(0.3),
    fields: ['id', 'name', 'highlights'],
    facetRequest: random.chance(0.4)
      ? {
          fields: oneOf(random, undefined, ['brand', 'price', 'categories'], ['tags', 'shelf', 'in_stock']),
          limit: random.pick([5, 1_000]),
          sortBy: random.pick(['count', 'value']),
          text: oneOf(random, undefined, undefined, 'so'),
          ...{ parameter: 'include_facets', withOffered: true },
        }
      : undefined,
  };
};

const contentQuestion = ({ locale, texts = [], products, random }: AskedCatalog): ContentQuery => {
  const from =
    texts.length > 0 ? random.pick(texts) : { locale, text: products.length > 0 ? 'guide' : 'none' };
  return {
    text: termFrom(from.text, random),
    localeChain: random.chance(0.5) ? [from.locale] : [from.locale, 'en'],
    type: oneOf(random, undefined, undefined, undefined, 'blog'),
    sortBy: random.pick(['relevance', 'relevance', ...contentSorts]),
    sortOrder: random.pick(['asc', 'desc', 'desc']),
    skip: random.pick([0, 0, 5]),
    limit: random.pick([10, 10, 1_000]),
  };
};

/** A shop is asked for products, a catalog without products for content. */
export const realQuestion = (catalog: AskedCatalog): Question => {
  const { random, products } = catalog;
  if (products.length === 0) return { kind: 'content', query: contentQuestion(catalog) };
  const kind = random.integer(0, 9);
  if (kind < 6) return { kind: 'search', query: productSearch(catalog) };
  const criteria = productCriteria(catalog);
  if (kind === 6) return { kind: 'count', query: criteria };
  const { localeChain, baseLocale, currency, channelId, locationId, customerGroupId } = criteria;
  const shopper = { localeChain, baseLocale, currency, channelId, locationId, customerGroupId };
  if (kind === 7)
    return { kind: 'similar', query: { ...shopper, productId: random.pick(products).id, limit: 10 } };
  const term = random.chance(0.9) ? termFrom(random.pick(products).name, random) : undefined;
  const limits = { searches: 5, popular: 3, categories: 3, products: 5, content: 0 };
  const isWhole = random.chance(0.5);
  return {
    kind: 'suggest',
    query: {
      ...shopper,
      ...{ withMerchandising: true, hasContent: false, limits },
      term: isWhole ? term : term?.slice(0, random.integer(1, 8)),
    },
  };
};
