// Single products by full scan.

import type { CatalogContents } from '../../domain/ports.ts';
import { type ProductLookup, slugsOf } from '../../domain/products/product-lookup.ts';
import type { ProductHit } from '../../domain/products/product-search.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import { type AnalyzedProduct, visibleProducts } from './count-products.ts';
import { showFields } from './search-products.ts';
import { compare } from './sortable-value.ts';

export const lookUpProducts = (
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  lookup: ProductLookup,
): ProductHit[] => {
  const visible = visibleProducts(products, contents, lookup);
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
    shown: toJsonBytes(showFields(product, contents.categories, lookup)),
    pinnedBy: [],
  }));
};
