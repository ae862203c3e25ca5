// Reads the `filter` of a record list: JSON text in a query string, with the shape and rules of the product count's body.

import { filterActions, filterOperators } from '../../contract/products/product-criteria.ts';
import { IDENTIFIER_MAX_CHARS, TEXT_MAX_CHARS } from '../../contract/values.ts';
import { type InputFault, invalidInput, missingParameter } from '../../domain/failures/failures.ts';
import type { FilterAction, FilterGroup, FilterRule } from '../../domain/products/product-filter.ts';
import { isBlank, isBlankText } from '../../domain/text/blank.ts';
import { isCleanText, isObject, isUnused, ownValue } from '../../domain/text/json-value.ts';
import { parseJson } from '../../domain/text/parse-json.ts';
import { shownName } from '../../domain/text/shown-name.ts';

const LIST_MAX_ITEMS = 100;

export const readFilter = (json: string | undefined): FilterGroup[] => {
  if (json === undefined) return [];
  return readList(parse(json), 'filter').map((item, index) => readGroup(item, `filter.${index}`));
};

const parse = (json: string): unknown => {
  try {
    return parseJson(json);
  } catch {
    throw refuse('invalid_json', 'filter', 'is not valid JSON');
  }
};

const readGroup = (item: unknown, at: string): FilterGroup => {
  const { group } = readProperties(item, at, ['group']);
  if (isUnused(group)) return { operator: 'AND', rules: [] };
  const { operator, rules } = readProperties(group, `${at}.group`, ['operator', 'rules']);
  return {
    operator: isUnused(operator) ? 'AND' : readEnum(operator, `${at}.group.operator`, filterOperators),
    rules: isUnused(rules)
      ? []
      : readList(rules, `${at}.group.rules`).map((rule, index) =>
          readRule(rule, `${at}.group.rules.${index}`),
        ),
  };
};

const readRule = (item: unknown, at: string): FilterRule => {
  const rule = readProperties(item, at, ['action', 'field_name', 'value']);
  for (const name of ['action', 'field_name', 'value'] as const) {
    if (isUnused(rule[name])) throw missingParameter(`${at}.${name}`);
  }
  return {
    action: readEnum<FilterAction>(rule['action'], `${at}.action`, filterActions),
    field: readText(rule['field_name'], `${at}.field_name`, IDENTIFIER_MAX_CHARS),
    value: readText(rule['value'], `${at}.value`, TEXT_MAX_CHARS),
    at: `${at}.value`,
  };
};

const readList = (value: unknown, at: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw refuse('wrong_type', at, 'must be a list');
  if (value.length > LIST_MAX_ITEMS) {
    throw refuse('too_many', at, `must not have more than ${LIST_MAX_ITEMS} items`);
  }
  return value;
};

const readProperties = <Name extends string>(
  value: unknown,
  at: string,
  known: readonly Name[],
): Readonly<Record<Name, unknown>> => {
  if (!isObject(value)) throw refuse('wrong_type', at, 'must be an object');
  if (isBlank(value)) throw refuse('blank_value', at, 'is blank');
  const unknown = Object.keys(value).find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) {
    const shown = shownName(unknown);
    throw invalidInput('unknown_field', `${at}.${shown}`, `Unknown field: ${at}.${shown}`);
  }
  return Object.fromEntries(known.map((name) => [name, ownValue(value, name)])) as Record<Name, unknown>;
};

const readText = (value: unknown, at: string, maxChars: number): string => {
  if (typeof value !== 'string') throw refuse('wrong_type', at, 'must be text');
  if (!isCleanText(value)) throw refuse('invalid_character', at, 'contains a character that is not allowed');
  if (isBlankText(value)) throw refuse('blank_value', at, 'is blank');
  if (value.length > maxChars) {
    throw refuse('too_long', at, `must not be longer than ${maxChars} characters`);
  }
  return value;
};

const readEnum = <T extends string>(value: unknown, at: string, allowed: readonly T[]): T => {
  const text = readText(value, at, TEXT_MAX_CHARS);
  const found = allowed.find((option) => option === text);
  if (found === undefined) throw refuse('not_allowed', at, `must be one of ${allowed.join(', ')}`);
  return found;
};

const refuse = (fault: InputFault, at: string, what: string) => invalidInput(fault, at, `${at} ${what}`);
