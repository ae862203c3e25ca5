// Recognizes the bodies that nearly everyone sends: all members known and valid, none blank, unused or missing. Such a body, or
// such an item of a large one, is used as it was parsed. Any other is read member by member (`read-body.ts`), which tells what is wrong with it.

import type { TObject, TSchema } from 'typebox';
import { isBlankText } from '../../domain/text/blank.ts';
import { isCleanText, isObject } from '../../domain/text/json-value.ts';
import { buildValueTest, keywordsOf } from './check-value.ts';

/** False does not mean that the value is wrong. */
export type IsPlain = (value: unknown) => boolean;

export const buildPlainObjectTest = (
  schema: TObject,
): ((value: unknown) => value is Record<string, unknown>) => {
  const tests = new Map(
    Object.entries(schema.properties).map(([name, property]: [string, TSchema]) => [
      name,
      buildPlainTest(property),
    ]),
  );
  const required = schema.required ?? [];
  return (value): value is Record<string, unknown> => {
    if (!isObject(value)) return false;
    const names = Object.keys(value);
    for (const name of names) if (tests.get(name)?.(value[name]) !== true) return false;
    return names.length > 0 && required.every((name) => Object.hasOwn(value, name));
  };
};

export const buildPlainTest = (schema: TSchema): IsPlain => {
  const { type, items } = keywordsOf(schema);
  if (type === 'object') return buildPlainObjectTest(schema as TObject);
  if (type === 'array' && items !== undefined) return buildPlainListTest(schema, items);
  const isValid = buildValueTest(schema);
  return (value) => {
    if (typeof value === 'string') return isCleanText(value) && !isBlankText(value) && isValid(value);
    return (typeof value === 'number' || typeof value === 'boolean') && isValid(value);
  };
};

const buildPlainListTest = (schema: TSchema, items: TSchema): IsPlain => {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = keywordsOf(schema);
  const isPlain = buildPlainTest(items);
  return (value) =>
    Array.isArray(value) &&
    value.length >= Math.max(1, minItems) &&
    value.length <= maxItems &&
    value.every(isPlain);
};
