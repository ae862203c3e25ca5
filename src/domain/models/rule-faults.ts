// The validation rules that a model field may have, by data type, and the faults in them. A rule that is null is not used.
// `value-rules.ts` checks values against the rules.

import type { InputFault } from '../failures/failures.ts';
import { isBlankText } from '../text/blank.ts';
import { parseInstant } from '../text/instant.ts';
import { isObject } from '../text/json-value.ts';
import type { FieldDataType } from './content-model.ts';
import { LIST_ITEMS_MAX } from './value-rules.ts';

/** `path` is relative to the rules; `''` for all of them. */
type Add = (fault: InputFault, path: string, message: string) => void;

/** Undefined if the rule is well formed, otherwise what it must be. */
type RuleCheck = (value: unknown) => string | undefined;

const isCount = (value: unknown, min: number): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min;

const count =
  (min: number): RuleCheck =>
  (value) =>
    isCount(value, min) ? undefined : `must be a whole number from ${min}`;
const number: RuleCheck = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? undefined : 'must be a number';
const flag: RuleCheck = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const text: RuleCheck = (value) => (typeof value === 'string' ? undefined : 'must be text');
const day: RuleCheck = (value) =>
  typeof value === 'string' && parseInstant(value) !== undefined
    ? undefined
    : 'must be an ISO 8601 date or date-time';
const texts: RuleCheck = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && !isBlankText(item))
    ? undefined
    : 'must be a list of texts';
/** `checkOptions` checks the single options. */
const list: RuleCheck = (value) => (Array.isArray(value) ? undefined : 'must be a list');

type Rules = Readonly<Record<string, RuleCheck>>;

const textRules: Rules = { min_length: count(0), max_length: count(1), pattern: text, unique: flag };
const numberRules: Rules = { min: number, max: number, integer: flag, unique: flag };
const itemRules: Rules = { min_items: count(0), max_items: count(1) };

const rulesByType: Readonly<Record<FieldDataType, Rules>> = {
  text: textRules,
  rich_text: textRules,
  number: numberRules,
  currency: numberRules,
  boolean: {},
  date: { min: day, max: day, unique: flag },
  select: { options: list, unique: flag },
  multi_select: { options: list, ...itemRules },
  // Stored for clients that upload files. Here a value is only a URL.
  media: { media_types: texts, max_bytes: count(1) },
  json: {},
  relation: { models: texts, ...itemRules },
  component: itemRules,
};

export const checkFieldRules = (
  type: FieldDataType,
  rules: Readonly<Record<string, unknown>>,
  add: Add,
): void => {
  const known = rulesByType[type];
  let areWellFormed = true;
  for (const [name, value] of Object.entries(rules)) {
    const check = Object.hasOwn(known, name) ? known[name] : undefined;
    if (check === undefined) add('unknown_field', name, `is not a rule for ${type}${knownRules(known)}`);
    const problem = value === null ? undefined : check?.(value);
    if (problem === undefined) continue;
    areWellFormed = false;
    add('wrong_type', name, problem);
  }
  if (areWellFormed) checkTogether(type, rules, add);
};

const knownRules = (known: Rules): string => {
  const names = Object.keys(known);
  return names.length === 0 ? ', which has none' : `; its rules are ${names.join(', ')}`;
};

const bounds: readonly (readonly [least: string, greatest: string])[] = [
  ['min', 'max'],
  ['min_length', 'max_length'],
  ['min_items', 'max_items'],
];

/** Checks rules against each other. Each is well formed by itself. */
const checkTogether = (type: FieldDataType, rules: Readonly<Record<string, unknown>>, add: Add): void => {
  for (const [least, greatest] of bounds) {
    const [min, max] = [placeOf(rules[least]), placeOf(rules[greatest])];
    if (min !== undefined && max !== undefined && min > max) {
      add('conflicting', least, `must not be above ${greatest}: no value could satisfy both`);
    }
  }
  if (isCount(rules['min_items'], LIST_ITEMS_MAX + 1)) {
    add('out_of_range', 'min_items', `must not be above ${LIST_ITEMS_MAX}: no list has more items`);
  }
  if (type === 'select' || type === 'multi_select') checkOptions(type, rules, add);
};

/** A number or point in time as a number, to compare them. */
const placeOf = (bound: unknown): number | undefined => {
  if (typeof bound === 'number') return bound;
  return typeof bound === 'string' ? parseInstant(bound) : undefined;
};

const checkOptions = (
  type: 'select' | 'multi_select',
  rules: Readonly<Record<string, unknown>>,
  add: Add,
): void => {
  const given: unknown = rules['options'];
  const options: readonly unknown[] = Array.isArray(given) ? given : [];
  if (options.length === 0) {
    add('too_few', 'options', `must have at least 1 option for ${type}`);
    return;
  }
  const values = options.map((option) => (isObject(option) ? option['value'] : option));
  const seen = new Set<unknown>();
  for (const [index, value] of values.entries()) {
    const isValue = typeof value === 'string' ? !isBlankText(value) : typeof value === 'number';
    if (!isValue)
      add(
        'wrong_type',
        `options.${index}`,
        'must be a text, a number, or an object with one of these as value',
      );
    else if (seen.has(value)) add('repeated', `options.${index}`, `is repeated: ${JSON.stringify(value)}`);
    seen.add(value);
  }
  if (isCount(rules['min_items'], options.length + 1)) {
    add('conflicting', 'min_items', `must not be above the number of options, ${options.length}`);
  }
};
