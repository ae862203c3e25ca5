// Single products by id or slug, if the shopper may see them.

import { everythingFor, type ProductLookup } from '../../../domain/products/product-lookup.ts';
import type { ProductHit } from '../../../domain/products/product-search.ts';
import { measureHits } from '../../../search/engine/stored/product-hits.ts';
import { sortableText } from '../documents/encode.ts';
import { readProduct } from './found-product.ts';
import { allOf } from './locale-choice.ts';
import type { OpenedCatalog, SearchQuery } from './opened-catalog.ts';
import { buildShow } from './product-hits.ts';
import { idsQuery, selectProducts } from './select-products.ts';

/** In the order of the ids; by slug at most one, the first by id. */
export const findProducts = async (catalog: OpenedCatalog, lookup: ProductLookup): Promise<ProductHit[]> => {
  const { by } = lookup;
  const wanted = 'ids' in by ? idsQuery(by.ids) : ({ term: { slugs: sortableText(by.slug) } } as SearchQuery);
  if (wanted === undefined) return [];
  const selection = await selectProducts(catalog, everythingFor(lookup));
  const { hits } = await catalog.products.search({
    query: allOf([selection.query(), wanted]),
    size: 'ids' in by ? new Set(by.ids).size : 1,
    sort: [{ id: 'asc' }],
    track_total_hits: false,
    _source: ['source'],
  });
  const show = buildShow(catalog, lookup);
  const measure = measureHits('ids');
  const found = new Map(hits.hits.map(readProduct).map((product) => [product.id, product]));
  const ids = 'ids' in by ? by.ids : [...found.keys()];
  return ids.flatMap((id) => {
    const product = found.get(id);
    return product === undefined ? [] : [measure({ id, shown: show(product), pinnedBy: [] })];
  });
};
