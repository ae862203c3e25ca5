// Checks one value against the rules of its field, by data type. Rules are in `field_properties.validation`; a malformed rule
// is ignored. Relations and components are in `value-shapes.ts`, because they involve other models.

import type { FieldFault } from '../failures/failure-codes.ts';
import type { RequestBudget } from '../limits/request-budget.ts';
import { compilePattern, matchesInSteps } from '../patterns/linear-pattern.ts';
import { isBlank, isBlankText } from '../text/blank.ts';
import { countOf } from '../text/count-of.ts';
import { parseInstant } from '../text/instant.ts';
import { findJsonFault, isCleanText, isObject } from '../text/json-value.ts';
import type { FieldProperties } from './content-model.ts';

export const LIST_ITEMS_MAX = 100;
const URL_MAX_CHARS = 2_000;
const PATTERN_STEPS_MAX = 5_000_000;

/** Why a value does not fit its field. Never leaves the checks of one field. */
export class ValueFault extends Error {
  readonly code: FieldFault;
  /** Path relative to the field, for example `.0.url`. */
  readonly at: string;

  /** `what` follows the name of the field: `must be a number`. */
  constructor(code: FieldFault, what: string, at = '') {
    super(what);
    this.code = code;
    this.at = at;
  }
}

/** The budget for matching patterns, shared by all values of one version. */
export class PatternBudget {
  private left = PATTERN_STEPS_MAX;

  spend(steps: number): boolean {
    this.left -= steps;
    return this.left >= 0;
  }
}

/** A text that must match a pattern. Matching may take long, so it comes after all other checks of the field. */
export interface Expected {
  /** Path relative to the field, for example `.0.url`. */
  readonly at: string;
  readonly pattern: string;
  readonly text: string;
  readonly chars: number;
}

export interface PatternContext {
  /** Called for every text that has to match a pattern, in the order of the values. */
  readonly expect: (expected: Expected) => void;
}

type Rules = FieldProperties['validation'];

const numberRule = (rules: Rules, name: string): number | undefined => {
  const value = Object.hasOwn(rules, name) ? rules[name] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

/** Throws for blank text, `{}` and a list that contains one of them, whatever the data type (Decision 0003). */
export const assertNotBlank = (value: unknown): void => {
  if (isBlank(value)) throw new ValueFault('blank_value', 'is blank');
  const index = Array.isArray(value) ? value.findIndex(isBlank) : -1;
  if (index !== -1) throw new ValueFault('blank_value', 'is blank', `.${index}`);
};

/** Throws unless the value is text and not blank. */
export const assertText: (value: unknown, at?: string) => asserts value is string = (value, at = '') => {
  if (typeof value !== 'string') throw new ValueFault('wrong_type', 'must be text', at);
  if (!isCleanText(value)) {
    throw new ValueFault('invalid_character', 'contains a character that is not allowed', at);
  }
  if (isBlankText(value)) throw new ValueFault('blank_value', 'is blank', at);
};

/** The number of code points in text without lone surrogates. */
const charsOf = (text: string): number => text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);

export const checkText = (value: unknown, rules: Rules, context: PatternContext): string => {
  assertText(value);
  const min = numberRule(rules, 'min_length');
  const max = numberRule(rules, 'max_length');
  const chars = charsOf(value);
  if (max !== undefined && chars > max) {
    throw new ValueFault('too_long', `must not be longer than ${countOf(max, 'character')}`);
  }
  if (min !== undefined && chars < min) {
    throw new ValueFault('too_short', `must have at least ${countOf(min, 'character')}`);
  }
  const pattern = rules['pattern'];
  if (typeof pattern === 'string' && pattern !== '') context.expect({ at: '', pattern, text: value, chars });
  return value;
};

/** Throws `ValueFault` unless the text matches. It yields to other requests before and during the match. */
export const assertMatches = async (
  { at, pattern: source, text, chars }: Expected,
  patterns: PatternBudget,
  budget: RequestBudget,
): Promise<void> => {
  await budget.pause();
  const pattern = compilePattern(source);
  if (pattern === undefined) {
    throw new ValueFault(
      'pattern_not_supported',
      'cannot be checked: the pattern of its model is not usable',
      at,
    );
  }
  if (!patterns.spend(pattern.stepsFor(chars))) {
    throw new ValueFault('too_long', 'is too long to be checked against the pattern of its model', at);
  }
  if (!(await matchesInSteps(pattern, text, budget))) {
    throw new ValueFault('malformed', 'does not match the required pattern', at);
  }
};

export const checkNumber = (value: unknown, rules: Rules): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new ValueFault('wrong_type', 'must be a number');
  }
  if (rules['integer'] === true && !Number.isInteger(value)) {
    throw new ValueFault('wrong_type', 'must be a whole number');
  }
  assertWithin(value, numberRule(rules, 'min'), numberRule(rules, 'max'), String);
  return value;
};

