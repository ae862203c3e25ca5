// Product search on the wire as a link: the criteria that fit into a query string.

import { defineOperation } from '../operation.ts';
import { closedObject } from '../values.ts';
import { criteriaQuery } from './product-criteria.ts';
import { searchProducts } from './search-products.ts';

const { requestExample: _, ...search } = searchProducts;

export const getProductSearch = defineOperation({
  ...search,
  name: 'get-product-search',
  method: 'GET',
  summary: 'Search products by link',
  description:
    'As `POST` on the same path, with the criteria in the query string. It has no `filter`, and no ranges of facets.',
  query: closedObject({ ...criteriaQuery, ...search.query.properties }),
  body: undefined,
});
