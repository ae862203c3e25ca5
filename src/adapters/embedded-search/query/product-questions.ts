// What can be asked of the products of a catalog. For each kind of question: what it is expected to cost, its result, and the result
// where there is no catalog. The main thread and the search threads return the same.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { ProductLookup, Shopper } from '../../../domain/products/product-lookup.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import {
  type FoundProducts,
  noProducts,
  type ProductHit,
  type ProductSearch,
} from '../../../domain/products/product-search.ts';
import type { SimilarProducts, SimilarQuery } from '../../../domain/products/similar-products.ts';
import { noSuggestions, type Suggestions, type SuggestQuery } from '../../../domain/products/suggestion.ts';
import { estimateBounded } from '../../../search/engine/budget/work-budget.ts';
import {
  estimateCategories,
  estimateLookup,
  estimateProductSearch,
  estimateProductWork,
} from '../../../search/engine/estimate-work.ts';
import { countSegments } from '../../../search/engine/products/product-count.ts';
import type { ProductSegment } from '../../../search/engine/products/product-segment.ts';
import { listCategories } from '../../../search/engine/queries/category-list.ts';
import { lookUpProducts } from '../../../search/engine/queries/product-lookup.ts';
import { searchProductSegments } from '../../../search/engine/queries/product-search.ts';
import { estimateSimilar } from '../../../search/engine/similar/estimate-similar.ts';
import { findSimilar } from '../../../search/engine/similar/similar-products.ts';
import { estimateSuggest } from '../../../search/engine/suggest/estimate-suggest.ts';
import { suggest } from '../../../search/engine/suggest/suggest.ts';
import type { SuggestSource } from '../../../search/engine/suggest/suggest-source.ts';

export interface ProductQueries {
  readonly count: ProductQuery;
  readonly products: ProductSearch;
  readonly lookup: ProductLookup;
  readonly categories: Shopper;
  readonly similar: SimilarQuery;
  readonly suggest: SuggestQuery;
}

export interface ProductResults {
  readonly count: number;
  readonly products: FoundProducts;
  readonly lookup: readonly ProductHit[];
  readonly categories: string;
  readonly similar: SimilarProducts;
  readonly suggest: Suggestions;
}

export type ProductKind = keyof ProductQueries;

export interface ProductQuestion<K extends ProductKind = ProductKind> {
  readonly kind: K;
  readonly query: ProductQueries[K];
}

/** What results are made of. Content is empty unless the kind of question needs it. */
type ProductSource = SuggestSource;

type Ask<Query, Result> = (source: ProductSource, query: Query) => Result;

type AskProducts<Query, Result> = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: Query,
) => Result;

const ofProducts =
  <Query, Result>(ask: AskProducts<Query, Result>): Ask<Query, Result> =>
  ({ products, contents }, query) =>
    ask(products, contents, query);

const questions: {
  readonly [K in ProductKind]: {
    readonly estimate: Ask<ProductQueries[K], number>;
    readonly run: Ask<ProductQueries[K], ProductResults[K]>;
    readonly none: ProductResults[K];
    readonly needsContent?: boolean;
  };
} = {
  count: { estimate: ofProducts(estimateProductWork), run: ofProducts(countSegments), none: 0 },
  products: {
    estimate: ofProducts(estimateProductSearch),
    run: ofProducts(searchProductSegments),
    none: noProducts,
  },
  lookup: { estimate: ofProducts(estimateLookup), run: ofProducts(lookUpProducts), none: [] },
  categories: { estimate: ofProducts(estimateCategories), run: ofProducts(listCategories), none: '[]' },
  similar: { estimate: ofProducts(estimateSimilar), run: ofProducts(findSimilar), none: undefined },
  suggest: { estimate: estimateSuggest, run: suggest, none: noSuggestions, needsContent: true },
};

/** In units of the budget; see `work-budget.ts`. Infinite if even the estimate takes too long. */
export const estimateProducts = <K extends ProductKind>(
  source: ProductSource,
  { kind, query }: ProductQuestion<K>,
): number => estimateBounded(() => questions[kind].estimate(source, query));

export const runProductQuery = <K extends ProductKind>(
  source: ProductSource,
  { kind, query }: ProductQuestion<K>,
): ProductResults[K] => questions[kind].run(source, query);

export const resultWithoutCatalog = <K extends ProductKind>(kind: K): ProductResults[K] =>
  questions[kind].none;

export const needsContent = (kind: ProductKind): boolean => questions[kind].needsContent === true;
