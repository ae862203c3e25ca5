// A catalog as a query sees it: where its documents are, its settings from the store, and what the index knows of all its documents.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { ProductFields } from '../../../domain/products/product-fields.ts';
import type { TimedFindableCache } from '../../../search/engine/suggest/findable-cache.ts';
import type { CollectionStatistics } from '../../../search/ranking.ts';
import type { Place } from '../documents/place.ts';

/** A query in the language of OpenSearch. */
export type SearchQuery = Readonly<Record<string, unknown>>;

/** What a query needs from one search. */
export interface SearchBody {
  readonly query: SearchQuery;
  readonly size?: number;
  readonly [option: string]: unknown;
}

export interface FoundDocument {
  readonly _id: string;
  readonly _score: number | null;
  readonly _source?: { readonly source?: string; readonly id?: string; readonly locale?: string };
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  readonly sort?: readonly unknown[];
}

export interface SearchResponse {
  readonly hits: {
    readonly total: { readonly value: number };
    readonly hits: readonly FoundDocument[];
  };
  readonly aggregations?: Readonly<Record<string, unknown>>;
}

/** One kind of document of a catalog: everything that is asked is asked in its place. */
export interface Documents {
  /** The value of the field `place`; see `placeKey`. */
  readonly place: string;
  /** The place of its dictionary. */
  readonly wordPlace: string;
  /** How many documents have a word, where it was counted. */
  readonly wordCounts: Map<string, number>;
  /** Its documents by locale: live ones only. */
  readonly locales: ReadonlyMap<string, CollectionStatistics>;
  /** Searches the live documents of the place; the filter is added to the query. `track_total_hits` is true unless it is given. */
  search(body: SearchBody, deadlineMs?: number): Promise<SearchResponse>;
  /** The same for several at once. */
  searchAll(bodies: readonly SearchBody[], deadlineMs?: number): Promise<SearchResponse[]>;
  /** Searches the dictionary. */
  searchWords(bodies: readonly SearchBody[], deadlineMs?: number): Promise<SearchResponse[]>;
}

export interface OpenedCatalog {
  readonly place: Place;
  readonly contents: CatalogContents;
  readonly products: Documents;
  readonly content: Documents;
  readonly fields: ProductFields;
  /** How many products have each attribute. */
  readonly holders: ReadonlyMap<string, number>;
  readonly hasOwnPopularity: boolean;
  /** What shoppers are known to find. */
  readonly findable: TimedFindableCache;
  /** The number of products. */
  readonly productCount: number;
}
