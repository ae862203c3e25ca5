// TypeBox schemas as plain JSON Schema for OpenAPI 3.1. What a schema leaves to the reader of a request is added here:
// an optional body property may also be null.

import type { TSchema } from 'typebox';

/** A piece of JSON that describes something. */
export type Schema = { readonly [key: string]: unknown };

/** Plain JSON: TypeBox's own marks are not enumerable and fall away. */
export const toSchema = (schema: TSchema): Schema => withTypeOfEnum(JSON.parse(JSON.stringify(schema)));

export const nullableBody = (schema: TSchema): Schema => withNullOptionals(toSchema(schema));

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies `change` to every schema within, the innermost first. */
const walk = (schema: Schema, change: (schema: Schema) => Schema): Schema => {
  const within = (value: unknown): unknown => (isSchema(value) ? walk(value, change) : value);
  const { properties, patternProperties, items, anyOf } = schema;
  return change({
    ...schema,
    ...(isSchema(properties) ? { properties: mapValues(properties, within) } : {}),
    ...(isSchema(patternProperties) ? { patternProperties: mapValues(patternProperties, within) } : {}),
    ...(isSchema(items) ? { items: within(items) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(within) } : {}),
  });
};

export const mapValues = (object: Schema, change: (value: unknown, key: string) => unknown): Schema =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** Generators of clients want to be told that an enumeration of texts is text. */
const withTypeOfEnum = (schema: Schema): Schema =>
  walk(schema, (inner) =>
    Array.isArray(inner['enum']) && inner['type'] === undefined ? { type: 'string', ...inner } : inner,
  );

const withNullOptionals = (schema: Schema): Schema =>
  walk(schema, (inner) => {
    const { properties, required } = inner;
    if (!isSchema(properties)) {
      return inner;
    }
    const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
    return {
      ...inner,
      properties: mapValues(properties, (property, name) =>
        isSchema(property) && !isRequired(name) ? orNull(property) : property,
      ),
    };
  });

const orNull = (schema: Schema): Schema => {
  if (Array.isArray(schema['anyOf'])) {
    return { ...schema, anyOf: [...schema['anyOf'], { type: 'null' }] };
  }
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
  };
};
