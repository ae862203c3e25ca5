// The hits of a page: each product as the request wants to see it, with its marked words, the rules that moved it and the parts of its
// score.

import type { Product } from '../../../domain/products/product.ts';
import type { ProductHit, ProductSearch } from '../../../domain/products/product-search.ts';
import { findBoosts } from '../../../domain/products/rule-boosts.ts';
import { shownRecord } from '../../../domain/products/shown-product.ts';
import { toJsonBytes } from '../../../domain/text/json-bytes.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { Override } from '../../../search/engine/merchandising/product-merchandising.ts';
import { categoriesIn } from '../../../search/engine/products/localized-categories.ts';
import { measureHits } from '../../../search/engine/stored/product-hits.ts';
import { type ShowCategory, showCategories } from '../../../search/engine/stored/shown-categories.ts';
import type { Highlights } from '../../../search/highlight.ts';
import { readSignals } from '../../../search/product-signals.ts';
import { readProduct } from './found-product.ts';
import type { FoundDocument, OpenedCatalog } from './opened-catalog.ts';
import { isRanked } from './page-products.ts';
import type { ProductSelection } from './product-selection.ts';
import { buildProductText } from './product-text.ts';

type Shown = Pick<ProductSearch, 'localeChain' | 'baseLocale' | 'currency' | 'fields'>;

/** Writes a product as JSON in UTF-8, one character per byte. */
export const buildShow = (
  { contents }: OpenedCatalog,
  query: Shown,
): ((product: Product, highlights?: Highlights) => string) => {
  const { fields = [] } = query;
  const isWanted = (name: string): boolean => fields.length === 0 || fields.includes(name);
  const showCategory = showCategories(categoriesIn(contents.categories, query));
  return (product, highlights) => {
    const members = Object.entries(shownRecord(product, query)).filter(([name]) => isWanted(name));
    const parts = [
      toJsonBytes(Object.fromEntries(members)).slice(1, -1),
      isWanted('categories') ? `"categories":[${categoriesOf(product, showCategory)}]` : '',
      highlights !== undefined && isWanted('highlights') ? `"highlights":${toJsonBytes(highlights)}` : '',
    ];
    return `{${parts.filter((part) => part !== '').join(',')}}`;
  };
};

/** As they were given. Categories that do not exist are left out. */
const categoriesOf = ({ categoryIds }: Product, showCategory: ShowCategory): string =>
  [...new Set(categoryIds)].flatMap((id) => showCategory(id) ?? []).join(',');

export const showHits = async (
  catalog: OpenedCatalog,
  selection: ProductSelection,
  search: ProductSearch,
  overrides: ReadonlyMap<string, Override>,
  found: readonly FoundDocument[],
): Promise<ProductHit[]> => {
  const build = buildHit(catalog, selection, search, overrides);
  const measure = measureHits('limit');
  const hits: ProductHit[] = [];
  const yieldIfDue = buildYield();
  for (const document of found) {
    hits.push(measure(build(readProduct(document))));
    await yieldIfDue();
  }
  return hits;
};

const buildHit = (
  catalog: OpenedCatalog,
  selection: ProductSelection,
  search: ProductSearch,
  overrides: ReadonlyMap<string, Override>,
): ((product: Product) => ProductHit) => {
  const { contents, fields, hasOwnPopularity } = catalog;
  const isByRelevance = search.sortBy === 'relevance';
  const boostsOf = findBoosts(isByRelevance ? selection.rules : [], contents, fields, search.currency);
  const signalsOf = readSignals(contents, fields, search.at, hasOwnPopularity);
  const show = buildShow(catalog, search);
  const { highlightIn, explainIn } = buildProductText(catalog, selection, search);
  return (product) => {
    const boosts = boostsOf(product);
    return {
      id: product.id,
      shown: show(product, search.withHighlights === true ? highlightIn(product) : undefined),
      pinnedBy: isRanked(search) ? (overrides.get(product.id)?.pinnedBy ?? []) : [],
      ...(boosts.length === 0 ? {} : { boosts }),
      ...(search.withExplanations === true
        ? { explanation: explainIn(product, signalsOf(product), boosts) }
        : {}),
    };
  };
};
