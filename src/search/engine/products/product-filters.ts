// Facets and filter rules, read once for a query and turned into parts for each segment. What they mean is said in
// domain/product-filter.ts; here is only how the products they mean are found.

import type { ProductQuery } from '../../../domain/ports.ts';
import type { FieldType } from '../../../domain/products/product-fields.ts';
import {
  type Comparable,
  type FacetCriterion,
  type FilterRule,
  facetBounds,
  negations,
  parseFor,
} from '../../../domain/products/product-filter.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { PLACED_RULE, QUERY_CHARACTER, READ_RULE, VALUE } from '../budget/work-costs.ts';
import { type Column, countValues, numberBound, numberOf, textBound } from '../columns/column.ts';
import { markValues } from '../columns/column-marks.ts';
import { compareTextTo, encodeUnits } from '../columns/column-text.ts';
import { takeEmptyBits } from '../packing/bitset-scratch.ts';
import { describeField, findColumn } from './product-columns.ts';
import { type Criterion, carriersPart, nothingPart, type Part, valuesPart } from './product-criteria.ts';
import { countProductsIn, type ProductSegment } from './product-segment.ts';

interface Bounds {
  readonly lower: Comparable | undefined;
  readonly upper: Comparable | undefined;
  /** The same as a column of texts compares them; only for a text field. */
  readonly lowerText: Uint8Array | undefined;
  readonly upperText: Uint8Array | undefined;
  /** Whether the bound itself is out. */
  readonly isOpen: boolean;
}

/** One test of one field; undefined as type when no live product carries the field. */
interface FieldTest {
  readonly field: string;
  readonly type: FieldType | undefined;
  readonly bounds: Bounds | undefined;
  /** In place of bounds: what a value must contain, folded. */
  readonly needle: string;
  readonly isNegated: boolean;
}

/** Each element must hold; it holds if one of its tests does. */
export type FilterPlan = readonly (readonly FieldTest[])[];

/** Texts are encoded here, once for all segments. */
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

/** Throws, for the first value that does not parse for its field, what the domain throws. */
export const planFilters = (
  segments: readonly ProductSegment[],
  { facets, groups }: Pick<ProductQuery, 'facets' | 'groups'>,
): FilterPlan => {
  if (facets.length === 0 && groups.length === 0) return NOTHING_ASKED;
  const types = new Map<string, FieldType | undefined>();
  const typeOf = (field: string): FieldType | undefined => {
    if (!types.has(field)) types.set(field, describeField(segments, field)?.type);
    return types.get(field);
  };
  const byField = new Map<string, FieldTest[]>();
  for (const facet of facets) {
    spend(READ_RULE);
    const { field } = facet;
    const type = typeOf(field);
    const test = { field, type, bounds: planFacet(facet, type), needle: '', isNegated: false };
    const tests = byField.get(field);
    if (tests === undefined) byField.set(field, [test]);
    else tests.push(test);
  }
  if (groups.length === 0) return [...byField.values()];
  return [...byField.values(), ...planGroups(groups, typeOf)];
};

const NOTHING_ASKED: FilterPlan = [];

/** Rules that ask the same are one test, and groups of the same tests one group. */
const planGroups = (
  groups: ProductQuery['groups'],
  typeOf: (field: string) => FieldType | undefined,
): FilterPlan => {
  const tests = new Map<string, { readonly test: FieldTest; readonly number: number }>();
  const plan = new Map<string, readonly FieldTest[]>();
  for (const { operator, rules } of groups) {
    const group = new Map<number, FieldTest>();
    for (const rule of rules) {
      spend(READ_RULE + QUERY_CHARACTER * rule.value.length);
      const key = JSON.stringify([rule.field, rule.action, rule.value]);
      let known = tests.get(key);
      if (known === undefined) {
        known = { test: planRule(rule, typeOf(rule.field)), number: tests.size };
        tests.set(key, known);
      }
      if (operator === 'AND') plan.set(String(known.number), [known.test]);
      else group.set(known.number, known.test);
    }
    if (group.size > 0) plan.set([...group.keys()].sort((a, b) => a - b).join(), [...group.values()]);
  }
  return [...plan.values()];
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
  if (type === undefined) return { field, type, bounds: UNBOUNDED, needle: '', isNegated };
  if (action === 'contains') {
    return { field, type, bounds: undefined, needle: foldText(rule.value), isNegated };
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
    needle: '',
    isNegated,
  };
};

