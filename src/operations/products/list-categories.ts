// The category tree with exact counts.

import type { listCategories as contract } from '../../contract/products/list-categories.ts';
import { CATEGORIES } from '../../domain/products/product-filter.ts';
import { everythingFor } from '../../domain/products/product-lookup.ts';
import type { FacetBucket } from '../../domain/products/product-search.ts';
import type { UseCase } from '../use-case.ts';
import { findPlace, type ProductDependencies, shopperOf } from './product-request.ts';

export const buildListCategories =
  (dependencies: ProductDependencies): UseCase<typeof contract> =>
  async (caller, input) => {
    const place = await findPlace(dependencies, caller, input.query.store_id);
    const shopper = { ...shopperOf(place, caller, input), by: { ids: [] } };
    const { facets } = await dependencies.searchIndex.searchProducts(place.scope, place.store.catalogId, {
      ...everythingFor(shopper),
      skip: 0,
      limit: 0,
      sortBy: 'relevance',
      sortOrder: 'desc',
      isOutOfStockLast: false,
      facetRequest: {
        fields: [CATEGORIES],
        limit: Number.MAX_SAFE_INTEGER,
        sortBy: 'value',
        text: undefined,
        parameter: 'categories',
        withEmpty: true,
      },
    });
    return { categories: inTreeOrder(facets[0]?.buckets ?? []) };
  };

/** Each category after the one above it. `buckets` are sorted by name. Those that form a circle are at the top. */
const inTreeOrder = (buckets: readonly FacetBucket[]) => {
  const known = new Set(buckets.map(({ value }) => String(value)));
  const children = new Map<string | null, FacetBucket[]>();
  for (const bucket of buckets) {
    const { parentId } = bucket;
    const parent = parentId !== null && parentId !== undefined && known.has(parentId) ? parentId : null;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [bucket]);
    else siblings.push(bucket);
  }
  const listed = new Set<string>();
  const nodes: {
    id: string;
    name: string;
    parent_id: string | null;
    depth: number;
    product_count: number;
  }[] = [];
  const list = (roots: readonly FacetBucket[], parentId: string | null): void => {
    const open = roots.map((bucket) => ({ bucket, parentId, depth: 0 })).reverse();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { bucket, depth } = next;
      const id = String(bucket.value);
      if (listed.has(id)) continue;
      listed.add(id);
      nodes.push({
        id,
        name: bucket.label ?? '',
        parent_id: next.parentId,
        depth,
        product_count: bucket.count,
      });
      for (const child of (children.get(id) ?? []).toReversed())
        open.push({ bucket: child, parentId: id, depth: depth + 1 });
    }
  };
  list(children.get(null) ?? [], null);
  for (const bucket of buckets) list([bucket], null);
  return nodes;
};
