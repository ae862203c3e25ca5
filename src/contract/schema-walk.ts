// Schemas of the contract as plain JSON, and a function that transforms every schema within another.

import type { TSchema } from 'typebox';

/** A schema, or another piece of JSON that describes something. */
export type Schema = { readonly [keyword: string]: unknown };

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Plain JSON: TypeBox's own marks are not enumerable and fall away. */
export const plainSchema = (schema: TSchema): Schema => JSON.parse(JSON.stringify(schema)) as Schema;

export const mapValues = (object: Schema, change: (value: unknown, key: string) => unknown): Schema =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** Applies `change` to every schema within, the innermost first. */
export const walkSchema = (schema: Schema, change: (schema: Schema) => Schema): Schema => {
  const within = (value: unknown): unknown => (isSchema(value) ? walkSchema(value, change) : value);
  const { properties, patternProperties, items, anyOf, additionalProperties } = schema;
  return change({
    ...schema,
    ...(isSchema(properties) ? { properties: mapValues(properties, within) } : {}),
    ...(isSchema(patternProperties) ? { patternProperties: mapValues(patternProperties, within) } : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: within(additionalProperties) } : {}),
    ...(isSchema(items) ? { items: within(items) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(within) } : {}),
  });
};
