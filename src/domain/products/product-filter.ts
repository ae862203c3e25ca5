// The meaning of facets and filter rules (Decision 0008). Every engine must agree with it; the reference engine runs this code.

import { invalidInput } from '../failures/failures.ts';
import { foldText } from '../text/fold-text.ts';
import { parseInstant } from '../text/instant.ts';
import type { AttributeScalar } from './product.ts';
import type { FieldType, ProductFields } from './product-fields.ts';

export type FilterAction =
  | 'contains'
  | 'does_not_contains'
  | 'equal_to'
  | 'not_equal_to'
  | 'greater_than'
  | 'less_than'
  | 'greater_than_or_equal_to'
  | 'less_than_or_equal_to';

export interface FilterRule {
  readonly field: string;
  readonly action: FilterAction;
  readonly value: string;
  /** Path of the rule in the request, for messages. */
  readonly at: string;
}

export interface FilterGroup {
  readonly operator: 'AND' | 'OR';
  readonly rules: readonly FilterRule[];
}

/** Either `value` or a range. An undefined bound is open. */
export interface FacetCriterion {
  readonly field: string;
  /** Path in the request, for messages. */
  readonly at: string;
  /** Whether it was sent as the parameter of a link, which has no members. Absent: no. */
  readonly isParameter?: boolean;
  readonly value: string | undefined;
  readonly range:
    | { readonly min: number | string | undefined; readonly max: number | string | undefined }
    | undefined;
}

/** The path of a member of a facet. */
export const facetPath = (
  { at, isParameter }: Pick<FacetCriterion, 'at' | 'isParameter'>,
  member: 'field_internal_name' | 'value' | 'min' | 'max',
): string => (isParameter === true ? at : `${at}.${member}`);

/** The facet of the category tree: a chosen category includes its descendants. */
export const CATEGORIES = 'categories';

/** The categories chosen in the facet of the category tree; undefined if none was. */
export const chosenCategories = (facets: readonly FacetCriterion[]): readonly string[] | undefined => {
  const chosen = facets.filter(({ field }) => field === CATEGORIES);
  for (const { range, at } of chosen) {
    if (range !== undefined)
      throw invalidInput('not_allowed', `${at}.min`, `A category is chosen by its id: send ${at}.value`);
  }
  return chosen.length === 0 ? undefined : chosen.map(({ value }) => value ?? '');
};

/** A value normalized for comparison. */
export type Comparable = number | string | boolean;

/** The filterable fields of products or records. */
export type FieldTypes = ReadonlyMap<string, { readonly type: FieldType }>;

/** Returns the values of a field of one product or record. */
export type FieldReader = (field: string) => readonly AttributeScalar[];
export type ProductPredicate = (read: FieldReader) => boolean;

/**
 * Values of one field are ORed, fields are ANDed. Throws if a value does not parse for its field. Leaves out `CATEGORIES`, which needs
 * the tree.
 */
export const compileFacets = (facets: readonly FacetCriterion[], fields: ProductFields): ProductPredicate => {
  const byField = new Map<string, ((value: AttributeScalar) => boolean)[]>();
  for (const facet of facets) {
    if (facet.field === CATEGORIES) continue;
    const type = fields.get(facet.field)?.type;
    const test = type === undefined ? () => false : facetTest(facet, type);
    const tests = byField.get(facet.field);
    if (tests === undefined) byField.set(facet.field, [test]);
    else tests.push(test);
  }
  const entries = [...byField];
  return (read) =>
    entries.every(([field, tests]) => read(field).some((value) => tests.some((test) => test(value))));
};

/** Groups are ANDed; a group's operator combines its rules. A group without rules is ignored. */
export const compileGroups = (groups: readonly FilterGroup[], fields: FieldTypes): ProductPredicate => {
  const compiled = groups
    .filter((group) => group.rules.length > 0)
    .map((group) => ({
      operator: group.operator,
      predicates: group.rules.map((rule) => compileRule(rule, fields.get(rule.field)?.type)),
    }));
  return (read) =>
    compiled.every(({ operator, predicates }) =>
      operator === 'AND' ? predicates.every((holds) => holds(read)) : predicates.some((holds) => holds(read)),
    );
};

