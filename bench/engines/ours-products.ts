// Our engine over products, with segments as the service holds them: shared bytes, changed and merged by the same
// rules.

import { productKind } from '../../src/adapters/embedded-search/segments/segment-kinds.ts';
import { SegmentStack } from '../../src/adapters/embedded-search/segments/segment-stack.ts';
import type { CatalogContents } from '../../src/domain/ports.ts';
import type { Product } from '../../src/domain/products/product.ts';
import {
  CATEGORIES as CATEGORY_FIELD,
  type FacetCriterion,
  type FilterGroup,
} from '../../src/domain/products/product-filter.ts';
import type { ProductQuery } from '../../src/domain/products/product-query.ts';
import type { ProductSearch } from '../../src/domain/products/product-search.ts';
import type { SuggestQuery } from '../../src/domain/products/suggestion.ts';
import { decodeTree, encodeTree } from '../../src/search/engine/packing/tree-codec.ts';
import { countSegments } from '../../src/search/engine/products/product-count.ts';
import {
  type ProductSegment,
  ProductSegmentBuilder,
} from '../../src/search/engine/products/product-segment.ts';
import { searchProductSegments } from '../../src/search/engine/queries/product-search.ts';
import { suggest } from '../../src/search/engine/suggest/suggest.ts';
import { CATEGORIES, facetValue, type MadeProduct, makeProduct } from '../generate/products.ts';
import type { Facet, ProductPage, ProductQuestion } from '../questions/product-questions.ts';
import { type Ask, BUCKETS, type Engine } from './engine.ts';
import { PLAIN_LOCALE } from './ours-content.ts';
import { settleStack } from './settle-stack.ts';

const CURRENCY = 'USD';
const CHANGED_EVERY = 10;
const CHANGES_AT_ONCE = 256;

export const catalogContents: CatalogContents = {
  attributes: [],
  categories: Array.from({ length: CATEGORIES }, (_, number) => ({
    id: facetValue('category', number),
    name: `Category ${number}`,
    parentId: null,
  })),
  synonyms: [],
  merchandisingRules: [],
  facets: [],
};

const idOf = (id: number): string => String(id).padStart(8, '0');

export const productOf = ({
  id,
  name,
  brand,
  category,
  color,
  size,
  price,
  isInStock,
}: MadeProduct): Product => ({
  id: idOf(id),
  sku: `sku-${id}`,
  name,
  description: '',
  brand,
  categoryIds: [category],
  collectionIds: [],
  prices: { [CURRENCY]: price },
  inStock: isInStock,
  createdAt: null,
  attributes: { color, size },
  channelIds: [],
  locationIds: [],
  customerGroupIds: [],
  localized: {},
});

/** Categories use their own parameter, everything else facets and rules, as the interface offers. */
export const productQueryOf = ({ term, facets, anyOf, price }: ProductQuestion): ProductQuery => {
  const valueFacet = ([field, value]: Facet): FacetCriterion => ({
    field,
    at: field,
    value,
    range: undefined,
  });
  const criteria = facets.filter(([facet]) => facet !== 'category').map(valueFacet);
  if (price !== undefined) {
    const [min, max] = price;
    criteria.push({ field: 'price', at: 'price', value: undefined, range: { min, max } });
  }
  const rules = anyOf.map(([field, value]) => ({ field, action: 'equal_to', value, at: field }) as const);
  const groups: FilterGroup[] = rules.length > 0 ? [{ operator: 'OR', rules }] : [];
  return {
    term,
    categoryId: facets.find(([facet]) => facet === 'category')?.[1],
    categoryName: undefined,
    collectionId: undefined,
    facets: criteria,
    groups,
    localeChain: [PLAIN_LOCALE],
    baseLocale: PLAIN_LOCALE,
    currency: CURRENCY,
    channelId: undefined,
    locationId: undefined,
    customerGroupId: undefined,
    withMerchandising: true,
  };
};

/** Products are found by the names of their categories, as in the service. */
const newBuilder = (): ProductSegmentBuilder =>
  new ProductSegmentBuilder(PLAIN_LOCALE, undefined, { categories: catalogContents.categories });

