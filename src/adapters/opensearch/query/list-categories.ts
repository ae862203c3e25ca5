// The category tree with the number of products that a shopper may see in each category, as ready JSON.

import { everythingFor, type Shopper } from '../../../domain/products/product-lookup.ts';
import { shownCategory } from '../../../domain/search/category-tree.ts';
import { toJsonBytes } from '../../../domain/text/json-bytes.ts';
import { categoriesIn } from '../../../search/engine/products/localized-categories.ts';
import { treeOf } from '../../../search/engine/queries/category-list.ts';
import { sortableText } from '../documents/encode.ts';
import { listValues } from './list-values.ts';
import type { OpenedCatalog } from './opened-catalog.ts';
import { selectProducts } from './select-products.ts';

/** A JSON array in UTF-8, one character per byte. */
export const listCategories = async (catalog: OpenedCatalog, shopper: Shopper): Promise<string> => {
  const { products, contents } = catalog;
  const selection = await selectProducts(catalog, everythingFor(shopper));
  const list = { query: selection.query(), field: 'categories', prefix: products.place, name: 'categories' };
  const [counts] = await listValues(products, [list]);
  const nodes = treeOf(categoriesIn(contents.categories, shopper));
  return toJsonBytes(nodes.map((node) => shownCategory(node, counts?.get(sortableText(node.id)) ?? 0)));
};
