// Single products by full scan.

import type { CatalogContents } from '../../domain/ports.ts';
import { isVisibleTo } from '../../domain/products/product.ts';
import { type ProductLookup, slugsOf } from '../../domain/products/product-lookup.ts';
import type { ProductHit } from '../../domain/products/product-search.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import type { AnalyzedProduct } from './count-products.ts';
import { showProduct } from './search-products.ts';
import { compare } from './sortable-value.ts';

export const lookUpProducts = (
  products: readonly AnalyzedProduct[],
  { categories }: CatalogContents,
  lookup: ProductLookup,
): ProductHit[] => {
  const visible = products.map(({ product }) => product).filter((product) => isVisibleTo(product, lookup));
  const { by } = lookup;
  const found =
    'ids' in by
      ? by.ids.flatMap((id) => visible.filter((product) => product.id === id))
      : visible
          .filter((product) => slugsOf(product).includes(by.slug))
          .sort((a, b) => compare(a.id, b.id))
          .slice(0, 1);
  return found.map((product) => ({
    id: product.id,
    shown: toJsonBytes(showProduct(product, categories, lookup)),
    pinnedBy: [],
  }));
};