/** The plan's criteria in one segment. */
export const filterCriteria = (
  plan: FilterPlan,
  segment: ProductSegment,
  currency: string,
): readonly Criterion[] => {
  if (plan.length === 0) return NO_CRITERIA;
  const parts = new Map<FieldTest, Part>();
  return plan.map((tests) =>
    tests.map((test) => {
      let part = parts.get(test);
      if (part === undefined) {
        spend(PLACED_RULE);
        part = testPart(test, segment, currency);
        parts.set(test, part);
      }
      return part;
    }),
  );
};

const NO_CRITERIA: readonly Criterion[] = [];

const testPart = (test: FieldTest, segment: ProductSegment, currency: string): Part => {
  const { type, bounds, needle, isNegated } = test;
  const column = type === undefined ? undefined : findColumn(segment, test.field, currency);
  if (type === undefined || column === undefined) return nothingPart(isNegated);
  if (bounds === undefined) {
    return needle === '' ? carriersPart(column, isNegated) : { kind: 'contains', column, needle, isNegated };
  }
  if (bounds.lower === undefined && bounds.upper === undefined) return carriersPart(column, isNegated);
  const isOrdered = type === 'text' ? column.orderedNumbers === 0 : column.orderedNumbers > 0;
  if (isOrdered) {
    const [low, high] = type === 'text' ? textRange(column, bounds) : numberRange(column, bounds);
    return valuesPart(column, low, high, isNegated);
  }
  if (type !== 'text' && column.numbers.length === 0) return nothingPart(isNegated);
  return scanValues(column, type, bounds, countProductsIn(segment), isNegated);
};

const textRange = (column: Column, { lowerText, upperText, isOpen }: Bounds): readonly [number, number] => [
  lowerText === undefined ? 0 : textBound(column, lowerText, isOpen),
  upperText === undefined ? countValues(column) : textBound(column, upperText, !isOpen),
];

/** Flags are numbers here: false is 0 and true is 1. */
const numberRange = (column: Column, { lower, upper, isOpen }: Bounds): readonly [number, number] => [
  lower === undefined ? 0 : numberBound(column, Number(lower), isOpen),
  upper === undefined ? column.orderedNumbers : numberBound(column, Number(upper), !isOpen),
];

/**
 * Where this segment's values are not in the order the catalog asks for: numbers here and texts elsewhere, or texts
 * that only deleted products had. Every value is looked at; merging mends it.
 */
const scanValues = (
  column: Column,
  type: FieldType,
  { lower, upper, isOpen }: Bounds,
  items: number,
  isNegated: boolean,
): Part => {
  const order = type === 'text' ? textOrder(column) : numberOrder(column);
  const reach = isOpen ? 1 : 0;
  const fromLower = lower === undefined ? undefined : order(lower);
  const fromUpper = upper === undefined ? undefined : order(upper);
  const bits = takeEmptyBits(items);
  for (let value = 0; value < countValues(column); value += 1) {
    if (value % VALUES_AT_ONCE === 0) spend(VALUE * Math.min(VALUES_AT_ONCE, countValues(column) - value));
    // Written so that what is no number passes neither way.
    const holds =
      (fromLower === undefined || fromLower(value) >= reach) &&
      (fromUpper === undefined || fromUpper(value) <= -reach);
    if (holds) markValues(column, value, value + 1, bits);
  }
  return { kind: 'bits', bits, size: undefined, isNegated };
};

/** So many values are looked at between two looks at the budget. */
const VALUES_AT_ONCE = 4_096;

/** Negative, zero or positive as a value comes before, is, or comes after the wanted one. */
const textOrder = (column: Column) => (wanted: Comparable) => {
  const bytes = encodeUnits(String(wanted));
  return (value: number): number => Math.sign(compareTextTo(column.texts, value, bytes));
};

const numberOrder = (column: Column) => (wanted: Comparable) => {
  const number = Number(wanted);
  return (value: number): number => Math.sign(numberOf(column, value) - number);
};