const buildSegment = (products: readonly MadeProduct[]): ProductSegment => {
  const builder = newBuilder();
  for (const product of products) builder.add(productOf(product));
  return builder.finish();
};

const fieldNames = {
  category: CATEGORY_FIELD,
  brand: 'brand',
  price: 'price',
  color: 'color',
  size: 'size',
} as const;

/** A result whose parts disagree has no total. */
const preparePage = (
  stack: SegmentStack<ProductSegment>,
  query: ProductQuery,
  { limit, sortBy, facetFields }: ProductPage,
): Ask => {
  const search: ProductSearch = {
    ...query,
    skip: 0,
    limit,
    sortBy,
    sortOrder: sortBy === 'relevance' ? 'desc' : 'asc',
    isOutOfStockLast: false,
    facetRequest:
      facetFields.length === 0
        ? undefined
        : {
            fields: facetFields.map((field) => fieldNames[field]),
            limit: BUCKETS,
            sortBy: 'count',
            text: undefined,
            parameter: 'include_facets',
          },
  };
  return () => {
    const { total, hits, facets } = searchProductSegments(stack.segments, catalogContents, search);
    const isWhole = hits.length === Math.min(total, limit) && facets.length === facetFields.length;
    return { total: isWhole ? total : Number.NaN, hits: hits.length };
  };
};

/** What the box of suggestions of a shop asks for. */
const prepareSuggestions = (
  stack: SegmentStack<ProductSegment>,
  { localeChain, baseLocale, currency, channelId, locationId, customerGroupId }: ProductQuery,
  term: string,
): Ask => {
  const query: SuggestQuery = {
    localeChain,
    baseLocale,
    currency,
    channelId,
    locationId,
    customerGroupId,
    withMerchandising: true,
    term,
    hasContent: false,
    limits: { searches: 5, popular: 5, categories: 5, products: 5, content: 0 },
  };
  return () => {
    const source = { products: stack.segments, content: [], contents: catalogContents };
    const { searches, products } = suggest(source, query);
    return { total: searches.length + products.length > 0 ? 1 : 0, hits: products.length };
  };
};

/** `hasLived`: a tenth of the products replaced earlier versions. */
export const buildOursProducts = ({
  hasLived = false,
}: {
  readonly hasLived?: boolean;
} = {}): Engine<MadeProduct, ProductQuestion> => {
  const stack = new SegmentStack<ProductSegment>(productKind, []);
  let builder = newBuilder();
  const changed: number[] = [];
  const put = (products: readonly MadeProduct[]): void => {
    for (const { id } of products) stack.remove(idOf(id));
    stack.add(buildSegment(products));
  };
  return {
    add: (batch) => {
      for (const product of batch) {
        const isChanged = hasLived && product.id % CHANGED_EVERY === 0;
        // The earlier version: another product with the same id.
        builder.add(productOf(isChanged ? { ...makeProduct(product.id + 1), id: product.id } : product));
        if (isChanged) changed.push(product.id);
      }
    },
    finish: () => {
      stack.add(builder.finish());
      // The builder's memory is not part of the index.
      builder = newBuilder();
      for (let from = 0; from < changed.length; from += CHANGES_AT_ONCE) {
        put(changed.slice(from, from + CHANGES_AT_ONCE).map(makeProduct));
        settleStack(productKind, stack);
      }
    },
    prepare: (question) => {
      const query = productQueryOf(question);
      const typed = question.page?.typed;
      if (typed !== undefined) return prepareSuggestions(stack, query, typed);
      if (question.page !== undefined) return preparePage(stack, query, question.page);
      return () => ({ total: countSegments(stack.segments, catalogContents, query), hits: 0 });
    },
    replace: (product) => put([product]),
    settle: () => settleStack(productKind, stack),
    snapshot: {
      save: () => encodeTree(stack.segments),
      load: (saved) => {
        decodeTree(saved as Uint8Array);
      },
    },
  };
};
