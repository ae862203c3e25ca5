// Facets on the wire as a link: the criteria that fit into a query string.

import { defineOperation } from '../operation.ts';
import { closedObject } from '../values.ts';
import { criteriaQuery } from './product-criteria.ts';
import { searchFacets } from './search-facets.ts';

const { requestExample: _, ...search } = searchFacets;

export const getFacetSearch = defineOperation({
  ...search,
  name: 'get-facet-search',
  method: 'GET',
  summary: 'Count products by field, by link',
  description:
    'As `POST` on the same path, with the criteria in the query string. It has no `filter`, and no ranges of facets.',
  query: closedObject({ ...criteriaQuery, ...search.query.properties }),
  body: undefined,
});
