// A product query prepared for execution: parsed once, then turned into criteria for each segment.

import type { CatalogContents } from '../../../domain/ports.ts';
import { assertUses } from '../../../domain/products/attribute-settings.ts';
import { CATEGORIES } from '../../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { spend } from '../budget/work-budget.ts';
import { LOOKUP, MERCHANDISED_PRODUCT, QUERY } from '../budget/work-costs.ts';
import { type Column, textBound } from '../columns/column.ts';
import { exactValues } from '../columns/exact-values.ts';
import type { ProductTuning } from '../columns/product-tuning.ts';
import { filterAll } from '../filters/filter-list.ts';
import {
  type Clause,
  CriteriaList,
  type Criterion,
  type ListClause,
  valuesClause,
} from '../filters/product-criteria.ts';
import {
  type FilterPlan,
  filterCriteria,
  planFilters,
  planRuleGroups,
  ruleTypes,
} from '../filters/product-filters.ts';
import { type PlannedBoost, planBoosts } from '../merchandising/product-boosts.ts';
import { merchandise, type Override } from '../merchandising/product-merchandising.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import { type ResolvedQuery, resolveQuery } from '../text/query-words.ts';
import { textsIn } from '../text/text-index.ts';
import { audienceValue, EVERYONE } from './built-in-columns.ts';
import { effectiveLocales } from './effective-locales.ts';
import { facetCategories, wantedCategories } from './product-categories.ts';
import { findAudience, findColumn } from './product-columns.ts';
import { countProductsIn, findLiveProduct, type ProductSegment } from './product-segment.ts';
import { buildFindTerm, type FindTerm, type TermSearch } from './product-term-match.ts';
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
interface AskedAudience {
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

export interface Matches {
  /** Undefined if nothing can match. */
  readonly criteria: readonly Criterion[] | undefined;
  /** Products that merchandising adds to those that meet the criteria. */
  readonly added: Uint32Array;
}

const NONE = new Uint32Array(0);
const NO_MATCHES: Matches = { criteria: undefined, added: NONE };
const NO_CRITERIA: readonly Criterion[] = [];

/**
 * The matches in a segment. Uses scratch arrays: consume the result before starting the next segment. Plans of the same term can share
 * `findTerm`.
 */
export const matchesIn = (
  plan: ProductPlan,
  segment: ProductSegment,
  findTerm: FindTerm = buildFindTerm(plan, segment),
): Matches => {
  const items = countProductsIn(segment);
  const always = new CriteriaList(items);
  addAudience(always, segment, plan.audience);
  for (const criterion of filterCriteria(plan.filters, segment, plan.query.currency)) always.add(criterion);
  for (const criterion of filterCriteria(plan.only, segment, plan.query.currency)) always.add(criterion);
  if (plan.facetCategories !== undefined)
    always.add(exactClauses(findColumn(segment, 'category_id', ''), plan.facetCategories));
  const byCategory = categoryCriteria(plan, segment, items);
  const byCollection = collectionCriteria(plan, segment, items);
  const overrides = overridesIn(plan, segment);
  const isNowhere = byCategory === undefined || byCollection === undefined;
  if (always.criteria === undefined || (isNowhere && overrides.size === 0)) {
    plan.strictCount?.skipSegment(segment);
    return NO_MATCHES;
  }
  const byTerm = plan.query.term === undefined ? NO_CRITERIA : termCriteria(plan, segment, findTerm());
  const groups = { always: always.criteria, byCollection, byCategory, byTerm };
  const criteria = allOf(groups);
  if (overrides.size === 0) return { criteria, added: NONE };
  const left = Uint32Array.from(overrides.keys());
  const out: ListClause = { kind: 'list', items: left, from: 0, to: left.length, isNegated: true };
  return {
    criteria: criteria === undefined ? undefined : [...criteria, [out]],
    added: addedProducts(overrides, groups, items),
  };
};

/** The criteria that a pin may lift are apart. */
interface CriteriaGroups {
  readonly always: readonly Criterion[];
  readonly byCollection: readonly Criterion[] | undefined;
  readonly byCategory: readonly Criterion[] | undefined;
  readonly byTerm: readonly Criterion[] | undefined;
}

/** Undefined if nothing can match. */
const allOf = ({ always, byCollection, byCategory, byTerm }: CriteriaGroups): Criterion[] | undefined =>
  byCollection === undefined || byCategory === undefined || byTerm === undefined
    ? undefined
    : [...always, ...byCollection, ...byCategory, ...byTerm];

const NO_OVERRIDES: ReadonlyMap<number, Override> = new Map();

const overridesIn = (plan: ProductPlan, segment: ProductSegment): ReadonlyMap<number, Override> => {
  if (plan.overrides.size === 0) return NO_OVERRIDES;
  const overrides = new Map<number, Override>();
  spend(LOOKUP * plan.overrides.size);
  for (const [id, override] of plan.overrides) {
    const item = findLiveProduct(segment, id);
    if (item !== -1) overrides.set(item, override);
  }
  return overrides;
};

/** The overridden products that match after all: a pin lifts only the criteria that its rule names. */
const addedProducts = (
  overrides: ReadonlyMap<number, Override>,
  groups: CriteriaGroups,
  items: number,
): Uint32Array => {
  const keep = (
    list: readonly number[],
    criteria: readonly Criterion[] | undefined,
    isLifted: (override: Override) => boolean,
  ): number[] => {
    spend(MERCHANDISED_PRODUCT * list.length);
    const lifted: number[] = [];
    const rest: number[] = [];
    for (const item of list) (isLifted(overrides.get(item) as Override) ? lifted : rest).push(item);
    if (criteria === undefined) return lifted;
    const others = Uint32Array.from(rest);
    return [...lifted, ...others.subarray(0, filterAll(others, others.length, criteria, items))];
  };
  const shown = [...overrides.keys()].filter((item) => overrides.get(item)?.isHidden === false);
  const always = keep(shown, groups.always, () => false);
  const byCollection = keep(always, groups.byCollection, ({ liftsCollection }) => liftsCollection);
  const byCategory = keep(byCollection, groups.byCategory, ({ liftsCategory }) => liftsCategory);
  return Uint32Array.from(keep(byCategory, groups.byTerm, ({ liftsTerm }) => liftsTerm)).sort();
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

const addAudience = (
  criteria: CriteriaList,
  segment: ProductSegment,
  audience: readonly AskedAudience[],
): void => {
  for (const { name, values } of audience) {
    const column = findAudience(segment, name);
    criteria.add(column === undefined ? [] : values.map((value) => textClause(column, value)));
  }
};

const textClause = (column: Column, wanted: Uint8Array): Clause =>
  valuesClause(column, textBound(column, wanted, false), textBound(column, wanted, true));

const categoryCriteria = (
  { categories }: ProductPlan,
  segment: ProductSegment,
  items: number,
): CriteriaGroups['byCategory'] => {
  if (categories.length === 0) return NO_CRITERIA;
  const list = new CriteriaList(items);
  for (const ids of categories) list.add(exactClauses(findColumn(segment, 'category_id', ''), ids));
  return list.criteria;
};

const collectionCriteria = (
  { query: { collectionId } }: ProductPlan,
  segment: ProductSegment,
  items: number,
): CriteriaGroups['byCollection'] => {
  if (collectionId === undefined) return NO_CRITERIA;
  const list = new CriteriaList(items);
  list.add(exactClauses(findColumn(segment, 'collection_id', ''), [collectionId]));
  return list.criteria;
};

/** `found`: what holds the term. */
const termCriteria = (
  { strictCount }: ProductPlan,
  segment: ProductSegment,
  found: ReturnType<FindTerm>,
): CriteriaGroups['byTerm'] => {
  strictCount?.add(segment, found);
  if (found === undefined) return undefined;
  const list = new CriteriaList(countProductsIn(segment));
  list.add(found);
  return list.criteria;
};

/** Products that have one of the ids exactly as written. */
const exactClauses = (column: Column | undefined, ids: Iterable<string>): Clause[] => {
  const clauses: Clause[] = [];
  if (column === undefined) return clauses;
  for (const id of ids) {
    for (const value of exactValues(column, id)) clauses.push(valuesClause(column, value, value + 1));
  }
  return clauses;
};
