// What can be asked of the products of a catalog. For each kind of question: what it is expected to cost, its answer, and the answer
// where there is no catalog. The main thread and the search threads answer alike.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { ProductLookup, Shopper } from '../../../domain/products/product-lookup.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import {
  type FoundProducts,
  noProducts,
  type ProductHit,
  type ProductSearch,
} from '../../../domain/products/product-search.ts';
import {
  estimateCategories,
  estimateLookup,
  estimateProductSearch,
  estimateProductWork,
} from '../../../search/engine/estimate-work.ts';
import { listCategories } from '../../../search/engine/products/category-list.ts';
import { countSegments } from '../../../search/engine/products/product-count.ts';
import { lookUpProducts } from '../../../search/engine/products/product-lookup.ts';
import { searchProductSegments } from '../../../search/engine/products/product-search.ts';
import type { ProductSegment } from '../../../search/engine/products/product-segment.ts';

export interface ProductQueries {
  readonly count: ProductQuery;
  readonly products: ProductSearch;
  readonly lookup: ProductLookup;
  readonly categories: Shopper;
}

export interface ProductAnswers {
  readonly count: number;
  readonly products: FoundProducts;
  readonly lookup: readonly ProductHit[];
  readonly categories: string;
}

export type ProductKind = keyof ProductQueries;

export interface ProductQuestion<K extends ProductKind = ProductKind> {
  readonly kind: K;
  readonly query: ProductQueries[K];
}

type Ask<Query, Result> = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: Query,
) => Result;

const questions: {
  readonly [K in ProductKind]: {
    readonly estimate: Ask<ProductQueries[K], number>;
    readonly answer: Ask<ProductQueries[K], ProductAnswers[K]>;
    readonly none: ProductAnswers[K];
  };
} = {
  count: { estimate: estimateProductWork, answer: countSegments, none: 0 },
  products: { estimate: estimateProductSearch, answer: searchProductSegments, none: noProducts },
  lookup: { estimate: estimateLookup, answer: lookUpProducts, none: [] },
  categories: { estimate: estimateCategories, answer: listCategories, none: '[]' },
};

/** In units of the budget; see `work-budget.ts`. */
export const estimateProducts = <K extends ProductKind>(
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  { kind, query }: ProductQuestion<K>,
): number => questions[kind].estimate(segments, contents, query);

export const answerProducts = <K extends ProductKind>(
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  { kind, query }: ProductQuestion<K>,
): ProductAnswers[K] => questions[kind].answer(segments, contents, query);

export const answerWithoutCatalog = <K extends ProductKind>(kind: K): ProductAnswers[K] =>
  questions[kind].none;
