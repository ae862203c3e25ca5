// Schemas of the contract as JSON Schema for OpenAPI 3.1. What a schema leaves to the reader of a request is added here:
// an optional body property may also be null.

import type { TSchema } from 'typebox';
import { isSchema, mapValues, plainSchema, type Schema, walkSchema } from '../../contract/schema-walk.ts';

/** Generators of clients want to be told that an enumeration of texts is text. */
export const toSchema = (schema: TSchema): Schema =>
  walkSchema(plainSchema(schema), (inner) =>
    Array.isArray(inner['enum']) && inner['type'] === undefined ? { type: 'string', ...inner } : inner,
  );

export const nullableBody = (schema: TSchema): Schema =>
  walkSchema(toSchema(schema), (inner) => {
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

/** Where the schema has a name, null is beside it and not in it: the name is that of what is not null. */
const orNull = (schema: Schema): Schema => {
  const { title, description, ...rest } = schema;
  if (title !== undefined) {
    return {
      anyOf: [{ title, ...rest }, { type: 'null' }],
      ...(description === undefined ? {} : { description }),
    };
  }
  if (Array.isArray(schema['anyOf'])) {
    return { ...schema, anyOf: [...schema['anyOf'], { type: 'null' }] };
  }
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
  };
};
