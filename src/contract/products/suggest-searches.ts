// Suggestions while a shopper types, on the wire.

import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { contentSearchRecord } from '../search/search-content.ts';
import { closedObject, limit, namedObject, text } from '../values.ts';
import { criteriaFailures, matchingQuery, shopperHeaders, shopperQuery } from './product-criteria.ts';
import { orNull, productExample, shownCategory, shownImage, shownProduct } from './product-record.ts';

export const SUGGEST_LIMIT = { default: 5, max: 20 } as const;

const shows = (title: string, what: string) =>
  Type.Optional(
    Type.Boolean({ title, default: true, description: `Whether to return ${what}. Default true.` }),
  );

const limitOf = (title: string) => Type.Optional(limit(SUGGEST_LIMIT.default, SUGGEST_LIMIT.max, title));

const shortProduct = namedObject('ShortProduct', {
  id: shownProduct.id,
  sku: shownProduct.sku,
  name: shownProduct.name,
  brand: shownProduct.brand,
  page_slug: shownProduct.page_slug,
  url: shownProduct.url,
  image: orNull(shownImage, 'The first of its images.'),
  price: shownProduct.price,
  sale_price: shownProduct.sale_price,
  calculated_price: shownProduct.calculated_price,
  currency: shownProduct.currency,
  in_stock: shownProduct.in_stock,
});

const { id, sku, name, brand, page_slug, url, price, sale_price, calculated_price, currency, in_stock } =
  productExample;
const [image] = productExample.images;

export const typedTerm = () =>
  Type.Optional(
    text(
      'What has been typed so far; its last word may be unfinished. Left out: popular searches and the categories with the most products.',
    ),
  );

export const suggestOperation = {
  tag: 'Discovery' as const,
  path: '/apis/ecommerce-service/public/discovery/v2/auto-suggest',
  envelope: 'wrapped' as const,
  scope: 'headers-or-domain' as const,
  access: 'open' as const,
  isCacheable: true,
  isServedTogether: true,
  summary: 'Suggest searches, products and categories while a shopper types',
  description:
    'Completes the text with names in which it occurs at the start of a word. If there are none, one typing error in the last word is forgiven; if there are still none, the products come from a search. Each suggested search finds a product or content for this shopper, each category has a product for them. The request is not recorded as a search.',
  headers: shopperHeaders,
  success: namedObject('SuggestionResult', {
    auto_suggester: Type.Array(Type.String(), {
      description:
        'Whole searches that complete the text: popular ones, then names of categories and products.',
    }),
    popular_searches: Type.Array(Type.String(), {
      description: 'Popular searches that complete the text, the most popular first.',
    }),
    categories: Type.Array(shownCategory),
    products: Type.Array(shortProduct),
    content: Type.Array(contentSearchRecord, { description: 'As in the content search.' }),
    redirect_url: orNull(Type.String(), 'Where a search for the text leads instead of to results.'),
    corrected_term: orNull(Type.String(), 'The text as it was understood, if it was corrected.'),
  }),
  successDescription: 'What completes the text, and what it finds.',
  successExample: {
    auto_suggester: ['down jacket'],
    popular_searches: ['down jacket'],
    categories: [{ id: 'jackets', name: 'Jackets', path: [{ id: 'clothing', name: 'Clothing' }] }],
    products: [
      {
        ...{ id, sku, name, brand, page_slug, url, image, price, sale_price, calculated_price, currency },
        in_stock,
      },
    ],
    content: [],
    redirect_url: null,
    corrected_term: null,
  },
  failures: criteriaFailures,
};

export const suggestQuery = {
  ...shopperQuery,
  by_pass_merchandising: matchingQuery.by_pass_merchandising,
  show_auto_suggester: shows('ShowAutoSuggester', 'whole searches'),
  show_popular_searches: shows('ShowPopularSearches', 'popular searches'),
  show_categories: shows('ShowCategories', 'categories'),
  show_products: shows('ShowProducts', 'products'),
  show_content: shows('ShowContent', 'content'),
  auto_suggester_limit: limitOf('AutoSuggesterLimit'),
  popular_searches_limit: limitOf('PopularSearchesLimit'),
  categories_limit: limitOf('CategoriesLimit'),
  products_limit: limitOf('ProductsLimit'),
  content_limit: limitOf('ContentLimit'),
};

export const suggestSearches = defineOperation({
  ...suggestOperation,
  name: 'suggest-searches',
  method: 'POST',
  params: closedObject({}),
  query: closedObject(suggestQuery),
  body: namedObject('TypedText', { search_term: typedTerm() }),
  requestExample: { search_term: 'down ja' },
});
