// Reads a JSON body by the operation's schema: unused optional values are dropped, unknown members are
// refused by name, nothing is coerced. Only members that the schema names are walked, so hostile nesting leads nowhere.

import type { TObject, TSchema } from 'typebox';
import { invalidInput, missingParameter } from '../../domain/failures/failures.ts';
import { isBlank, isBlankUnlessList } from '../../domain/text/blank.ts';
import { isObject, isUnused, ownValue } from '../../domain/text/json-value.ts';
import { buildKeeper, KeptJson } from '../../domain/text/kept-json.ts';
import type { KeptList } from '../../domain/text/parse-json-in-steps.ts';
import { shownName } from '../../domain/text/shown-name.ts';
import type { PauseIfDue } from '../../runtime/large-request-scheduler.ts';
import { buildValueCheck, keywordsOf } from './check-value.ts';
import { buildPlainObjectTest, buildPlainTest, type IsPlain } from './plain-body.ts';
import { assertUsableText, blankMessage } from './text-rules.ts';

/** Returns the value for the use case, or throws with the dotted path of the fault. */
type Reader = (value: unknown, path: string) => unknown;

export interface BodyReader {
  read(json: unknown): Record<string, unknown>;
  /** What to keep while a large body is parsed: valid items of its long list, as JSON. */
  startKeeping(): KeptList | undefined;
  /** The same as `read` for a large body: it pauses from time to time. */
  readInSteps(json: unknown, pauseIfDue: PauseIfDue): Promise<Record<string, unknown>>;
}

/** `longList`: that of the operation. */
export const buildBodyReader = (schema: TObject, longList?: string): BodyReader => {
  const properties = listProperties(schema);
  const startKeeping = longList === undefined ? undefined : buildKeeping(schema, properties, longList);
  const assertNames = buildNamesCheck(properties);
  const isPlain = buildPlainObjectTest(schema);
  const assertBody = (json: unknown): Readonly<Record<string, unknown>> => {
    if (!isObject(json)) {
      throw invalidInput('wrong_type', 'body', 'The request body must be a JSON object');
    }
    assertNames(json, '');
    return json;
  };
  return {
    read: (json) => (isPlain(json) ? json : readProperties(properties, assertBody(json), '')),
    startKeeping: () => startKeeping?.(),
    readInSteps: async (json, pauseIfDue) => {
      const object = assertBody(json);
      const result: Record<string, unknown> = {};
      for (const property of properties) {
        const { name, isList, read, list } = property;
        const value = ownValue(object, name);
        if (isLeftOut(property, value)) continue;
        assertNotBlank(value, name, isList);
        if (list === undefined) {
          result[name] = read(value, name);
          continue;
        }
        const items: unknown[] = [];
        for (const [index, item] of list.assertList(value, name).entries()) {
          const isRead = item instanceof KeptJson || list.isPlainItem(item);
          items.push(isRead ? item : list.readItem(item, `${name}.${index}`));
          const pause = pauseIfDue();
          if (pause !== undefined) await pause;
        }
        result[name] = items;
      }
      return result;
    },
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
    return buildListReader(schema, items).read;
  }
  const check = buildValueCheck(schema);
  return (value, path) => {
    check(value, path);
    return value;
  };
};

interface Property {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
  /** An empty list where one must hold something: dropping it would do what nobody asked for. */
  readonly refusesEmpty: boolean;
  readonly read: Reader;
  /** For a list whose items have a schema. */
  readonly list: ListReader | undefined;
}

const listProperties = (schema: TObject): Property[] => {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]: [string, TSchema]) => {
    const { type, items, minItems = 0 } = keywordsOf(property);
    const isList = type === 'array';
    const isRequired = required.has(name);
    const refusesEmpty = !isRequired && minItems > 0;
    const list = isList && items !== undefined ? buildListReader(property, items) : undefined;
    return { name, isRequired, isList, refusesEmpty, read: list?.read ?? buildReader(property), list };
  });
};

