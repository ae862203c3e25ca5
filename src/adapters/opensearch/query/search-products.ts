// Product search: the page, its order, its facets. The meaning is that of `search/reference/search-products.ts`, without the spelling of
// the term.

import { assertSort } from '../../../domain/products/attribute-settings.ts';
import type { FoundProducts, ProductSearch } from '../../../domain/products/product-search.ts';
import { actionsOf } from '../../../search/engine/merchandising/product-merchandising.ts';
import type { OpenedCatalog } from './opened-catalog.ts';
import { pageProducts } from './page-products.ts';
import { findFacets } from './product-facets.ts';
import { showHits } from './product-hits.ts';
import type { ProductSelection } from './product-selection.ts';
import { rankProducts } from './rank-products.ts';
import { sortProducts } from './sort-products.ts';

export type ProductsFound = Omit<FoundProducts, 'correctedTerm' | 'didYouMean'>;

export const searchProducts = async (
  catalog: OpenedCatalog,
  selection: ProductSelection,
  search: ProductSearch,
): Promise<ProductsFound> => {
  assertSort(catalog.contents.attributes, search.sortBy);
  const actions = actionsOf(selection.rules);
  const readHits = async () => {
    const query =
      search.sortBy === 'relevance' ? await rankProducts(catalog, selection, search) : selection.query();
    const body = { query, sort: sortProducts(catalog, search) };
    const page = await pageProducts(catalog.products, selection, body, search, actions);
    const hits = await showHits(catalog, selection, search, actions.overrides, page.hits);
    return { total: page.total, hits };
  };
  const [found, facets] = await Promise.all([readHits(), findFacets(catalog, selection, search)]);
  const { redirectUrl } = actions;
  return { ...found, ...facets, ...(redirectUrl === undefined ? {} : { redirectUrl }) };
};
