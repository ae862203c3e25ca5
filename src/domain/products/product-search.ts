// What a product search asks for beyond the criteria of a count, and what it finds.

import type { SortOrder } from '../sort-order.ts';
import type { AttributeScalar } from './product.ts';
import type { ProductQuery } from './product-query.ts';
import type { ScoreExplanation } from './score-explanation.ts';

export interface ProductSearch extends ProductQuery {
  readonly skip: number;
  readonly limit: number;
  /** `relevance`, `name`, `price`, `created_at`, `popularity` or an attribute. Missing values come last in both directions. */
  readonly sortBy: string;
  readonly sortOrder: SortOrder;
  /** Whether what is in stock comes before what is not. */
  readonly isOutOfStockLast: boolean;
  readonly facetRequest: FacetRequest | undefined;
  /** Whether hits have `highlights`: their matched words, marked. Absent: no. */
  readonly withHighlights?: boolean;
  /** Whether hits have `explanation`, the parts of their scores. Only where relevance decides. Absent: no. */
  readonly withExplanations?: boolean;
  /** How many other spellings of the term are returned at most. Absent: none. */
  readonly didYouMeanLimit?: number;
  /** The top-level fields of a record to return. Absent or empty: all. Unknown ones are ignored. */
  readonly fields?: readonly string[] | undefined;
}

export interface FacetRequest {
  /** Undefined: those that the catalog offers. Each once. */
  readonly fields: readonly string[] | undefined;
  /** How many buckets of a field are returned at most. */
  readonly limit: number;
  /** Whether the limit is a default, which the setting of a field replaces. Absent: no. */
  readonly isLimitDefault?: boolean;
  readonly sortBy: FacetSort;
  /** Only values that contain this text. */
  readonly text: string | undefined;
  /** The parameter that names the fields, for messages. */
  readonly parameter: string;
  /** Whether to say which fields the catalog offers, even if `fields` names some. */
  readonly withOffered?: boolean;
}

export type FacetSort = 'count' | 'value';

export interface ProductHit {
  readonly id: string;
  /** The record as JSON in UTF-8, one character per byte, without what depends on its place. */
  readonly shown: string;
  /** The merchandising rules that pinned it; none where another order than relevance was asked for. */
  readonly pinnedBy: readonly string[];
  /** The merchandising rules that boosted or buried it, if any. */
  readonly boosts?: readonly ProductBoost[];
  readonly explanation?: ScoreExplanation;
}

export interface ProductBoost {
  readonly ruleId: string;
  /** Below 1 if the rule buries. */
  readonly factor: number;
}

/** A field with more values is not offered as a facet: nobody reads them. */
export const OFFERED_VALUES_MAX = 1_000;
/** No catalog offers more facets than this. */
export const OFFERED_MAX = 50;

export type FacetType = 'values' | 'ranges' | 'categories';

export interface FacetBucket {
  /** A value, a category id, or `from..to`. */
  readonly value: AttributeScalar;
  readonly count: number;
  readonly isSelected: boolean;
  /** The smallest and the largest value in a range. */
  readonly from?: number;
  readonly to?: number;
  /** The name of a category, and the category above it. */
  readonly label?: string;
  readonly parentId?: string | null;
}

export interface FoundFacet {
  readonly field: string;
  /** For people, in the locale of the request; the field if no setting has a label. */
  readonly label: string;
  readonly type: FacetType;
  /** Whether its numbers are instants. */
  readonly isDate: boolean;
  readonly buckets: readonly FacetBucket[];
  /** Numbers and dates; undefined if no product has one. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** The number of different values, whatever `limit` and `text` leave out. */
  readonly distinct: number;
}

export interface FoundProducts {
  readonly total: number;
  readonly hits: readonly ProductHit[];
  readonly facets: readonly FoundFacet[];
  /** The fields that the catalog offers as facets, in order; empty unless they were asked for. */
  readonly offeredFacets: readonly string[];
  /** The term with its corrected words, if any was corrected. */
  readonly correctedTerm: string | undefined;
  /** Other spellings of the term, each of which finds something. */
  readonly didYouMean: readonly string[];
  /** Where a merchandising rule sends the shopper instead. */
  readonly redirectUrl?: string;
}

/** The fields that come first among those that a catalog offers. */
export const leadingFacets = ['categories', 'brand', 'price'] as const;

/** What is found where there is no catalog. */
export const noProducts: FoundProducts = {
  total: 0,
  hits: [],
  facets: [],
  offeredFacets: [],
  correctedTerm: undefined,
  didYouMean: [],
};
