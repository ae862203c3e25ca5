// Whether a query finds any product: stops at the first.

import type { ProductQuery } from '../../../domain/products/product-query.ts';
import type { OpenedCatalog } from './opened-catalog.ts';
import { selectProducts } from './select-products.ts';

export const findsProducts = async (catalog: OpenedCatalog, query: ProductQuery): Promise<boolean> => {
  const selection = await selectProducts(catalog, query);
  const { hits } = await catalog.products.search({
    query: selection.query(),
    size: 0,
    track_total_hits: 1,
  });
  return hits.total.value > 0;
};
