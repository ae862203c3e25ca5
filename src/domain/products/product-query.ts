// The criteria of a product count or search: all of them must hold.

import type { FacetCriterion, FilterGroup } from './product-filter.ts';

export interface ProductQuery {
  readonly term: string | undefined;
  readonly categoryId: string | undefined;
  readonly categoryName: string | undefined;
  readonly collectionId: string | undefined;
  readonly facets: readonly FacetCriterion[];
  readonly groups: readonly FilterGroup[];
  readonly localeChain: readonly string[];
  /** The locale of the names and descriptions on the products themselves. */
  readonly baseLocale: string;
  readonly currency: string;
  readonly channelId: string | undefined;
  readonly locationId: string | undefined;
  readonly customerGroupId: string | undefined;
  readonly withMerchandising: boolean;
  /** When it is asked, in milliseconds since 1970. Absent: no rule that is bound to a time applies. */
  readonly at?: number;
  /** Whether merchandising rules that are drafts apply too. */
  readonly withDrafts?: boolean | undefined;
  /** Whether words that no product has are taken for words near them. Absent: yes. */
  readonly correctsWords?: boolean | undefined;
  /** The feed position that the result must include at least. */
  readonly position?: number | undefined;
}
