// Parses facets and filter rules once per query and turns them into clauses for each segment.
// domain/products/product-filter.ts defines what they mean; this file only finds the products.

import { Failure } from '../../../domain/failures/failures.ts';
import { type AttributeSetting, byName, isUsedAs } from '../../../domain/products/attribute-settings.ts';
import type { FieldType } from '../../../domain/products/product-fields.ts';
import {
  CATEGORIES,
  type Comparable,
  type FacetCriterion,
  type FilterRule,
  facetBounds,
  negations,
  parseFor,
} from '../../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { LOCATED_RULE, PARSED_RULE, QUERY_CHARACTER, VALUE } from '../budget/work-costs.ts';
import { type Column, countValues, numberBound, numberOf, textBound } from '../columns/column.ts';
import { setValueBits } from '../columns/column-bits.ts';
import { emptyScratchBits } from '../packing/bitset-scratch.ts';
import { compareTextTo, encodeUnits } from '../packing/packed-texts.ts';
import { describeField, findColumn } from '../products/product-columns.ts';
import { countProductsIn, type ProductSegment } from '../products/product-segment.ts';
import {
  bitsClause,
  type Clause,
  type Criterion,
  emptyClause,
  existsClause,
  valuesClause,
} from './product-criteria.ts';

interface Bounds {
  readonly lower: Comparable | undefined;
  readonly upper: Comparable | undefined;
  /** The bounds as encoded text; only for a text field. */
  readonly lowerText: Uint8Array | undefined;
  readonly upperText: Uint8Array | undefined;
  /** Whether the bound itself is excluded. */
  readonly isOpen: boolean;
}

/** One test of one field; `type` is undefined if no live product has the field. */
interface FieldTest {
  readonly field: string;
  readonly type: FieldType | undefined;
  readonly bounds: Bounds | undefined;
  /** Instead of bounds: the folded substring that a value must contain. */
  readonly substring: string;
  readonly isNegated: boolean;
}

/** Every element must hold; an element holds if one of its tests does. */
export type FilterPlan = readonly (readonly FieldTest[])[];

/** Encodes texts once for all segments. */
const boundsOf = (
  type: FieldType | undefined,
  lower: Comparable | undefined,
  upper: Comparable | undefined,
  isOpen: boolean,
): Bounds => {
  const encode = (bound: Comparable | undefined): Uint8Array | undefined =>
    type !== 'text' || bound === undefined ? undefined : encodeUnits(String(bound));
  const lowerText = encode(lower);
  return { lower, upper, lowerText, upperText: upper === lower ? lowerText : encode(upper), isOpen };
};

const UNBOUNDED = boundsOf(undefined, undefined, undefined, false);

/** Throws the domain's error for the first value that does not parse for its field. */
export const planFilters = (
  segments: readonly ProductSegment[],
  { facets, groups }: Pick<ProductQuery, 'facets' | 'groups'>,
): FilterPlan => {
  if (facets.length === 0 && groups.length === 0) return NOTHING_ASKED;
  const typeOf = rememberTypes((field) => describeField(segments, field)?.type);
  if (facets.length === 0) return planGroups(groups, typeOf);
  const planned = planFacets(facets, typeOf);
  return groups.length === 0 ? planned : [...planned, ...planGroups(groups, typeOf)];
};

const NOTHING_ASKED: FilterPlan = [];

/** A product must have one of the chosen values of each field. */
const planFacets = (facets: ProductQuery['facets'], typeOf: TypeOf): FilterPlan => {
  const byField = new Map<string, FieldTest[]>();
  for (const facet of facets) {
    spend(PARSED_RULE);
    const { field } = facet;
    if (field === CATEGORIES) continue;
    const type = typeOf(field);
    const test = { field, type, bounds: planFacet(facet, type), substring: '', isNegated: false };
    const tests = byField.get(field);
    if (tests === undefined) byField.set(field, [test]);
    else tests.push(test);
  }
  return [...byField.values()];
};

