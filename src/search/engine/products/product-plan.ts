// A product query prepared for execution: parsed once, then matched in each segment (`product-matches.ts`).

import type { CatalogContents } from '../../../domain/ports.ts';
import { assertUses } from '../../../domain/products/attribute-settings.ts';
import { CATEGORIES } from '../../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { spend } from '../budget/work-budget.ts';
import { QUERY } from '../budget/work-costs.ts';
import type { ProductTuning } from '../columns/product-tuning.ts';
import { type FilterPlan, planFilters, planRuleGroups, ruleTypes } from '../filters/product-filters.ts';
import { type PlannedBoost, planBoosts } from '../merchandising/product-boosts.ts';
import { merchandise, type Override } from '../merchandising/product-merchandising.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import { type ResolvedQuery, resolveQuery } from '../text/query-words.ts';
import { textsIn } from '../text/text-index.ts';
import { audienceValue, EVERYONE } from './built-in-columns.ts';
import { effectiveLocales } from './effective-locales.ts';
import { facetCategories, wantedCategories } from './product-categories.ts';
import type { ProductSegment } from './product-segment.ts';
import type { TermSearch } from './product-term-match.ts';
import { StrictMatchCount } from './strict-match-count.ts';

export interface ProductPlan extends TermSearch {
  readonly query: ProductQuery;
  readonly audience: readonly AskedAudience[];
  readonly filters: FilterPlan;
  readonly categories: readonly ReadonlySet<string>[];
  /** The categories chosen as a facet, with their descendants; undefined if none was. */
  readonly facetCategories: ReadonlySet<string> | undefined;
  readonly overrides: ReadonlyMap<string, Override>;
  /** What merchandising rules demand of every product. */
  readonly only: FilterPlan;
  readonly boosts: () => readonly PlannedBoost[];
  readonly redirectUrl: string | undefined;
  /** Counts the matches of the term by the strict rule; undefined if there is no term or the rule is relaxed. */
  readonly strictCount: StrictMatchCount | undefined;
}

/** One aspect of who asks: a product must have one of the values. */
export interface AskedAudience {
  readonly name: 'channel' | 'location' | 'customer_group';
  readonly values: readonly Uint8Array[];
}

/**
 * Throws `invalidInput` if a value does not parse for its field, or the catalog does not offer the field for that
 * use.
 */
export const planQuery = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: ProductQuery,
  tuning: ProductTuning,
): ProductPlan => {
  spend(QUERY);
  assertUses(contents.attributes, query);
  const { overrides, only, boosts, redirectUrl } = merchandise(contents.merchandisingRules, query);
  const typeOf = ruleTypes(segments, contents.attributes);
  const resolved = new Map<string, ResolvedQuery>();
  return {
    query,
    locales: effectiveLocales(segments, query),
    audience: askedAudience(query),
    filters: planFilters(segments, query),
    categories: wantedCategories(contents.categories, query),
    facetCategories: facetCategories(contents.categories, query.facets),
    overrides,
    only: planRuleGroups(only, typeOf),
    boosts: planBoosts(boosts, typeOf),
    redirectUrl,
    resolveIn: (language) => {
      const known = resolved.get(language);
      if (known !== undefined) return known;
      const texts = textsIn(segments, language);
      const { term = '', correctsWords } = query;
      const made = resolveQuery(term, language, contents.synonyms, texts, correctsWords);
      resolved.set(language, made);
      return made;
    },
    isRelaxed: false,
    strictCount: query.term === undefined ? undefined : new StrictMatchCount(),
    tuning,
  };
};

/** The plan of the same query without the facets of one field. Its values were parsed before. */
export const withoutFacets = (
  plan: ProductPlan,
  segments: readonly ProductSegment[],
  field: string,
): ProductPlan => {
  const facets = plan.query.facets.filter((facet) => facet.field !== field);
  return {
    ...plan,
    filters: planFilters(segments, { ...plan.query, facets }),
    facetCategories: field === CATEGORIES ? undefined : plan.facetCategories,
    strictCount: undefined,
  };
};

/** The plan of everything that the same query may show, whether or not it holds the term. */
export const withoutTerm = (plan: ProductPlan): ProductPlan => ({
  ...plan,
  query: { ...plan.query, term: undefined },
  strictCount: undefined,
});

/** Runs a plan, and again by the relaxed rule if the term finds too few by the strict one. */
export const runPlan = <T>(
  plan: ProductPlan,
  segments: readonly ProductSegment[],
  run: (plan: ProductPlan) => T,
): T => {
  const found = run(plan);
  if (plan.strictCount === undefined || !plan.strictCount.foundTooFew(plan, segments)) return found;
  return run({ ...plan, isRelaxed: true, strictCount: undefined });
};

const everyone = encodeUnits(EVERYONE);

/** A product's empty list means everyone; without a requested customer group, only such products match. */
const askedAudience = ({ channelId, locationId, customerGroupId }: ProductQuery): AskedAudience[] => {
  const audience: AskedAudience[] = [];
  const add = (name: AskedAudience['name'], asked: string): void => {
    audience.push({ name, values: [everyone, encodeUnits(audienceValue(asked))] });
  };
  if (channelId !== undefined) add('channel', channelId);
  if (locationId !== undefined) add('location', locationId);
  if (customerGroupId !== undefined) add('customer_group', customerGroupId);
  else audience.push({ name: 'customer_group', values: [everyone] });
  return audience;
};
