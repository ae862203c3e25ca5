// A JSON body, read by the operation's schema into a freshly built object: unused optional values are gone, unknown
// fields are refused by name, nothing is coerced. Only what the schema names is walked, so hostile nesting goes nowhere.

import type { TObject, TSchema } from 'typebox';
import { isBlank, isBlankUnlessList } from '../domain/blank.ts';
import { invalidInput, missingParameter } from '../domain/failures.ts';
import { isObject, isUnused, ownValue } from '../domain/json-value.ts';
import { shownName } from '../domain/shown-name.ts';
import { buildValueCheck, keywordsOf } from './check-value.ts';
import { assertUsableText } from './text-rules.ts';

/** Returns the value as the operation gets it, or throws with the dotted path of the fault. */
type Reader = (value: unknown, path: string) => unknown;

export type BodyReader = (json: unknown) => Record<string, unknown>;

export const buildBodyReader = (schema: TObject): BodyReader => {
  const read = buildObjectReader(schema);
  return (json) => {
    if (!isObject(json)) {
      throw invalidInput('wrong_type', 'body', 'The request body must be a JSON object');
    }
    return read(json, '');
  };
};

const buildReader = (schema: TSchema): Reader => {
  const { type, items } = keywordsOf(schema);
  if (type === 'object') {
    const read = buildObjectReader(schema as TObject);
    return (value, path) => {
      if (!isObject(value)) {
        throw invalidInput('wrong_type', path, `${path} must be an object`);
      }
      return read(value, path);
    };
  }
  if (type === 'array' && items !== undefined) {
    return buildListReader(schema, items);
  }
  const check = buildValueCheck(schema);
  return (value, path) => {
    check(value, path);
    return value;
  };
};

const buildObjectReader = (schema: TObject) => {
  const required = new Set(schema.required ?? []);
  const properties = Object.entries(schema.properties).map(([name, property]: [string, TSchema]) => ({
    name,
    isRequired: required.has(name),
    isList: keywordsOf(property).type === 'array',
    // An empty list where one must hold something: to drop it would be to do what nobody asked for.
    refusesEmpty: !required.has(name) && (keywordsOf(property).minItems ?? 0) > 0,
    read: buildReader(property),
  }));
  const known = new Set(properties.map(({ name }) => name));
  return (object: Readonly<Record<string, unknown>>, path: string): Record<string, unknown> => {
    const at = (name: string) => (path === '' ? name : `${path}.${name}`);
    const missing = properties.find(({ name, isRequired }) => isRequired && isUnused(ownValue(object, name)));
    if (missing !== undefined) {
      throw missingParameter(at(missing.name));
    }
    for (const key of Object.keys(object)) {
      if (!known.has(key)) {
        const name = at(shownName(key));
        throw invalidInput('unknown_field', name, `Unknown field: ${name}`);
      }
    }
    const result: Record<string, unknown> = {};
    for (const { name, isList, refusesEmpty, read } of properties) {
      const value = ownValue(object, name);
      if (!isUnused(value) || (refusesEmpty && Array.isArray(value))) {
        assertNotBlank(value, at(name), isList);
        result[name] = read(value, at(name));
      }
    }
    return result;
  };
};

const buildListReader = (schema: TSchema, items: TSchema): Reader => {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = keywordsOf(schema);
  const read = buildReader(items);
  return (value, path) => {
    if (!Array.isArray(value)) {
      throw invalidInput('wrong_type', path, `${path} must be a list`);
    }
    if (value.length > maxItems) {
      throw invalidInput('too_many', path, `${path} must not hold more than ${maxItems} items`);
    }
    if (value.length < minItems) {
      const items = minItems === 1 ? '1 item' : `${minItems} items`;
      throw invalidInput('too_few', path, `${path} must hold at least ${items}, or be left out`);
    }
    return value.map((item, index) => {
      assertNotBlank(item, `${path}.${index}`, false);
      return read(item, `${path}.${index}`);
    });
  };
};

/** Where a list belongs, its items are looked at one by one instead. */
const assertNotBlank = (value: unknown, path: string, isList: boolean): void => {
  if (typeof value === 'string') {
    assertUsableText(value, path);
  } else if (isList ? isBlank(value) : isBlankUnlessList(value)) {
    throw invalidInput('blank_value', path, `${path} is blank`);
  }
};
