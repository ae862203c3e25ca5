// A schema in words: the type of a value, with a link to each schema that has a name, and the fields of an object.

import { type Html, html, withCode } from '../html.ts';
import { type Json, list, text } from './openapi-document.ts';

const nameOf = (schema: Json): string | undefined =>
  /^#\/components\/schemas\/(\w+)$/.exec(text(schema['$ref']))?.[1];

export const schemaId = (name: string): string => `schema-${name}`;

/** Names of types, for people. */
const types: Readonly<Record<string, string>> = { integer: 'whole number', null: 'null' };

export const showType = (schema: Json): Html => {
  const name = nameOf(schema);
  if (name !== undefined) return html`<a href="#${schemaId(name)}">${name}</a>`;
  if (schema['const'] !== undefined) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  const values = list(schema['enum']);
  if (values.length > 0) return either(values.map((value) => html`<code>${String(value)}</code>`));
  const choices = [...list(schema['anyOf']), ...list(schema['oneOf'])] as Json[];
  if (choices.length > 0) return either(choices.map(showType));
  const parts = list(schema['allOf']) as Json[];
  if (parts.length > 0) return html`${parts.map(showType)}${showAlsoRequired(schema)}`;
  if (schema['type'] === 'array') return html`list of ${showType((schema['items'] ?? {}) as Json)}`;
  const all = [schema['type'] ?? []].flat().map((type) => types[String(type)] ?? String(type));
  return html`${all.length === 0 ? 'any value' : all.join(' or ')}${showBounds(schema)}`;
};

/** What is required beyond the schema that it adds to. */
const showAlsoRequired = (schema: Json): Html | false => {
  const names = list(schema['required']).map(String);
  return names.length > 0 && html` with <code>${names.join(', ')}</code>`;
};

const either = (choices: readonly Html[]): Html =>
  html`${choices.map((choice, at) => html`${at > 0 && ' or '}${choice}`)}`;

const bounds: readonly (readonly [keyword: string, words: (value: unknown) => string])[] = [
  ['format', (value) => `${value}`],
  ['minimum', (value) => `from ${value}`],
  ['maximum', (value) => `up to ${value}`],
  ['maxLength', (value) => `at most ${value} characters`],
  ['default', (value) => `default ${JSON.stringify(value)}`],
];

const showBounds = (schema: Json): string => {
  const words = bounds.flatMap(([keyword, say]) =>
    schema[keyword] === undefined ? [] : [say(schema[keyword])],
  );
  return words.length === 0 ? '' : `, ${words.join(', ')}`;
};

/** Deeper objects without a name are rare; their fields are in the example. */
const DEPTH_MAX = 3;

/** The fields of an object, and those of objects in it that have no name. */
export const showFields = (schema: Json, depth = 0): Html | undefined => {
  const required = new Set(list(schema['required']));
  const fields = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>);
  if (fields.length === 0 || depth >= DEPTH_MAX) return undefined;
  return html`<dl class="fields">${fields.map(
    ([name, field]) =>
      html`<div><dt><code>${name}</code> <span>${showType(field)}${required.has(name) && ', required'}</span></dt><dd>${
        field['description'] !== undefined && withCode(text(field['description']))
      }${showFields(innerOf(field), depth + 1)}</dd></div>`,
  )}</dl>`;
};

/** The object that a field holds, or a list of which it holds. */
const innerOf = (field: Json): Json => (field['type'] === 'array' ? ((field['items'] ?? {}) as Json) : field);
