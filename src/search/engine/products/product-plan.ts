// A product query made ready: read once, then turned into criteria for each segment.

import type { CatalogContents, ProductQuery } from '../../../domain/ports.ts';
import { assertUses } from '../../../domain/products/attribute-settings.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { LOOKUP, PLACED_RULE, QUERY, TREATED_PRODUCT } from '../budget/work-costs.ts';
import { type Column, spellingAt, textBound } from '../columns/column.ts';
import { encodeUnits } from '../columns/column-text.ts';
import { type ResolvedQuery, resolveQuery } from '../text/query-words.ts';
import type { TextIndex } from '../text/text-index.ts';
import { filterAll } from './filter-list.ts';
import { wantedCategories } from './product-categories.ts';
import { findAudience, findColumn } from './product-columns.ts';
import { CriteriaList, type Criterion, type ListPart, type Part, valuesPart } from './product-criteria.ts';
import { type FilterPlan, filterCriteria, planFilters } from './product-filters.ts';
import { StrictTally } from './product-loosening.ts';
import { type Treatment, treatedProducts } from './product-merchandising.ts';
import { audienceValue, EVERYONE } from './product-own-columns.ts';
import { countProductsIn, findLiveProduct, type ProductSegment } from './product-segment.ts';
import { answeringLocales, matchTerm, type TermSearch } from './product-term-match.ts';
import type { ProductTuning } from './product-tuning.ts';

export interface ProductPlan extends TermSearch {
  readonly query: ProductQuery;
  readonly audience: readonly AskedAudience[];
  readonly filters: FilterPlan;
  readonly categories: readonly ReadonlySet<string>[];
  readonly treated: ReadonlyMap<string, Treatment>;
  /** Counts what holds the term; undefined where that is of no interest, or known. */
  readonly tally: StrictTally | undefined;
}

/** Who asks, in one respect: a product must have one of the values. */
interface AskedAudience {
  readonly name: 'channel' | 'location' | 'customer_group';
  readonly values: readonly Uint8Array[];
}

/** Throws `invalidInput` where a value does not parse for its field, or the catalog does not offer the field for that. */
export const planQuery = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: ProductQuery,
  tuning: ProductTuning,
): ProductPlan => {
  spend(QUERY);
  assertUses(contents.attributes, query);
  const resolved = new Map<string, ResolvedQuery>();
  return {
    query,
    locales: answeringLocales(segments, query),
    audience: askedAudience(query),
    filters: planFilters(segments, query),
    categories: wantedCategories(contents.categories, query),
    treated: treatedProducts(contents.merchandisingRules, query),
    resolveIn: (language) => {
      const known = resolved.get(language);
      if (known !== undefined) return known;
      const made = resolveQuery(query.term ?? '', language, contents.synonyms, textsOf(segments, language));
      resolved.set(language, made);
      return made;
    },
    isLoose: false,
    tally: query.term === undefined ? undefined : new StrictTally(),
    tuning,
  };
};

/** Carries a plan out; and anew by the looser rule where the term finds too little by the strict one. */
export const carryOut = <T>(
  plan: ProductPlan,
  segments: readonly ProductSegment[],
  run: (plan: ProductPlan) => T,
): T => {
  const found = run(plan);
  if (plan.tally === undefined || !plan.tally.isTooLittle(plan, segments)) return found;
  return run({ ...plan, isLoose: true, tally: undefined });
};

const textsOf = (segments: readonly ProductSegment[], language: string): TextIndex[] => {
  const found: TextIndex[] = [];
  for (const { texts } of segments) {
    for (const { index } of texts) if (index.language === language) found.push(index);
  }
  return found;
};

export interface Matches {
  /** Undefined when nothing can match. */
  readonly criteria: readonly Criterion[] | undefined;
  /** Products that merchandising adds to those that meet the criteria. */
  readonly added: Uint32Array;
}

const NONE = new Uint32Array(0);