const pathTo = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Throws for missing and for unknown members. */
const buildNamesCheck = (properties: readonly Property[]) => {
  const known = new Set(properties.map(({ name }) => name));
  const required = properties.filter(({ isRequired }) => isRequired);
  return (object: Readonly<Record<string, unknown>>, path: string): void => {
    for (const { name } of required) {
      if (isUnused(ownValue(object, name))) throw missingParameter(pathTo(path, name));
    }
    for (const key of Object.keys(object)) {
      if (!known.has(key)) {
        const name = pathTo(path, shownName(key));
        throw invalidInput(
          'unknown_field',
          name,
          `Unknown field: ${name}; known here are ${[...known].join(', ')}`,
        );
      }
    }
  };
};

const isLeftOut = ({ refusesEmpty }: Property, value: unknown): boolean =>
  isUnused(value) && !(refusesEmpty && Array.isArray(value));

const readProperties = (
  properties: readonly Property[],
  object: Readonly<Record<string, unknown>>,
  path: string,
): Record<string, unknown> => {
  const result: Record<string, unknown> = {};
  for (const property of properties) {
    const { name, isList, read } = property;
    const value = ownValue(object, name);
    if (isLeftOut(property, value)) continue;
    const at = pathTo(path, name);
    assertNotBlank(value, at, isList);
    result[name] = read(value, at);
  }
  return result;
};

const buildObjectReader = (schema: TObject) => {
  const properties = listProperties(schema);
  const assertNames = buildNamesCheck(properties);
  return (object: Readonly<Record<string, unknown>>, path: string): Record<string, unknown> => {
    assertNames(object, path);
    return readProperties(properties, object, path);
  };
};

interface ListReader {
  readonly read: Reader;
  /** Throws unless it is a list of an allowed length. */
  assertList(value: unknown, path: string): readonly unknown[];
  readItem(item: unknown, path: string): unknown;
  /** Whether an item need not be read. */
  readonly isPlainItem: IsPlain;
}

const buildListReader = (schema: TSchema, items: TSchema): ListReader => {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = keywordsOf(schema);
  const read = buildReader(items);
  const assertList = (value: unknown, path: string): readonly unknown[] => {
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
    return value;
  };
  const readItem = (item: unknown, path: string): unknown => {
    assertNotBlank(item, path, false);
    return read(item, path);
  };
  return {
    assertList,
    readItem,
    isPlainItem: buildPlainTest(items),
    read: (value, path) => assertList(value, path).map((item, index) => readItem(item, `${path}.${index}`)),
  };
};

/**
 * The items of a list are read and kept one by one. Those from the first faulty one on, or beyond the length of the list, stay as they are:
 * `readInSteps` tells what is wrong with them, unless there is something else before.
 */
const buildKeeping = (
  schema: TObject,
  properties: readonly Property[],
  list: string,
): (() => KeptList) | undefined => {
  const reader = properties.find(({ name }) => name === list)?.list;
  if (reader === undefined) return undefined;
  const { maxItems = Number.POSITIVE_INFINITY, items } = keywordsOf(schema.properties[list] as TSchema);
  const keepJson = buildKeeper(Object.keys(items?.properties ?? {}));
  return () => {
    let left = maxItems;
    const keepItem = (item: unknown): unknown => {
      if (left === 0) return item;
      left -= 1;
      try {
        return keepJson(reader.isPlainItem(item) ? item : reader.readItem(item, list));
      } catch {
        left = 0;
        return item;
      }
    };
    return { name: list, keepItem };
  };
};

/** Where a list is expected, its items are checked one by one instead. */
const assertNotBlank = (value: unknown, path: string, isList: boolean): void => {
  if (typeof value === 'string') {
    assertUsableText(value, path);
  } else if (isList ? isBlank(value) : isBlankUnlessList(value)) {
    throw invalidInput('blank_value', path, blankMessage(path));
  }
};
