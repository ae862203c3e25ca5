// Content types of Contentful as they are in the export, checked as far as models are made from them.

import { isObject, ownValue } from '../../../domain/text/json-value.ts';
import type { SourceFault } from '../source-format.ts';

const FIELDS_MAX = 500;

export const fieldTypes = [
  'Symbol',
  'Text',
  'RichText',
  'Integer',
  'Number',
  'Date',
  'Boolean',
  'Object',
  'Location',
  'Array',
  'Link',
  'ResourceLink',
] as const;

export type FieldType = (typeof fieldTypes)[number];

type Json = Readonly<Record<string, unknown>>;

export interface ContentTypeField {
  readonly id: string;
  readonly name: string;
  readonly type: FieldType;
  /** `Entry` or `Asset`, of a link or of the items of a list. */
  readonly linkType: string;
  /** The type of the items of a list. */
  readonly itemType: string;
  readonly isRequired: boolean;
  readonly isLocalized: boolean;
  /** One rule may be spread over several. */
  readonly rules: Json;
  readonly itemRules: Json;
}

export interface ContentType {
  readonly id: string;
  readonly line: number;
  readonly sys: Json;
  readonly name: string;
  readonly description: string;
  readonly displayField: string;
  readonly fields: readonly ContentTypeField[];
}

export const readContentType = (value: unknown, line: number): ContentType | SourceFault => {
  const type = isObject(value) ? value : {};
  const sys = objectOf(ownValue(type, 'sys'));
  const id = textOf(ownValue(sys, 'id'));
  if (id === '') return { line, column: 'sys.id', fault: 'is missing: a content type must have an id' };
  const fields: unknown = ownValue(type, 'fields');
  if (!Array.isArray(fields)) return { line, column: 'fields', fault: `of ${id} must be a list` };
  if (fields.length > FIELDS_MAX) {
    return { line, column: 'fields', fault: `of ${id} must not be more than ${FIELDS_MAX}` };
  }
  const read = fields.map(readField);
  const bad = read.indexOf(undefined);
  if (bad !== -1) {
    const fault = `of ${id} must have an id and a type that Contentful has`;
    return { line, column: `fields.${bad}`, fault, value: JSON.stringify(fields[bad])?.slice(0, 200) ?? '' };
  }
  const displayField = textOf(ownValue(type, 'displayField'));
  return {
    ...{ id, line, sys, displayField, fields: read.filter((field) => field !== undefined) },
    ...{ name: textOf(ownValue(type, 'name')), description: textOf(ownValue(type, 'description')) },
  };
};

const readField = (value: unknown): ContentTypeField | undefined => {
  const field = objectOf(value);
  const items = objectOf(ownValue(field, 'items'));
  const id = textOf(ownValue(field, 'id'));
  const type = fieldTypes.find((known) => known === ownValue(field, 'type'));
  if (id === '' || id.length > 200 || type === undefined) return undefined;
  return {
    ...{ id, type, name: textOf(ownValue(field, 'name')), itemType: textOf(ownValue(items, 'type')) },
    linkType: textOf(ownValue(field, 'linkType')) || textOf(ownValue(items, 'linkType')),
    isRequired: ownValue(field, 'required') === true,
    isLocalized: ownValue(field, 'localized') === true,
    rules: rulesOf(ownValue(field, 'validations')),
    itemRules: rulesOf(ownValue(items, 'validations')),
  };
};

/** A list of objects with a rule each becomes one object. */
const rulesOf = (validations: unknown): Json =>
  Object.assign({}, ...(Array.isArray(validations) ? validations.filter(isObject) : [])) as Json;

const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
