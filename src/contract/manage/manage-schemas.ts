// The schemas of bundle lines as the management interface uses them: without `kind`, with every property required in
// responses and only the mandatory ones in requests. How values are read is not decided here.

import { type TObject, Type } from 'typebox';
import { bundleKinds } from '../bundle.ts';
import { plainSchema as plain, type Schema, walkSchema } from '../schema-walk.ts';
import type { ManagedKind, ManagedKindName } from './managed-kind.ts';

/** The object as every response returns it, with an example. */
export const itemSchema = (
  { kind, one, about }: Pick<ManagedKind, 'kind' | 'one' | 'about'>,
  example: Schema,
): TObject => {
  const { properties, ...rest } = plain(bundleKinds[kind]);
  const { kind: _, ...fields } = properties as Schema;
  const required = (rest['required'] as readonly string[]).filter((name) => name !== 'kind');
  return asObject({
    title: titleOf(one),
    description: about,
    ...asResponse({ ...rest, properties: fields, required }),
    examples: [example],
  });
};

/** What the description calls a kind or a field: `content item` as `ContentItem`. */
export const titleOf = (name: string): string =>
  name.replaceAll(/(?:^|[ _])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The object as it may be sent. `optional` are the fields that are in the path or can be generated. */
export const bodySchema = (
  { kind, one }: ManagedKind,
  optional: readonly string[],
  example: Schema,
): TObject => {
  const schema = asRequest(plain(bundleKinds[kind]));
  const required = (schema['required'] as readonly string[]).filter(
    (name) => name !== 'kind' && !optional.includes(name),
  );
  return asObject({ ...schema, title: `${titleOf(one)}Input`, required, examples: [example] });
};

/** The example as a response returns it, with omitted defaults filled in. */
export const wholeExample = (kind: ManagedKindName, short: Schema): Schema => {
  const properties = itemSchemaWithDefaults(kind);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      if (Object.hasOwn(short, name)) return [[name, short[name]]];
      return Object.hasOwn(schema, 'default') ? [[name, schema['default']]] : [];
    }),
  );
};

const itemSchemaWithDefaults = (kind: ManagedKindName): Readonly<Record<string, Schema>> => {
  const { kind: _, ...fields } = plain(bundleKinds[kind])['properties'] as Record<string, Schema>;
  return fields;
};

const asObject = (schema: Schema): TObject => Type.Unsafe<Schema>(schema) as unknown as TObject;

const asResponse = (schema: Schema): Schema =>
  walkSchema(schema, ({ default: _, format, ...rest }) =>
    format === undefined ? rest : { ...rest, format: format === 'instant' ? 'date-time' : format },
  );

/**
 * What has a default may be left out. A point in time may be a date alone, which is no `date-time`. So it is another schema than that of
 * the response, and has another name.
 */
const asRequest = (schema: Schema): Schema =>
  walkSchema(schema, ({ format, title, ...rest }) => {
    const { properties, required } = rest;
    const hasDefault = (name: string) => 'default' in ((properties as Schema)[name] as Schema);
    return {
      ...(title === undefined ? {} : { title: properties === undefined ? title : `${title}Input` }),
      ...rest,
      ...(format === undefined ? {} : { description: 'An ISO 8601 date or date-time.' }),
      ...(Array.isArray(required) ? { required: required.filter((name) => !hasDefault(name)) } : {}),
    };
  });
