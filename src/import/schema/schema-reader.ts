// Compiles a schema of the contract into a reader that checks a value and rebuilds it in canonical form in one pass, with
// defaults filled in and keys in schema order. An unknown schema keyword throws when the reader is built, so that none is
// silently ignored. Maps are closed: a key that matches no pattern is a fault.

import { isBlank } from '../../domain/text/blank.ts';
import { countOf } from '../../domain/text/count-of.ts';
import { isObject, isUnused } from '../../domain/text/json-value.ts';
import { NESTING_MAX_LEVELS } from '../lines/json-nesting.ts';
import type { LineFaults } from './line-faults.ts';
import {
  addBlank,
  type Build,
  buildChoice,
  buildConstant,
  buildInteger,
  buildNumber,
  buildText,
  isFiniteNumber,
  isKeepable,
  isKeepableKey,
  notFitting,
  type Reader,
  type SchemaNode,
  typed,
  withoutNegativeZero,
} from './scalar-readers.ts';
import { patternRules } from './text-rules.ts';

type JsonObject = Record<string, unknown>;

const NOTES = new Set(['default', 'description', 'examples', 'title']);

export const buildReader: Build = (schema) => {
  if (schema['anyOf'] !== undefined) return checked(schema, ['anyOf'], buildUnion);
  if (schema['enum'] !== undefined) return checked(schema, ['enum', 'type'], buildChoice);
  if (schema['const'] !== undefined) return checked(schema, ['const', 'type'], buildConstant);
  switch (schema['type']) {
    case 'string':
      return checked(schema, ['type', 'minLength', 'maxLength', 'pattern', 'format'], buildText);
    case 'number':
      return checked(schema, ['type', 'minimum', 'maximum'], buildNumber);
    case 'integer':
      return checked(schema, ['type', 'minimum', 'maximum'], buildInteger);
    case 'boolean':
      return checked(schema, ['type'], () => typed('true or false', (value) => typeof value === 'boolean'));
    case 'null':
      return checked(schema, ['type'], () => typed('null', (value) => value === null));
    case 'array':
      return checked(schema, ['type', 'items', 'minItems', 'maxItems'], buildList);
    case 'object':
      return schema['patternProperties'] === undefined
        ? checked(
            schema,
            ['type', 'properties', 'required', 'additionalProperties', 'minProperties'],
            buildObject,
          )
        : checked(schema, ['type', 'patternProperties'], buildMap);
    default:
      return checked(schema, [], () => anything);
  }
};

const checked = (schema: SchemaNode, known: readonly string[], build: Build): Reader => {
  const unknown = Object.keys(schema).filter((keyword) => !known.includes(keyword) && !NOTES.has(keyword));
  if (unknown.length > 0) {
    throw new Error(`no reader for the schema keyword ${unknown.join(', ')} in ${JSON.stringify(schema)}`);
  }
  return build(schema);
};

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

const buildUnion: Build = (schema) => {
  const branches = (schema['anyOf'] as readonly SchemaNode[]).map(buildReader);
  const expected = [...new Set(branches.map((branch) => branch.expected))].join(' or ');
  return {
    expected,
    fits: (value) => branches.some((branch) => branch.fits(value)),
    read: (value, faults) => {
      // The branches of a union differ in their JSON type, so at most one fits.
      const branch = branches.find((candidate) => candidate.fits(value));
      return branch === undefined ? notFitting(expected, value, faults) : branch.read(value, faults);
    },
  };
};

const buildList: Build = (schema) => {
  const items = buildReader(schema['items'] as SchemaNode);
  const minItems = (schema['minItems'] as number | undefined) ?? 0;
  const maxItems = (schema['maxItems'] as number | undefined) ?? Number.POSITIVE_INFINITY;
  const expected = 'a list';
  const read = (value: unknown, faults: LineFaults): unknown => {
    if (!Array.isArray(value)) return notFitting(expected, value, faults);
    if (value.length < minItems)
      faults.add('too_few', `must have at least ${countOf(minItems, 'entry', 'entries')}`);
    if (value.length > maxItems)
      return faults.add('too_many', `must have at most ${countOf(maxItems, 'entry', 'entries')}`);
    return value.map((item, index) => readAt(items, item, String(index), faults));
  };
  return { expected, fits: Array.isArray, read };
};

const readAt = (reader: Reader, value: unknown, key: string, faults: LineFaults): unknown => {
  faults.enter(key);
  const result = reader.read(value, faults);
  faults.leave();
  return result;
};

/** Returns a new list or object each time, so that lines never share one. Most are empty, and cloning costs more than all the rest. */
const freshDefault = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Object.keys(value).length > 0) return structuredClone(value);
  return Array.isArray(value) ? [] : {};
};

