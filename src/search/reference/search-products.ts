// Product search by full scan: the plainest reading of what a search finds, in which order, and of its facets. The oracle of every
// faster engine.

import type { CatalogContents } from '../../domain/ports.ts';
import { assertSort } from '../../domain/products/attribute-settings.ts';
import type { MerchandisingRule } from '../../domain/products/merchandising-rule.ts';
import type { Product } from '../../domain/products/product.ts';
import { type ProductFields, readField } from '../../domain/products/product-fields.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';
import type {
  FoundProducts,
  ProductBoost,
  ProductHit,
  ProductSearch,
} from '../../domain/products/product-search.ts';
import { findBoosts } from '../../domain/products/rule-boosts.ts';
import { shownRecord } from '../../domain/products/shown-product.ts';
import { type Category, categoryName } from '../../domain/search/catalog.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import { boostScore } from '../ranking.ts';
import { productOfSignals } from '../signals.ts';
import { appliedRules } from './applied-rules.ts';
import { wayUp } from './category-path.ts';
import { type AnalyzedProduct, matchingProducts } from './count-products.ts';
import { findSpellings } from './did-you-mean.ts';
import { explainProduct } from './explain-score.ts';
import { factorOf, findPins, type Pin, placePins } from './merchandising.ts';
import { findFacets } from './product-facets.ts';
import { highlightProduct } from './product-highlights.ts';
import { buildSignals } from './product-signals.ts';
import { buildScore } from './score-products.ts';
import { compare, sortable } from './sortable-value.ts';

export const searchProducts = (
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  fields: ProductFields,
  search: ProductSearch,
): FoundProducts => {
  const found = matchingProducts(products, contents, fields, search);
  assertSort(contents.attributes, search.sortBy);
  const rules = appliedRules(contents.merchandisingRules, search);
  const pins = findPins(rules);
  const boostsOf =
    search.sortBy === 'relevance' ? findBoosts(rules, contents, fields, search.currency) : () => [];
  const ordered = sortProducts(found, products, contents, fields, search, pins, boostsOf);
  const all = products.map(({ product }) => product);
  const page = ordered.slice(search.skip, search.skip + search.limit);
  return {
    total: found.length,
    hits: page.map(
      (one): ProductHit => ({
        id: one.product.id,
        shown: toJsonBytes(
          pickFields(
            {
              ...showProduct(one.product, contents.categories, search),
              ...(search.withHighlights === true
                ? { highlights: highlightProduct(one, products, contents, search) }
                : {}),
            },
            search.fields,
          ),
        ),
        pinnedBy: pins
          .filter(({ id }) => id === one.product.id && isRanked(search))
          .map(({ ruleId }) => ruleId),
        ...(boostsOf(one.product).length === 0 ? {} : { boosts: boostsOf(one.product) }),
        ...(search.withExplanations === true
          ? {
              explanation: explainProduct(
                one,
                products,
                contents,
                search,
                buildSignals(all, contents, fields, search.at)(one.product),
                boostsOf(one.product),
              ),
            }
          : {}),
      }),
    ),
    ...redirectOf(rules),
    ...(search.facetRequest === undefined
      ? { facets: [], offeredFacets: [] }
      : findFacets(products, contents, fields, search, search.facetRequest)),
    ...findSpellings(products, contents, fields, search, found.length),
  };
};

/** The wanted fields of a record. */
export const showFields = (
  product: Product,
  categories: readonly Category[],
  search: Pick<ProductSearch, 'localeChain' | 'baseLocale' | 'currency' | 'fields'>,
): object => pickFields(showProduct(product, categories, search), search.fields);

const pickFields = (record: object, fields: readonly string[] = []): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => fields.length === 0 || fields.includes(name)));

export const showProduct = (
  product: Product,
  categories: readonly Category[],
  query: Pick<ProductQuery, 'localeChain' | 'baseLocale' | 'currency'>,
) => {
  const pathOf = (category: Category): { id: string; name: string }[] =>
    wayUp(category, categories)
      .slice(1)
      .reverse()
      .map((one) => ({ id: one.id, name: categoryName(one, query) }));
  return {
    ...shownRecord(product, query),
    categories: [...new Set(product.categoryIds)].flatMap((wanted) => {
      const category = categories.find(({ id }) => id === wanted);
      return category === undefined
        ? []
        : [{ id: category.id, name: categoryName(category, query), path: pathOf(category) }];
    }),
  };
};

const sortProducts = (
  found: readonly AnalyzedProduct[],
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  fields: ProductFields,
  search: ProductSearch,
  pins: readonly Pin[],
  boostsOf: (product: Product) => ProductBoost[],
): AnalyzedProduct[] => {
  const { sortBy, sortOrder, isOutOfStockLast } = search;
  const direction = sortOrder === 'asc' ? 1 : -1;
  const scoreOf = sortBy === 'relevance' ? buildScore(products, contents, search) : () => 0;
  const all = products.map(({ product }) => product);
  const signalsOf = buildSignals(all, contents, fields, search.at);
  const boosted = (one: AnalyzedProduct): number => {
    const signals = signalsOf(one.product).map(({ factor }) => factor);
    return boostScore(scoreOf(one), factorOf(boostsOf(one.product)), productOfSignals(signals));
  };
  const keyed = found.map((one) => ({
    one,
    id: one.product.id,
    tier: isOutOfStockLast && !one.product.inStock ? 1 : 0,
    key: sortBy === 'relevance' ? boosted(one) : sortKey(one.product, products, fields, search),
  }));
  keyed.sort((a, b) => {
    if (a.tier !== b.tier) return a.tier - b.tier;
    if (a.key === b.key) return compare(a.id, b.id);
    if (a.key === null || b.key === null) return a.key === null ? 1 : -1;
    return direction * compare(a.key, b.key);
  });
  return (isRanked(search) ? placePins(keyed, pins) : keyed).map(({ one }) => one);
};

/** Pins act only here. */
const isRanked = ({ sortBy, sortOrder }: ProductSearch): boolean =>
  sortBy === 'relevance' && sortOrder === 'desc';

export const redirectOf = (rules: readonly MerchandisingRule[]): Pick<FoundProducts, 'redirectUrl'> => {
  const found = rules.find(({ redirectUrl }) => redirectUrl !== undefined)?.redirectUrl;
  return found === undefined ? {} : { redirectUrl: found };
};

const sortKey = (
  product: Product,
  products: readonly AnalyzedProduct[],
  fields: ProductFields,
  search: ProductSearch,
): string | number | null => {
  const { sortBy, sortOrder, currency } = search;
  if (sortBy === 'name') {
    const { name } = showProduct(product, [], search);
    return foldText(name).trim();
  }
  const isOwnPopularity =
    sortBy === 'popularity' && products.some((one) => one.product.popularity !== undefined);
  const values = isOwnPopularity
    ? product.popularity === undefined
      ? []
      : [product.popularity]
    : readField(product, sortBy, currency);
  const type = isOwnPopularity ? 'number' : (fields.get(sortBy)?.type ?? 'text');
  const keys = values.map((value) => sortable(type, value)).filter((key) => key !== undefined);
  return keys.sort(compare)[sortOrder === 'asc' ? 0 : keys.length - 1] ?? null;
};