/** Undefined if no product has the field. */
export type TypeOf = (field: string) => FieldType | undefined;

/** Looks up the type of each field once. */
const rememberTypes = (find: TypeOf): TypeOf => {
  let types: Map<string, FieldType | undefined> | undefined;
  return (field) => {
    types ??= new Map();
    if (!types.has(field)) types.set(field, find(field));
    return types.get(field);
  };
};

/** The types of fields for all merchandising rules of a query: an attribute that is not filterable is as if no product had it. */
export const ruleTypes = (
  segments: readonly ProductSegment[],
  attributes: readonly AttributeSetting[],
): TypeOf =>
  rememberTypes((field) =>
    isUsedAs(byName(attributes).get(field), 'isFilterable')
      ? describeField(segments, field)?.type
      : undefined,
  );

/**
 * The groups of a merchandising rule. No shopper is refused for what a rule says: a value that does not parse for its field is as if no
 * product had the field.
 */
export const planRuleGroups = (groups: ProductQuery['groups'], typeOf: TypeOf): FilterPlan => {
  if (groups.length === 0) return NOTHING_ASKED;
  return planGroups(groups, typeOf, (rule, type) => {
    try {
      return planRule(rule, type);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return planRule(rule, undefined);
    }
  });
};

/** Equal rules become one test, and equal groups one group. */
const planGroups = (groups: ProductQuery['groups'], typeOf: TypeOf, plan = planRule): FilterPlan => {
  const [first] = groups;
  const [only] = first?.rules ?? [];
  if (groups.length === 1 && first?.rules.length === 1 && only !== undefined) {
    spend(PARSED_RULE + QUERY_CHARACTER * only.value.length);
    return [[plan(only, typeOf(only.field))]];
  }
  const tests = new Map<string, { readonly test: FieldTest; readonly number: number }>();
  const planned = new Map<string, readonly FieldTest[]>();
  for (const { operator, rules } of groups) {
    const group = new Map<number, FieldTest>();
    for (const rule of rules) {
      spend(PARSED_RULE + QUERY_CHARACTER * rule.value.length);
      const key = JSON.stringify([rule.field, rule.action, rule.value]);
      let known = tests.get(key);
      if (known === undefined) {
        known = { test: plan(rule, typeOf(rule.field)), number: tests.size };
        tests.set(key, known);
      }
      if (operator === 'AND') planned.set(String(known.number), [known.test]);
      else group.set(known.number, known.test);
    }
    if (group.size > 0) planned.set([...group.keys()].sort((a, b) => a - b).join(), [...group.values()]);
  }
  return [...planned.values()];
};

const planFacet = (facet: FacetCriterion, type: FieldType | undefined): Bounds => {
  if (type === undefined) return UNBOUNDED;
  const { lower, upper } = facetBounds(facet, type);
  return boundsOf(type, lower, upper, false);
};

const planRule = (rule: FilterRule, type: FieldType | undefined): FieldTest => {
  const opposite = negations[rule.action];
  const isNegated = opposite !== undefined;
  const action = opposite ?? rule.action;
  const { field } = rule;
  if (type === undefined) return { field, type, bounds: UNBOUNDED, substring: '', isNegated };
  if (action === 'contains') {
    return { field, type, bounds: undefined, substring: foldText(rule.value), isNegated };
  }
  const wanted = parseFor(type, rule.value, rule.at);
  const isBelow = action === 'less_than' || action === 'less_than_or_equal_to';
  const isAbove = action === 'greater_than' || action === 'greater_than_or_equal_to';
  return {
    field,
    type,
    bounds: boundsOf(
      type,
      isBelow ? undefined : wanted,
      isAbove ? undefined : wanted,
      action === 'less_than' || action === 'greater_than',
    ),
    substring: '',
    isNegated,
  };
};

