// What InstantSearch asks for and expects, as far as Vitrine can answer it.

export type NestedFilters = string | readonly (string | readonly string[])[];

/** Parameters that are not listed here have no influence on the answer. */
export interface SearchParams {
  readonly query?: string | undefined;
  readonly page?: number | undefined;
  readonly hitsPerPage?: number | undefined;
  readonly facets?: string | readonly string[] | undefined;
  readonly facetFilters?: NestedFilters | undefined;
  readonly numericFilters?: NestedFilters | undefined;
  readonly maxValuesPerFacet?: number | undefined;
  readonly sortFacetValuesBy?: string | undefined;
  readonly highlightPreTag?: string | undefined;
  readonly highlightPostTag?: string | undefined;
  readonly [name: string]: unknown;
}

export interface SearchRequest {
  readonly indexName: string;
  readonly params?: SearchParams | undefined;
}

export interface FacetValuesRequest {
  readonly indexName: string;
  readonly params: SearchParams & {
    readonly facetName: string;
    readonly facetQuery?: string | undefined;
    readonly maxFacetHits?: number | undefined;
  };
}

export interface HighlightedValue {
  readonly value: string;
  readonly matchLevel: 'none' | 'full';
  readonly matchedWords: string[];
}

export interface Hit {
  readonly objectID: string;
  readonly _highlightResult?: Record<string, HighlightedValue>;
  readonly _snippetResult?: Record<string, HighlightedValue>;
  readonly [field: string]: unknown;
}

export interface SearchAnswer {
  readonly index: string;
  readonly query: string;
  readonly params: string;
  readonly hits: Hit[];
  readonly nbHits: number;
  readonly page: number;
  readonly nbPages: number;
  readonly hitsPerPage: number;
  readonly processingTimeMS: number;
  readonly exhaustiveNbHits: true;
  readonly exhaustiveFacetsCount: true;
  readonly facets?: Record<string, Record<string, number>>;
  readonly facets_stats?: Record<string, { min: number; max: number }>;
  /** `label` of each value that is not shown as itself, such as the name of a category. */
  readonly facets_labels?: Record<string, Record<string, string>>;
  /** Other spellings, for a widget that offers them. */
  readonly userData?: { readonly did_you_mean: string[]; readonly corrected_term: string | null }[];
  /** Where a merchandising rule sends the shopper. */
  readonly renderingContent?: { readonly redirect: { readonly url: string } };
}

export interface FacetValuesAnswer {
  readonly facetHits: { readonly value: string; readonly highlighted: string; readonly count: number }[];
  readonly exhaustiveFacetsCount: true;
  readonly processingTimeMS: number;
}