const assertWithin = (
  value: number,
  min: number | undefined,
  max: number | undefined,
  say: (bound: number) => string,
): void => {
  if (min !== undefined && value < min) {
    throw new ValueFault('out_of_range', `must not be less than ${say(min)}`);
  }
  if (max !== undefined && value > max) {
    throw new ValueFault('out_of_range', `must not be greater than ${say(max)}`);
  }
};

export const checkBoolean = (value: unknown): boolean => {
  if (typeof value !== 'boolean') throw new ValueFault('wrong_type', 'must be true or false');
  return value;
};

export const checkDate = (value: unknown, rules: Rules): string => {
  assertText(value);
  const instant = parseInstant(value);
  if (instant === undefined) throw new ValueFault('wrong_type', 'must be an ISO 8601 date or date-time');
  const bound = (name: string) => {
    const rule = rules[name];
    return typeof rule === 'string' ? parseInstant(rule) : undefined;
  };
  assertWithin(instant, bound('min'), bound('max'), (at) => new Date(at).toISOString());
  return value;
};

/** Options are values, or objects with a `value`. */
const knownOptions = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/** Undefined: any value is allowed. The list may be long and is needed for every value, so it is read once. */
const optionsOf = (rules: Rules): ReadonlySet<unknown> | undefined => {
  const options: unknown = rules['options'];
  if (!Array.isArray(options) || options.length === 0) return undefined;
  const known =
    knownOptions.get(options) ??
    new Set(options.map((option: unknown) => (isObject(option) ? option['value'] : option)));
  knownOptions.set(options, known);
  return known;
};

export const checkOption = (value: unknown, rules: Rules, at = ''): unknown => {
  const options = optionsOf(rules);
  if (typeof value !== 'number' || options === undefined) assertText(value, at);
  if (options !== undefined && !options.has(value)) {
    const known = [...options.values().take(LIST_ITEMS_MAX)].join(', ');
    throw new ValueFault('not_allowed', `must be one of ${known}`, at);
  }
  return value;
};

export const checkOptions = (value: unknown, rules: Rules): readonly unknown[] => {
  const items = checkList(value, rules);
  for (const [index, item] of items.entries()) checkOption(item, rules, `.${index}`);
  assertDistinct(items);
  return items;
};

export const checkList = (value: unknown, rules: Rules): readonly unknown[] => {
  if (!Array.isArray(value)) throw new ValueFault('wrong_type', 'must be a list');
  const max = Math.min(numberRule(rules, 'max_items') ?? LIST_ITEMS_MAX, LIST_ITEMS_MAX);
  const min = numberRule(rules, 'min_items') ?? 0;
  if (value.length > max) throw new ValueFault('too_many', `must not have more than ${countOf(max, 'item')}`);
  if (value.length < min) throw new ValueFault('too_few', `must have at least ${countOf(min, 'item')}`);
  return value;
};

export const assertDistinct = (items: readonly unknown[]): void => {
  for (const [index, item] of items.entries()) {
    if (items.indexOf(item) !== index) {
      throw new ValueFault('repeated', 'repeats an earlier item', `.${index}`);
    }
  }
};

/** A URL that a page may safely link to: a path, http or https, but never a script. */
export const assertUrl: (value: unknown, at?: string) => asserts value is string = (value, at = '') => {
  assertText(value, at);
  if (value.length > URL_MAX_CHARS) {
    throw new ValueFault('too_long', `must not be longer than ${URL_MAX_CHARS} characters`, at);
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/iu.exec(value)?.[1]?.toLowerCase();
  const isOfTheWeb = scheme === undefined || scheme === 'http' || scheme === 'https';
  if (/[\u0000-\u0020\u007f]/u.test(value) || !isOfTheWeb) {
    throw new ValueFault('malformed', 'must be a path or a URL', at);
  }
};

export const checkMedia = (value: unknown): unknown => {
  if (!isObject(value)) {
    assertUrl(value);
    return value;
  }
  assertUrl(Object.hasOwn(value, 'url') ? value['url'] : undefined, '.url');
  return checkJson(value);
};

export const checkJson = (value: unknown): unknown => {
  if (isBlank(value)) throw new ValueFault('blank_value', 'is blank');
  const fault = findJsonFault(value);
  if (fault === 'invalid_character') {
    throw new ValueFault('invalid_character', 'contains a character that is not allowed');
  }
  if (fault === 'not_allowed') throw new ValueFault('not_allowed', 'must not use the name __proto__');
  if (fault === 'out_of_range') throw new ValueFault('out_of_range', 'contains a number that is too large');
  if (fault === 'too_deep') throw new ValueFault('too_deep', 'is nested too deeply');
  if (fault === 'too_many') throw new ValueFault('too_many', 'contains too many values');
  return value;
};
