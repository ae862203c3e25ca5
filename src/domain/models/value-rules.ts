// The rules of a model's field for one value, by data type. A rule is read from `field_properties.validation`; one that is
// not well formed is no rule. Relations and components are in `field-values.ts`, which knows other models.

import type { FieldFault } from '../failures/failures.ts';
import type { RequestBudget } from '../limits/request-budget.ts';
import { compilePattern, matchesInSteps } from '../patterns/linear-pattern.ts';
import { isBlank, isBlankText } from '../text/blank.ts';
import { parseInstant } from '../text/instant.ts';
import { findJsonFault, isCleanText, isObject } from '../text/json-value.ts';
import type { FieldProperties } from './content-model.ts';

export const LIST_ITEMS_MAX = 100;
const URL_MAX_CHARS = 2_000;
const PATTERN_STEPS_MAX = 5_000_000;

/** Why a value does not fit its field. Thrown within the checks of one field, and never beyond. */
export class ValueFault extends Error {
  readonly code: FieldFault;
  /** Below the field, e.g. `.0.url`. */
  readonly at: string;

  /** `what` goes on after the name of the field: `must be a number`. */
  constructor(code: FieldFault, what: string, at = '') {
    super(what);
    this.code = code;
    this.at = at;
  }
}

/** What all values of one version may spend on patterns together. */
export class PatternBudget {
  private left = PATTERN_STEPS_MAX;

  spend(steps: number): boolean {
    this.left -= steps;
    return this.left >= 0;
  }
}

/** A text that must match a pattern, which is found out after everything else about its field: it may take long. */
export interface Expected {
  /** Below the field, e.g. `.0.url`. */
  readonly at: string;
  readonly pattern: string;
  readonly text: string;
  readonly chars: number;
}

export interface PatternContext {
  /** Told of every text that has to match a pattern, in the order of the values. */
  readonly expect: (expected: Expected) => void;
}

type Rules = FieldProperties['validation'];

const numberRule = (rules: Rules, name: string): number | undefined => {
  const value = Object.hasOwn(rules, name) ? rules[name] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

/** Throws for blank text, `{}` and a list that holds one of them, whatever is asked for (Decision 0003). */
export const assertNotBlank = (value: unknown): void => {
  if (isBlank(value)) throw new ValueFault('blank_value', 'is blank');
  const index = Array.isArray(value) ? value.findIndex(isBlank) : -1;
  if (index !== -1) throw new ValueFault('blank_value', 'is blank', `.${index}`);
};

/** Throws unless the value is text that says something. */
export const assertText: (value: unknown, at?: string) => asserts value is string = (value, at = '') => {
  if (typeof value !== 'string') throw new ValueFault('wrong_type', 'must be text', at);
  if (!isCleanText(value)) {
    throw new ValueFault('invalid_character', 'holds a character that is not allowed', at);
  }
  if (isBlankText(value)) throw new ValueFault('blank_value', 'is blank', at);
};

/** As people count: a character outside the basic plane is one. Of text without halves of such characters. */
const charsOf = (text: string): number => text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);

export const checkText = (value: unknown, rules: Rules, context: PatternContext): string => {
  assertText(value);
  const min = numberRule(rules, 'min_length');
  const max = numberRule(rules, 'max_length');
  const chars = charsOf(value);
  if (max !== undefined && chars > max) {
    throw new ValueFault('too_long', `must not be longer than ${max} characters`);
  }
  if (min !== undefined && chars < min) {
    throw new ValueFault('too_short', `must be at least ${min} characters long`);
  }
  const pattern = rules['pattern'];
  if (typeof pattern === 'string' && pattern !== '') context.expect({ at: '', pattern, text: value, chars });
  return value;
};

/** Throws `ValueFault` unless the text matches. Others go on before it and in the middle of it. */
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
    throw new ValueFault('malformed', 'does not have the form that is asked for', at);
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

/** Options may be the values themselves, or objects that carry one as `value`. */
const knownOptions = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/** Undefined: anything goes. A list may be long and is asked for every value, so it is gone through once. */
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
  if (value.length > max) throw new ValueFault('too_many', `must not hold more than ${max} items`);
  if (value.length < min) throw new ValueFault('too_few', `must hold at least ${min} items`);
  return value;
};

export const assertDistinct = (items: readonly unknown[]): void => {
  for (const [index, item] of items.entries()) {
    if (items.indexOf(item) !== index) {
      throw new ValueFault('repeated', 'names the same thing twice', `.${index}`);
    }
  }
};

/** An address that a page may show: a path, or of the web. Never one that runs a script. */
export const assertUrl: (value: unknown, at?: string) => asserts value is string = (value, at = '') => {
  assertText(value, at);
  if (value.length > URL_MAX_CHARS) {
    throw new ValueFault('too_long', `must not be longer than ${URL_MAX_CHARS} characters`, at);
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/iu.exec(value)?.[1]?.toLowerCase();
  const isOfTheWeb = scheme === undefined || scheme === 'http' || scheme === 'https';
  if (/[\u0000-\u0020\u007f]/u.test(value) || !isOfTheWeb) {
    throw new ValueFault('malformed', 'must be a path or an address of the web', at);
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
    throw new ValueFault('invalid_character', 'holds a character that is not allowed');
  }
  if (fault === 'not_allowed') throw new ValueFault('not_allowed', 'must not use the name __proto__');
  if (fault === 'out_of_range') throw new ValueFault('out_of_range', 'holds a number that is too large');
  if (fault === 'too_deep') throw new ValueFault('too_deep', 'is nested too deeply');
  if (fault === 'too_many') throw new ValueFault('too_many', 'holds too many values');
  return value;
};
