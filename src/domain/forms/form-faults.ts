// Finds faults in the fields of a form, beyond the types of their values, when the form is saved. A field that no answer could
// satisfy is the editor's mistake and must not become a visitor's problem.

import { parseInstant } from '../text/instant.ts';
import { compileWhole } from './form-fields.ts';

/** A field by its names in the bundle, which its faults use too. */
export interface GivenField {
  readonly name: string;
  readonly type: string;
  readonly options: readonly { readonly value: string }[];
  readonly validation: {
    readonly min_length?: number;
    readonly max_length?: number;
    readonly pattern?: string;
    readonly min?: number | string;
    readonly max?: number | string;
  };
}

export interface FormFault {
  readonly fault: 'repeated' | 'not_allowed' | 'malformed' | 'conflicting' | 'too_many' | 'too_few';
  /** Below `fields`: `0.options`. Empty for the list itself. */
  readonly path: string;
  readonly message: string;
}

const FIELDS_MAX = 100;
const OPTIONS_MAX = 500;
const WITH_TEXT = new Set(['text', 'textarea', 'email', 'url', 'tel']);
const WITH_OPTIONS = new Set(['select', 'multi_select']);

export const findFormFaults = (fields: readonly GivenField[]): FormFault[] => {
  const faults: FormFault[] = [];
  if (fields.length > FIELDS_MAX) {
    // The fields are not checked: there may be thousands, each with a pattern to compile.
    return [{ fault: 'too_many', path: '', message: `must not be more than ${FIELDS_MAX}` }];
  }
  const names = new Set<string>();
  for (const [index, field] of fields.entries()) {
    const add = (fault: FormFault['fault'], path: string, message: string) =>
      faults.push({ fault, path: `${index}.${path}`, message });
    if (names.has(field.name)) add('repeated', 'name', 'is the name of another field');
    names.add(field.name);
    checkOptions(field, add);
    checkRules(field, add);
  }
  return faults;
};

type Add = (fault: FormFault['fault'], path: string, message: string) => void;

const checkOptions = ({ type, options }: GivenField, add: Add): void => {
  if (!WITH_OPTIONS.has(type)) {
    if (options.length > 0) add('not_allowed', 'options', 'are only for select and multi_select');
    return;
  }
  if (options.length === 0) add('too_few', 'options', 'must have at least 1 entry');
  if (options.length > OPTIONS_MAX) add('too_many', 'options', `must not be more than ${OPTIONS_MAX}`);
  if (new Set(options.map(({ value }) => value)).size !== options.length) {
    add('repeated', 'options', 'must not repeat a value');
  }
};

const checkRules = ({ type, validation }: GivenField, add: Add): void => {
  const { min_length, max_length, pattern, min, max } = validation;
  const hasTextRule = min_length !== undefined || max_length !== undefined || pattern !== undefined;
  if (hasTextRule && !WITH_TEXT.has(type)) {
    add('not_allowed', 'validation', 'may have min_length, max_length and pattern only for a text');
  }
  if (min_length !== undefined && max_length !== undefined && min_length > max_length) {
    add('conflicting', 'validation', 'must not have a min_length above its max_length');
  }
  if (pattern !== undefined && compileWhole(pattern) === undefined) {
    add(
      'malformed',
      'validation.pattern',
      'must be a regular expression without lookaround and backreferences',
    );
  }
  if (min === undefined && max === undefined) return;
  const fits = boundOf(type);
  if (fits === undefined || ![min, max].every((bound) => bound === undefined || fits(bound))) {
    add(
      'not_allowed',
      'validation',
      'may have min and max only as numbers for a number or as dates for a date',
    );
  } else if (min !== undefined && max !== undefined && min > max) {
    add('conflicting', 'validation', 'must not have a min above its max');
  }
};

const boundOf = (type: string): ((bound: number | string) => boolean) | undefined => {
  if (type === 'number') return (bound) => typeof bound === 'number';
  if (type !== 'date') return undefined;
  return (bound) => typeof bound === 'string' && bound.length === 10 && parseInstant(bound) !== undefined;
};
