// The order of products by a field, as sorts of OpenSearch. It is total: ties are in the order of ids.

import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { valuePlace } from '../documents/product-values.ts';
import type { OpenedCatalog } from './opened-catalog.ts';

/** The value that decides: the smallest or the largest of those that begin with the name of the field. They come sorted. */
const VALUE_SCRIPT = `
  String best = null;
  for (def one : doc[params.field]) {
    if (one.startsWith(params.prefix)) {
      best = one;
      if (params.isFirst) break;
    }
  }
  return best == null ? params.missing : best.substring(params.prefix.length() - 1);`;

/** Before and after every value: these begin with a letter, see `ValuePlace.prefix`. */
const [FIRST, LAST] = ['', '\uffff'];

export const sortProducts = (catalog: OpenedCatalog, search: ProductSearch): object[] => [
  ...(search.isOutOfStockLast ? [{ in_stock: { order: 'desc' } }] : []),
  ...sortsBy(catalog, search),
  { id: { order: 'asc' } },
];

const sortsBy = (catalog: OpenedCatalog, { sortBy, sortOrder: order, currency }: ProductSearch): object[] => {
  const { fields, products, hasOwnPopularity } = catalog;
  if (sortBy === 'relevance') return [{ _score: { order } }];
  if (sortBy === 'name') return [{ title: { order, missing: '_last' } }];
  if (sortBy === 'created_at') return [{ created: { order, missing: '_last' } }];
  if (sortBy === 'popularity' && hasOwnPopularity) return [{ popularity: { order, missing: '_last' } }];
  const type = fields.get(sortBy)?.type;
  if (type === undefined) return [];
  const at = valuePlace(products.place, sortBy, currency);
  const isFirst = order === 'asc';
  const params = { field: at.field, prefix: at.prefix(type), isFirst, missing: isFirst ? LAST : FIRST };
  return [{ _script: { type: 'string', script: { source: VALUE_SCRIPT, params }, order } }];
};