/** On the wire, `null` and `[]` mean that a field is not used, unless they are valid values of it. */
const isGiven = (
  object: Readonly<JsonObject>,
  key: string,
  isNeeded: boolean,
  reader: Reader,
  faults: LineFaults,
): boolean => {
  if (!Object.hasOwn(object, key)) return false;
  const value = object[key];
  return !faults.refusesBlanks || !isUnused(value) || (!isNeeded && reader.fits(value));
};

/** Whether `{}` counts as blank: not if it is the default of the field, and not at the top level, where other faults apply. */
const isBlankObject = (schema: SchemaNode, value: Readonly<JsonObject>, faults: LineFaults): boolean =>
  faults.refusesBlanks && faults.depth > 0 && !Object.hasOwn(schema, 'default') && isBlank(value);

const buildObject: Build = (schema) => {
  const required = new Set((schema['required'] as readonly string[] | undefined) ?? []);
  const minProperties = (schema['minProperties'] as number | undefined) ?? 0;
  const isOpen = schema['additionalProperties'] !== false;
  const properties = new Map(
    Object.entries((schema['properties'] as Record<string, SchemaNode> | undefined) ?? {}).map(
      ([key, node]) => [key, { reader: buildReader(node), node, isRequired: required.has(key) }],
    ),
  );
  const expected = 'an object';
  const read = (value: unknown, faults: LineFaults): unknown => {
    if (!isObject(value)) return notFitting(expected, value, faults);
    if (isBlankObject(schema, value, faults)) return addBlank(faults);
    const result: JsonObject = {};
    for (const [key, { reader, node, isRequired }] of properties) {
      const hasDefault = Object.hasOwn(node, 'default');
      if (isGiven(value, key, isRequired && !hasDefault, reader, faults)) {
        result[key] = readAt(reader, value[key], key, faults);
      } else if (hasDefault) result[key] = freshDefault(node['default']);
      else if (isRequired) faults.add('missing', 'is missing', key);
    }
    for (const key of Object.keys(value)) {
      if (properties.has(key)) continue;
      if (!isOpen) faults.add('unknown_field', 'is not a known field', key);
      else if (isKeepableKey(key, faults)) result[key] = readAt(anything, value[key], key, faults);
    }
    if (Object.keys(result).length < minProperties) {
      faults.add('too_few', `must have at least ${countOf(minProperties, 'field')}`);
    }
    return result;
  };
  return { expected, fits: isObject, read };
};

const buildMap: Build = (schema) => {
  const [entry, ...others] = Object.entries(schema['patternProperties'] as Record<string, SchemaNode>);
  if (entry === undefined || others.length > 0) throw new Error('a map has exactly one pattern');
  const keyRule = patternRules(entry[0]);
  const values = buildReader(entry[1]);
  const expected = 'an object';
  const read = (value: unknown, faults: LineFaults): unknown => {
    if (!isObject(value)) return notFitting(expected, value, faults);
    if (isBlankObject(schema, value, faults)) return addBlank(faults);
    const result: JsonObject = {};
    for (const [given, item] of Object.entries(value)) {
      if (!isKeepableKey(given, faults)) continue;
      const key = keyRule.canonical(given);
      if (key === undefined) faults.add('malformed', `has a name that must be ${keyRule.expected}`, given);
      else if (Object.hasOwn(result, key)) faults.add('repeated', 'is the same as another name here', given);
      else result[key] = readAt(values, item, given, faults);
    }
    return result;
  };
  return { expected, fits: isObject, read };
};

/** Free-form data: kept unchanged, if it can be stored and read again. */
const anything: Reader = {
  expected: 'anything',
  fits: () => true,
  read: (value, faults) => {
    if (typeof value === 'string') return isKeepable(value, faults) ? value : undefined;
    if (typeof value === 'number') {
      return isFiniteNumber(value)
        ? withoutNegativeZero(value)
        : faults.add('out_of_range', 'must be a finite number');
    }
    // The depth of a text is checked before it is parsed; that of a value is checked here.
    if (isNested(value) && faults.depth >= NESTING_MAX_LEVELS) {
      return faults.add('out_of_range', `is nested deeper than ${NESTING_MAX_LEVELS} levels`);
    }
    if (Array.isArray(value)) {
      return value.map((item, index) => readAt(anything, item, String(index), faults));
    }
    if (!isObject(value)) return value;
    const result: JsonObject = {};
    for (const [key, item] of Object.entries(value)) {
      if (isKeepableKey(key, faults)) result[key] = readAt(anything, item, key, faults);
    }
    return result;
  },
};