/** What matches in a segment. Takes scratch: to be used up before the next segment is begun. */
export const matchesIn = (plan: ProductPlan, segment: ProductSegment): Matches => {
  const items = countProductsIn(segment);
  const always = new CriteriaList(items);
  addAudience(always, segment, plan.audience);
  for (const criterion of filterCriteria(plan.filters, segment, plan.query.currency)) always.add(criterion);
  addCollection(always, segment, plan.query.collectionId);
  const named = new CriteriaList(items);
  for (const ids of plan.categories) {
    named.add(exactParts(findColumn(segment, 'category_id', ''), ids));
  }
  const worded = new CriteriaList(items);
  const treated = treatedIn(plan, segment);
  const isHopeless = always.criteria === undefined || (named.criteria === undefined && treated.size === 0);
  if (isHopeless) {
    plan.tally?.passOver(segment);
    return { criteria: undefined, added: NONE };
  }
  if (plan.query.term !== undefined) {
    const found = matchTerm(segment, plan);
    plan.tally?.add(segment, found);
    if (found === undefined) worded.addNothing();
    else worded.add(found);
  }
  const groups = { always: always.criteria ?? [], named: named.criteria, worded: worded.criteria };
  const criteria =
    groups.named === undefined || groups.worded === undefined
      ? undefined
      : [...groups.always, ...groups.named, ...groups.worded];
  if (treated.size === 0) return { criteria, added: NONE };
  const left = Uint32Array.from(treated.keys());
  const out: ListPart = { kind: 'list', items: left, from: 0, to: left.length, isNegated: true };
  return {
    criteria: criteria === undefined ? undefined : [...criteria, [out]],
    added: addedProducts(treated, groups, items),
  };
};

const treatedIn = (plan: ProductPlan, segment: ProductSegment): Map<number, Treatment> => {
  const treated = new Map<number, Treatment>();
  spend(LOOKUP * plan.treated.size);
  for (const [id, treatment] of plan.treated) {
    const item = findLiveProduct(segment, id);
    if (item !== -1) treated.set(item, treatment);
  }
  return treated;
};

/** The treated products that match after all: a pin lifts the criteria that its rule names, and no others. */
const addedProducts = (
  treated: ReadonlyMap<number, Treatment>,
  groups: {
    readonly always: readonly Criterion[];
    readonly named: readonly Criterion[] | undefined;
    readonly worded: readonly Criterion[] | undefined;
  },
  items: number,
): Uint32Array => {
  const keep = (
    list: readonly number[],
    criteria: readonly Criterion[] | undefined,
    isLifted: (treatment: Treatment) => boolean,
  ): number[] => {
    spend(TREATED_PRODUCT * list.length);
    const lifted: number[] = [];
    const rest: number[] = [];
    for (const item of list) (isLifted(treated.get(item) as Treatment) ? lifted : rest).push(item);
    if (criteria === undefined) return lifted;
    const others = Uint32Array.from(rest);
    return [...lifted, ...others.subarray(0, filterAll(others, others.length, criteria, items))];
  };
  const shown = [...treated.keys()].filter((item) => treated.get(item)?.isHidden === false);
  const always = keep(shown, groups.always, () => false);
  const named = keep(always, groups.named, ({ liftsCategory }) => liftsCategory);
  return Uint32Array.from(keep(named, groups.worded, ({ liftsTerm }) => liftsTerm)).sort();
};

const everyone = encodeUnits(EVERYONE);

/** A product's empty list means everyone; a customer group that is not named is never met. */
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
    criteria.add(column === undefined ? [] : values.map((value) => textPart(column, value)));
  }
};

const textPart = (column: Column, wanted: Uint8Array): Part =>
  valuesPart(column, textBound(column, wanted, false), textBound(column, wanted, true));

const addCollection = (criteria: CriteriaList, segment: ProductSegment, id: string | undefined): void => {
  if (id !== undefined) criteria.add(exactParts(findColumn(segment, 'collection_id', ''), [id]));
};

/** Products that have one of the ids exactly as written, whereas the column tells no case or accents apart. */
const exactParts = (column: Column | undefined, ids: Iterable<string>): Part[] => {
  const parts: Part[] = [];
  if (column === undefined) return parts;
  for (const id of ids) {
    spend(PLACED_RULE);
    const wanted = encodeUnits(foldText(id).trim());
    const high = textBound(column, wanted, true);
    for (let value = textBound(column, wanted, false); value < high; value += 1) {
      if (spellingAt(column, value) === id) parts.push(valuesPart(column, value, value + 1));
    }
  }
  return parts;
};
