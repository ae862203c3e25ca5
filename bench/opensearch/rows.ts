// What both sides are asked: requests of the storefront by kind. No request of a row is like another one.

import { randomFor } from '../../demo/build/random.ts';
import { catalogIdOf, ENVIRONMENT_ID, tenantIdOf, WORKSPACE_ID } from '../generate/catalog-bundle.ts';
import { type Call, DISCOVERY } from '../http/demo-calls.ts';
import { buildContentQuestions, type ContentQuestion } from '../questions/content-questions.ts';
import {
  buildDiscoveryQuestions,
  buildProductQuestions,
  type Facet,
  type ProductQuestion,
} from '../questions/product-questions.ts';

export const TENANT = 1;

export interface Row {
  readonly name: string;
  readonly calls: readonly Call[];
}

const headers = {
  'x-tenant-id': tenantIdOf(TENANT),
  'x-workspace-id': WORKSPACE_ID,
  'x-environment-id': ENVIRONMENT_ID,
};
const SIMILAR = 200;
const contentRows = ['mid', 'common', 'and: upper + mid', 'prefix (4 letters)', 'typo (1 edit)'];

const get = (target: string): Call => ({ method: 'GET', target, body: undefined, headers });

const post = (target: string, body: unknown): Call => ({
  method: 'POST',
  target,
  body: JSON.stringify(body),
  headers: { ...headers, 'content-type': 'application/json' },
});

const contentCall = ({ words }: ContentQuestion): Call =>
  get(`/discovery/search/content?catalog_id=${catalogIdOf(TENANT)}&q=${encodeURIComponent(words.join(' '))}`);

const facetOf = ([field_internal_name, value]: Facet) => ({ field_internal_name, value });

const bodyOf = ({ term, facets, anyOf, price }: ProductQuestion) => ({
  ...(term === undefined ? {} : { search_term: term }),
  facets: facets.filter(([field]) => field !== 'category').map(facetOf),
  ...Object.fromEntries(
    facets.filter(([field]) => field === 'category').map(([, id]) => ['category_id', id]),
  ),
  filter: [
    ...(price === undefined ? [] : [{ group: { operator: 'AND', rules: priceRules(price) } }]),
    ...(anyOf.length === 0 ? [] : [{ group: { operator: 'OR', rules: anyOf.map(equalTo) } }]),
  ],
});

const equalTo = ([field_name, value]: Facet) => ({ action: 'equal_to', field_name, value });

const priceRules = ([low, high]: readonly [number, number]) => [
  { action: 'greater_than', field_name: 'price', value: String(low) },
  { action: 'less_than', field_name: 'price', value: String(high) },
];

const pageCall = (question: ProductQuestion): Call => {
  const { page } = question;
  if (page === undefined) return post(`${DISCOVERY}/search/count`, bodyOf(question));
  const { typed, limit, sortBy, facetFields } = page;
  if (typed !== undefined) return get(`${DISCOVERY}/auto-suggest?search_term=${encodeURIComponent(typed)}`);
  const fields = facetFields.map((field) => (field === 'category' ? 'categories' : field));
  const asked = new URLSearchParams({
    limit: String(limit),
    ...(fields.length > 0 ? { include_facets: fields.join() } : {}),
    ...(sortBy === 'price' ? { sort_by: 'price', sort_order: 'asc' } : {}),
  });
  return post(`${DISCOVERY}/search?${asked}`, bodyOf(question));
};

const similarCalls = (products: number): Call[] => {
  const random = randomFor('similar');
  return Array.from({ length: SIMILAR }, () => {
    const id = `p${String(random.integer(0, products - 1)).padStart(8, '0')}`;
    return get(`${DISCOVERY}/products/${id}/similar`);
  });
};

/** Neither a response cache nor a cache of the search server can serve one request by another. */
const withoutRepeats = ({ name, calls }: Row): Row => ({
  name,
  calls: [...new Map(calls.map((call) => [`${call.target} ${call.body}`, call])).values()],
});

export const buildRows = (sizes: { readonly products: number; readonly articles: number }): Row[] =>
  [
    ...buildContentQuestions(sizes.articles)
      .filter(({ name }) => contentRows.includes(name))
      .map(({ name, questions }) => ({ name: `content: ${name}`, calls: questions.map(contentCall) })),
    ...buildProductQuestions(sizes.products).map(({ name, questions }) => ({
      name: `count: ${name}`,
      calls: questions.map(pageCall),
    })),
    ...buildDiscoveryQuestions(sizes.products).map(({ name, questions }) => ({
      name: name.startsWith('suggestions') ? name : `page: ${name}`,
      calls: questions.map(pageCall),
    })),
    { name: 'similar products', calls: similarCalls(sizes.products) },
  ].map(withoutRepeats);
