// Readers for scalar values: texts, numbers, booleans, enums. They check a value and return it in canonical form. Lists and
// objects are in `schema-reader.ts`.

import type { ObjectFaultCode } from '../../domain/manage/object-reader.ts';
import { isBlankText } from '../../domain/text/blank.ts';
import { countOf } from '../../domain/text/count-of.ts';
import { type LineFaults, showValue } from './line-faults.ts';
import { formatRules, patternRules, type TextRule } from './text-rules.ts';

export interface SchemaNode {
  readonly [keyword: string]: unknown;
}

/** Reads values of one schema. The result is only meaningful if no fault was added. */
export interface Reader {
  /** What a value must be, for messages. */
  readonly expected: string;
  /** Whether the value has the right JSON type. */
  readonly fits: (value: unknown) => boolean;
  readonly read: (value: unknown, faults: LineFaults) => unknown;
}

export type Build = (schema: SchemaNode) => Reader;

export const notFitting = (
  expected: string,
  value: unknown,
  faults: LineFaults,
  fault: ObjectFaultCode = 'wrong_type',
): void => faults.add(fault, `must be ${expected}, not ${showValue(value)}`);

export const addBlank = (faults: LineFaults): void => faults.add('blank_value', 'must not be blank');

export const typed = (
  expected: string,
  fits: (value: unknown) => boolean,
  canonical: (value: unknown) => unknown = (value) => value,
  faultOf: (value: unknown) => ObjectFaultCode = () => 'wrong_type',
): Reader => ({
  expected,
  fits,
  read: (value, faults) =>
    fits(value) ? canonical(value) : notFitting(expected, value, faults, faultOf(value)),
});

export const isFiniteNumber = (value: unknown): boolean => Number.isFinite(value);
// Turns -0, which JSON cannot write back, into 0.
export const withoutNegativeZero = (value: unknown): number => (value as number) + 0;

const numberFault = (value: unknown): ObjectFaultCode =>
  typeof value === 'number' ? 'out_of_range' : 'wrong_type';

const buildNumeric =
  (what: string, isKind: (value: unknown) => boolean): Build =>
  ({ minimum, maximum }) => {
    const above = minimum === undefined ? '' : ` of at least ${minimum}`;
    const expected = `${what}${maximum === undefined ? above : ` from ${minimum} to ${maximum}`}`;
    const isInside = (value: unknown) =>
      isKind(value) &&
      (minimum === undefined || (value as number) >= (minimum as number)) &&
      (maximum === undefined || (value as number) <= (maximum as number));
    const reader = typed(expected, isInside, withoutNegativeZero, numberFault);
    return { ...reader, fits: (value) => typeof value === 'number' };
  };

export const buildNumber = buildNumeric('a number', isFiniteNumber);
export const buildInteger = buildNumeric('a whole number', Number.isSafeInteger);

const choiceFault = (value: unknown): ObjectFaultCode =>
  typeof value === 'string' ? 'not_allowed' : 'wrong_type';

export const buildConstant: Build = (schema) =>
  typed(JSON.stringify(schema['const']), (value) => value === schema['const'], undefined, choiceFault);

export const buildChoice: Build = (schema) => {
  const choices = schema['enum'] as readonly unknown[];
  const words = choices.map((choice) => (choice === '' ? '""' : String(choice)));
  const fits = (value: unknown) => choices.includes(value);
  const reader = typed(`one of ${words.join(', ')}`, fits, undefined, choiceFault);
  return {
    ...reader,
    read: (value, faults) =>
      faults.refusesBlanks && typeof value === 'string' && isBlankText(value) && !fits(value)
        ? addBlank(faults)
        : reader.read(value, faults),
  };
};

export const buildText: Build = (schema) => {
  const minLength = (schema['minLength'] as number | undefined) ?? 0;
  const maxLength = (schema['maxLength'] as number | undefined) ?? Number.POSITIVE_INFINITY;
  const rule = textRule(schema);
  const expected = rule?.expected ?? 'text';
  const fits = (value: unknown) => typeof value === 'string';
  const read = (value: unknown, faults: LineFaults): unknown => {
    if (typeof value !== 'string') return notFitting(expected, value, faults);
    if (!isKeepable(value, faults)) return undefined;
    // Blank ids and names could be stored but never requested, because the wire rejects blank values.
    const mayBeBlank = minLength === 0 && (!faults.refusesBlanks || value === schema['default']);
    if (!mayBeBlank && isBlankText(value)) return addBlank(faults);
    if (value.length > maxLength && [...value].length > maxLength) {
      return faults.add('too_long', `must not be longer than ${countOf(maxLength, 'character')}`);
    }
    return rule === undefined
      ? value
      : (rule.canonical(value) ?? notFitting(expected, value, faults, 'malformed'));
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

/** Rejects NUL and lone surrogates, which databases handle differently. */
export const isKeepable = (text: string, faults: LineFaults, key?: string): boolean => {
  if (text.includes('\0')) {
    faults.add('invalid_character', 'must not contain a NUL character', key);
    return false;
  }
  if (!text.isWellFormed()) {
    faults.add('invalid_character', 'must not contain a lone surrogate', key);
    return false;
  }
  return true;
};

/** Whether a plain object can have the key as data. */
export const isKeepableKey = (key: string, faults: LineFaults): boolean => {
  if (key === '__proto__') {
    faults.add('not_allowed', 'is not allowed as a name', key);
    return false;
  }
  return isKeepable(key, faults, key);
};