/** The plan's criteria for one segment. */
export const filterCriteria = (
  plan: FilterPlan,
  segment: ProductSegment,
  currency: string,
): readonly Criterion[] => {
  const [first, ...others] = plan;
  if (first === undefined) return NO_CRITERIA;
  const locate = (test: FieldTest): Clause => {
    spend(LOCATED_RULE);
    return testClause(test, segment, currency);
  };
  if (others.length === 0) return [first.map(locate)];
  // Groups share equal tests.
  const clauses = new Map<FieldTest, Clause>();
  return plan.map((tests) =>
    tests.map((test) => {
      const clause = clauses.get(test) ?? locate(test);
      clauses.set(test, clause);
      return clause;
    }),
  );
};

const NO_CRITERIA: readonly Criterion[] = [];

const testClause = (test: FieldTest, segment: ProductSegment, currency: string): Clause => {
  const { type, bounds, substring, isNegated } = test;
  const column = type === undefined ? undefined : findColumn(segment, test.field, currency);
  if (type === undefined || column === undefined) return emptyClause(isNegated);
  if (bounds === undefined) {
    return substring === ''
      ? existsClause(column, isNegated)
      : { kind: 'contains', column, substring, isNegated };
  }
  if (bounds.lower === undefined && bounds.upper === undefined) return existsClause(column, isNegated);
  const isOrdered = type === 'text' ? column.orderedNumbers === 0 : column.orderedNumbers > 0;
  if (isOrdered) {
    const [low, high] = type === 'text' ? textRange(column, bounds) : numberRange(column, bounds);
    return valuesClause(column, low, high, isNegated);
  }
  if (type !== 'text' && column.numbers.length === 0) return emptyClause(isNegated);
  return scanValues(column, type, bounds, countProductsIn(segment), isNegated);
};

const textRange = (column: Column, { lowerText, upperText, isOpen }: Bounds): readonly [number, number] => [
  lowerText === undefined ? 0 : textBound(column, lowerText, isOpen),
  upperText === undefined ? countValues(column) : textBound(column, upperText, !isOpen),
];

/** Flags compare as numbers: false is 0 and true is 1. */
const numberRange = (column: Column, { lower, upper, isOpen }: Bounds): readonly [number, number] => [
  lower === undefined ? 0 : numberBound(column, Number(lower), isOpen),
  upper === undefined ? column.orderedNumbers : numberBound(column, Number(upper), !isOpen),
];

/**
 * For a segment whose column is not sorted the way the catalog's field type needs: it has numbers where others have
 * texts, or texts that only deleted products had. Tests every value; a merge fixes it.
 */
const scanValues = (
  column: Column,
  type: FieldType,
  { lower, upper, isOpen }: Bounds,
  items: number,
  isNegated: boolean,
): Clause => {
  const order = type === 'text' ? textOrder(column) : numberOrder(column);
  const reach = isOpen ? 1 : 0;
  const fromLower = lower === undefined ? undefined : order(lower);
  const fromUpper = upper === undefined ? undefined : order(upper);
  const bits = emptyScratchBits(items);
  for (let value = 0; value < countValues(column); value += 1) {
    if (value % VALUES_PER_STEP === 0) spend(VALUE * Math.min(VALUES_PER_STEP, countValues(column) - value));
    // NaN fails both comparisons.
    const holds =
      (fromLower === undefined || fromLower(value) >= reach) &&
      (fromUpper === undefined || fromUpper(value) <= -reach);
    if (holds) setValueBits(column, value, value + 1, bits);
  }
  return bitsClause(bits, { isNegated });
};

/** Values tested between two checks of the budget. */
const VALUES_PER_STEP = 4_096;

/** Negative, zero or positive if a value comes before, equals or comes after the wanted one. */
const textOrder = (column: Column) => (wanted: Comparable) => {
  const bytes = encodeUnits(String(wanted));
  return (value: number): number => Math.sign(compareTextTo(column.texts, value, bytes));
};

const numberOrder = (column: Column) => (wanted: Comparable) => {
  const number = Number(wanted);
  return (value: number): number => Math.sign(numberOf(column, value) - number);
};
