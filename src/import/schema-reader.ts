// Turns a schema of the contract into a reader: it checks a value and rebuilds it whole and canonical in one pass,
// defaults put in and keys in the schema's order. A schema keyword it does not know fails when the reader is built,
// so that none is passed over in silence. Maps are closed: a key that fits no pattern is a fault.

import { type LineFaults, showValue } from './line-faults.ts';
import { formatRules, patternRules, type TextRule } from './text-rules.ts';

export interface SchemaNode {
  readonly [keyword: string]: unknown;
}

/** Reads values of one schema. What it returns means something only while no fault was noted. */
export interface Reader {
  /** What a value must be, in words. */
  readonly expected: string;
  /** Whether the value is of the right JSON type, whatever is in it. */
  readonly fits: (value: unknown) => boolean;
  readonly read: (value: unknown, faults: LineFaults) => unknown;
}

type JsonObject = Record<string, unknown>;
type Build = (schema: SchemaNode) => Reader;

const NOTES = new Set(['default', 'description', 'examples', 'title']);

export const buildReader: Build = (schema) => {
  if (schema['anyOf'] !== undefined) return checked(schema, ['anyOf'], buildUnion);
  if (schema['enum'] !== undefined) return checked(schema, ['enum', 'type'], buildChoice);
  if (schema['const'] !== undefined) return checked(schema, ['const', 'type'], buildConstant);
  switch (schema['type']) {
    case 'string':
      return checked(schema, ['type', 'minLength', 'maxLength', 'pattern', 'format'], buildText);
    case 'number':
      return checked(schema, ['type'], () => typed('a number', isFiniteNumber, withoutNegativeZero));
    case 'integer':
      return checked(schema, ['type', 'minimum'], buildInteger);
    case 'boolean':
      return checked(schema, ['type'], () => typed('true or false', (value) => typeof value === 'boolean'));
    case 'null':
      return checked(schema, ['type'], () => typed('null', (value) => value === null));
    case 'array':
      return checked(schema, ['type', 'items', 'minItems'], buildList);
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

const notFitting = (expected: string, value: unknown, faults: LineFaults): void =>
  faults.add(`must be ${expected}, not ${showValue(value)}`);

const typed = (
  expected: string,
  fits: (value: unknown) => boolean,
  canonical: (value: unknown) => unknown = (value) => value,
): Reader => ({
  expected,
  fits,
  read: (value, faults) => (fits(value) ? canonical(value) : notFitting(expected, value, faults)),
});

const isFiniteNumber = (value: unknown): boolean => Number.isFinite(value);
// JSON has a -0 that does not survive being written again.
const withoutNegativeZero = (value: unknown): number => (value as number) + 0;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const buildInteger: Build = ({ minimum }) => {
  const expected = minimum === undefined ? 'a whole number' : `a whole number of at least ${minimum}`;
  const isInside = (value: unknown) =>
    Number.isSafeInteger(value) && (minimum === undefined || (value as number) >= (minimum as number));
  return { ...typed(expected, isInside, withoutNegativeZero), fits: (value) => typeof value === 'number' };
};

const buildConstant: Build = (schema) =>
  typed(JSON.stringify(schema['const']), (value) => value === schema['const']);

const buildChoice: Build = (schema) => {
  const choices = schema['enum'] as readonly unknown[];
  const words = choices.map((choice) => (choice === '' ? '""' : String(choice)));
  return typed(`one of ${words.join(', ')}`, (value) => choices.includes(value));
};

const buildText: Build = (schema) => {
  const minLength = (schema['minLength'] as number | undefined) ?? 0;
  const maxLength = (schema['maxLength'] as number | undefined) ?? Number.POSITIVE_INFINITY;
  const rule = textRule(schema);
  const expected = rule?.expected ?? 'text';
  const fits = (value: unknown) => typeof value === 'string';
  const read = (value: unknown, faults: LineFaults): unknown => {
    if (typeof value !== 'string') return notFitting(expected, value, faults);
    if (!isKeepable(value, faults)) return undefined;
    // Blank ids and names could be stored but never asked for: blank values are refused on the wire.
    if (minLength > 0 && value.trim() === '') return faults.add('must not be blank');
    if (value.length > maxLength && [...value].length > maxLength) {
      return faults.add(`must be at most ${maxLength} characters long`);
    }
    return rule === undefined ? value : (rule.canonical(value) ?? notFitting(expected, value, faults));
  };
  return { expected, fits, read };
};

const textRule = ({ pattern, format }: SchemaNode): TextRule | undefined => {
  if (pattern !== undefined) return patternRules(pattern as string);
  if (format === undefined) return undefined;
  const rule = formatRules.get(format as string);
  if (rule === undefined) throw new Error(`no reader for the format ${format}`);
  return rule;
};

/** NUL and lone surrogates are refused everywhere: stores disagree on them. */
const isKeepable = (text: string, faults: LineFaults, key?: string): boolean => {
  if (text.includes('\0')) {
    faults.add('must not hold a NUL character', key);
    return false;
  }
  if (!text.isWellFormed()) {
    faults.add('must not hold half of a surrogate pair', key);
    return false;
  }
  return true;
};

/** A key that a plain object can carry as data. */
const isKeepableKey = (key: string, faults: LineFaults): boolean => {
  if (key === '__proto__') {
    faults.add('is not allowed as a name', key);
    return false;
  }
  return isKeepable(key, faults, key);
};

const buildUnion: Build = (schema) => {
  const branches = (schema['anyOf'] as readonly SchemaNode[]).map(buildReader);
  const expected = [...new Set(branches.map((branch) => branch.expected))].join(' or ');
  return {
    expected,
    fits: (value) => branches.some((branch) => branch.fits(value)),
    read: (value, faults) => {
      // The branches of one union differ in their JSON type, so the first that fits is the one that was meant.
      const branch = branches.find((candidate) => candidate.fits(value));
      return branch === undefined ? notFitting(expected, value, faults) : branch.read(value, faults);
    },
  };
};

const buildList: Build = (schema) => {
  const items = buildReader(schema['items'] as SchemaNode);
  const minItems = (schema['minItems'] as number | undefined) ?? 0;
  const expected = 'a list';
  const read = (value: unknown, faults: LineFaults): unknown => {
    if (!Array.isArray(value)) return notFitting(expected, value, faults);
    if (value.length < minItems) faults.add(`must have at least ${minItems} entries`);
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

/** Lists and objects anew each time, so that no two lines share one. */
const freshDefault = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? structuredClone(value) : value;

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
    const result: JsonObject = {};
    for (const [key, { reader, node, isRequired }] of properties) {
      if (Object.hasOwn(value, key)) result[key] = readAt(reader, value[key], key, faults);
      else if (Object.hasOwn(node, 'default')) result[key] = freshDefault(node['default']);
      else if (isRequired) faults.add('is missing', key);
    }
    for (const key of Object.keys(value)) {
      if (properties.has(key)) continue;
      if (!isOpen) faults.add('is not a known field', key);
      else if (isKeepableKey(key, faults)) result[key] = readAt(anything, value[key], key, faults);
    }
    if (Object.keys(result).length < minProperties) faults.add(`must have at least ${minProperties} field`);
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
    const result: JsonObject = {};
    for (const [given, item] of Object.entries(value)) {
      if (!isKeepableKey(given, faults)) continue;
      const key = keyRule.canonical(given);
      if (key === undefined) faults.add(`has a name that must be ${keyRule.expected}`, given);
      else if (Object.hasOwn(result, key)) faults.add(`is the same as another name here`, given);
      else result[key] = readAt(values, item, given, faults);
    }
    return result;
  };
  return { expected, fits: isObject, read };
};

/** Free-form data: kept as it is given, as long as it can be written and read again. */
const anything: Reader = {
  expected: 'anything',
  fits: () => true,
  read: (value, faults) => {
    if (typeof value === 'string') return isKeepable(value, faults) ? value : undefined;
    if (typeof value === 'number') {
      return isFiniteNumber(value) ? withoutNegativeZero(value) : faults.add('must be a finite number');
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
