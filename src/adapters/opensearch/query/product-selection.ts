// The products that a query finds, as queries of OpenSearch.

import type { MerchandisingRule } from '../../../domain/products/merchandising-rule.ts';
import type { SearchQuery } from './opened-catalog.ts';
import type { ResolvedTerm } from './resolved-term.ts';

export interface ProductSelection {
  /** Finds one document of each product. `exceptFacet`: without the values chosen in that field. To be used as a filter. */
  readonly query: (exceptFacet?: string) => SearchQuery;
  /** Scores what `query` finds by its words, with the factors of coverage and phrase. Undefined: nothing is searched for. */
  readonly wordScore: SearchQuery | undefined;
  /** Of what `query` finds, what only the relaxed rule finds is not among these. Undefined: the strict rule found enough. */
  readonly strict: SearchQuery | undefined;
  /** Of what `query` finds, the products whose name equals the term. Undefined: there is no term. */
  readonly sameName: SearchQuery | undefined;
  /** The rules that apply, in their order. */
  readonly rules: readonly MerchandisingRule[];
  readonly term: ResolvedTerm | undefined;
}