/** Actions that are the exact negation of another. */
export const negations: Partial<Record<FilterAction, FilterAction>> = {
  not_equal_to: 'equal_to',
  does_not_contains: 'contains',
};

const compileRule = (rule: FilterRule, type: FieldType | undefined): ProductPredicate => {
  const opposite = negations[rule.action];
  if (opposite !== undefined) {
    const holds = compileRule({ ...rule, action: opposite }, type);
    return (read) => !holds(read);
  }
  if (type === undefined) {
    return () => false;
  }
  const test = ruleTest(rule, type);
  return (read) => read(rule.field).some(test);
};

const ruleTest = (rule: FilterRule, type: FieldType): ((value: AttributeScalar) => boolean) => {
  if (rule.action === 'contains') {
    const needle = foldText(rule.value);
    return (value) => foldText(String(value)).includes(needle);
  }
  const wanted = parseFor(type, rule.value, rule.at);
  switch (rule.action) {
    case 'equal_to':
      return (value) => comparable(type, value) === wanted;
    case 'greater_than':
      return (value) => comparable(type, value) > wanted;
    case 'less_than':
      return (value) => comparable(type, value) < wanted;
    case 'greater_than_or_equal_to':
      return (value) => comparable(type, value) >= wanted;
    default:
      return (value) => comparable(type, value) <= wanted;
  }
};

const facetTest = (facet: FacetCriterion, type: FieldType): ((value: AttributeScalar) => boolean) => {
  const { lower, upper } = facetBounds(facet, type);
  return (value) => {
    const own = comparable(type, value);
    return (lower === undefined || own >= lower) && (upper === undefined || own <= upper);
  };
};

/** The inclusive bounds of a facet. For a single value, both are that value. */
export const facetBounds = (
  facet: FacetCriterion,
  type: FieldType,
): { readonly lower: Comparable | undefined; readonly upper: Comparable | undefined } => {
  if (facet.range === undefined) {
    const wanted = parseFor(type, facet.value ?? '', facetPath(facet, 'value'), facet.field);
    return { lower: wanted, upper: wanted };
  }
  if (type !== 'number' && type !== 'date') {
    throw invalidInput(
      'not_allowed',
      `${facet.at}.min`,
      `A range needs a number or date field; ${facet.field} is ${type}`,
    );
  }
  const { min, max } = facet.range;
  return {
    lower: min === undefined ? undefined : parseFor(type, String(min), `${facet.at}.min`),
    upper: max === undefined ? undefined : parseFor(type, String(max), `${facet.at}.max`),
  };
};

const DECIMAL = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The value that a rule compares with. Throws if the text does not parse for the type. `field`: named in the message. */
export const parseFor = (type: FieldType, text: string, at: string, field?: string): Comparable => {
  if (type === 'text') {
    return comparableText(text);
  }
  const trimmed = text.trim();
  if (type === 'number' && DECIMAL.test(trimmed)) {
    const number = Number(trimmed);
    if (Number.isFinite(number)) return number;
  }
  if (type === 'boolean' && (trimmed === 'true' || trimmed === 'false')) {
    return trimmed === 'true';
  }
  const instant = type === 'date' ? parseInstant(trimmed) : undefined;
  if (instant === undefined) {
    const named = field === undefined ? at : `${at} (${field})`;
    throw invalidInput(
      'wrong_type',
      at,
      `${named} must be ${type === 'boolean' ? 'true or false' : `a ${type}`}`,
    );
  }
  return instant;
};

/** Surrounding white space is ignored on both sides of a comparison. */
const comparableText = (text: string): string => foldText(text).trim();

/** A stored value normalized for comparison. Text is compared by folded code units. */
export const comparable = (type: FieldType, value: AttributeScalar): Comparable => {
  switch (type) {
    case 'text':
      return comparableText(String(value));
    case 'date':
      return parseInstant(String(value)) ?? Number.NaN;
    default:
      return value;
  }
};
