// The category tree with product counts, by full scan.

import type { CatalogContents } from '../../domain/ports.ts';
import type { Shopper } from '../../domain/products/product-lookup.ts';
import { categoryName, withDescendants } from '../../domain/search/catalog.ts';
import { listCategoryTree, shownCategory } from '../../domain/search/category-tree.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import { type AnalyzedProduct, visibleProducts } from './count-products.ts';

export const listCategories = (
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  shopper: Shopper,
): string => {
  const { categories } = contents;
  const visible = visibleProducts(products, contents, shopper);
  const named = categories.map((one) => ({ ...one, name: categoryName(one, shopper) }));
  return toJsonBytes(
    listCategoryTree(named).map((node) => {
      const below = withDescendants(categories, [node.id]);
      const held = visible.filter(({ categoryIds }) => categoryIds.some((id) => below.has(id)));
      return shownCategory(node, held.length);
    }),
  );
};
