// What a page of InstantSearch asks for, at random, for whatever a shopper has chosen.

import fc from 'fast-check';
import type { SearchRequest } from '../../../client/src/instantsearch.ts';

const facets = ['audience', 'brand', 'categories', 'color', 'price', 'season'];

/** What a shopper has chosen: alternatives of some fields, a range, and a value that must be, or must not be. */
const chosen = fc.record({
  query: fc.constantFrom('', 'jacket', 'rain jakcet', 'wool'),
  color: fc.subarray(['rust red', 'black', 'petrol', 'midnight blue']),
  audience: fc.subarray(['women', 'men', 'kids']),
  categories: fc.subarray(['cat-jackets', 'cat-camping', 'cat-down-jackets']),
  price: fc.subarray(['price>=60', 'price<=200']),
  season: fc.subarray(['season:winter', 'season:-summer']),
});

type Chosen = typeof chosen extends fc.Arbitrary<infer T> ? T : never;
const alternatives = ['color', 'audience', 'categories'] as const;

const filtersOf = (choice: Chosen, left: string) => ({
  facetFilters: [
    ...choice.season,
    ...alternatives
      .filter((field) => field !== left && choice[field].length > 0)
      .map((field) => choice[field].map((value) => `${field}:${value}`)),
  ],
  numericFilters: left === 'price' ? [] : choice.price,
});

/** As InstantSearch asks: for the hits, and once more for each field with a choice, without that choice. */
const requestsFor = (choice: Chosen): SearchRequest[] => {
  const ask = (left: string, more: object): SearchRequest => ({
    indexName: 'products',
    params: { query: choice.query, maxValuesPerFacet: 100, ...filtersOf(choice, left), ...more },
  });
  const fields = [...alternatives, 'price' as const].filter((field) => choice[field].length > 0);
  return [
    ask('', { facets, hitsPerPage: 3, page: 0 }),
    ...fields.map((field) => ask(field, { facets: field, hitsPerPage: 0, page: 0, analytics: false })),
  ];
};

/** The requests of a page. */
export const pageRequests = chosen.map(requestsFor);
