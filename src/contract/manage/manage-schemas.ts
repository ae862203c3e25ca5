// The schemas of bundle lines as the management interface uses them: without `kind`, with every property required in
// responses and only the mandatory ones in requests. How values are read is not decided here.

import { type TObject, type TSchema, Type } from 'typebox';
import { bundleKinds } from '../bundle.ts';
import type { ManagedKindName } from './manage-resources.ts';

type Json = { readonly [keyword: string]: unknown };

/** The object as every response returns it. Its title lets the OpenAPI description define it once and refer to it. */
export const itemSchema = (kind: ManagedKindName): TObject => {
  const { properties, ...rest } = plain(bundleKinds[kind]);
  const { kind: _, ...fields } = properties as Json;
  const required = (rest['required'] as readonly string[]).filter((name) => name !== 'kind');
  return asObject({ title: titleOf(kind), ...asAnswer({ ...rest, properties: fields, required }) });
};

/** `content_item` as `ContentItem`. */
const titleOf = (kind: ManagedKindName): string =>
  kind.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The object as it may be sent. `optional` are the fields that are in the path or can be generated. */
export const bodySchema = (kind: ManagedKindName, optional: readonly string[]): TObject => {
  const schema = asRequest(plain(bundleKinds[kind]));
  const required = (schema['required'] as readonly string[]).filter(
    (name) => name !== 'kind' && !optional.includes(name),
  );
  return asObject({ ...schema, required });
};

/** The example as a response returns it, with omitted defaults filled in. */
export const wholeExample = (kind: ManagedKindName, short: Json): Json => {
  const properties = itemSchemaWithDefaults(kind);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      if (Object.hasOwn(short, name)) return [[name, short[name]]];
      return Object.hasOwn(schema, 'default') ? [[name, schema['default']]] : [];
    }),
  );
};

const itemSchemaWithDefaults = (kind: ManagedKindName): Readonly<Record<string, Json>> => {
  const { kind: _, ...fields } = plain(bundleKinds[kind])['properties'] as Record<string, Json>;
  return fields;
};

/** Drops TypeBox's own properties, which are not enumerable. */
const plain = (schema: TSchema): Json => JSON.parse(JSON.stringify(schema)) as Json;

const asObject = (schema: Json): TObject => Type.Unsafe<Json>(schema) as unknown as TObject;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies `change` to every nested schema, innermost first. */
const walk = (schema: Json, change: (schema: Json) => Json): Json => {
  const within = (value: unknown): unknown => (isJson(value) ? walk(value, change) : value);
  const each = (value: unknown): unknown =>
    isJson(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, within(inner)]))
      : value;
  return change({
    ...schema,
    ...('properties' in schema ? { properties: each(schema['properties']) } : {}),
    ...('patternProperties' in schema ? { patternProperties: each(schema['patternProperties']) } : {}),
    ...('items' in schema ? { items: within(schema['items']) } : {}),
    ...(Array.isArray(schema['anyOf']) ? { anyOf: schema['anyOf'].map(within) } : {}),
  });
};

const asAnswer = (schema: Json): Json =>
  walk(schema, ({ default: _, format, ...rest }) =>
    format === undefined ? rest : { ...rest, format: format === 'instant' ? 'date-time' : format },
  );

/** Properties with a default are optional. A point in time may also be a plain date, so it is not a `date-time`. */
const asRequest = (schema: Json): Json =>
  walk(schema, ({ format, ...rest }) => {
    const { properties, required } = rest;
    const hasDefault = (name: string) => 'default' in ((properties as Json)[name] as Json);
    return {
      ...rest,
      ...(format === undefined ? {} : { description: 'An ISO 8601 date or date-time.' }),
      ...(Array.isArray(required) ? { required: required.filter((name) => !hasDefault(name)) } : {}),
    };
  });
