// What all sections of a mapping share: fields with a rule each, and objects filled from a row with a fault for each bad value.

import type { SourceFault, SourceTarget } from '../../source-format.ts';
import { below, type MappingFaults, readNamed } from '../mapping-faults.ts';
import { type Rule, type RuleShape, readRule } from '../rules/rule.ts';
import { type RowValues, ValueFault } from '../values/row-values.ts';

export type Written = Readonly<Record<string, unknown>>;

export interface FieldRule {
  readonly name: string;
  readonly rule: Rule;
  readonly isRequired: boolean;
}

export interface FieldSpec extends RuleShape {
  readonly isRequired?: true;
}

/** A bad value, before its place is known. */
export type ValueProblem = Omit<SourceFault, 'line' | 'file'>;

export interface ReadRow {
  readonly row: RowValues;
  readonly target: SourceTarget;
  readonly problems: ValueProblem[];
}

const LOCALES_MAX = 100;
const LOCALE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,4}$/;
const NAMES_MAX = 500;

export const text: FieldSpec = { type: 'text' };
export const texts: FieldSpec = { type: 'text', isList: true };

export const readFields = (
  written: Written,
  path: string,
  specs: Readonly<Record<string, FieldSpec>>,
  faults: MappingFaults,
): readonly FieldRule[] =>
  Object.entries(specs).flatMap(([name, spec]) => {
    const value = written[name];
    if (value === undefined) {
      if (spec.isRequired) faults.add(below(path, name), 'is missing; name the column it comes from');
      return [];
    }
    const rule = readRule(value, below(path, name), spec, faults);
    return rule === undefined ? [] : [{ name, rule, isRequired: spec.isRequired === true }];
  });

/** Fields by names of the author's own choice. */
export const readNamedRules = (
  value: unknown,
  path: string,
  shape: RuleShape,
  faults: MappingFaults,
): readonly FieldRule[] =>
  value === undefined
    ? []
    : readNamed(value, path, NAMES_MAX, faults).flatMap(([name, written]) => {
        const rule = readRule(written, below(path, name), shape, faults);
        return rule === undefined ? [] : [{ name, rule, isRequired: false }];
      });

export interface LocaleFields {
  readonly locale: string;
  readonly fields: readonly FieldRule[];
}

/** Columns of other locales: by locale, the fields that differ. */
export const readLocalized = (
  value: unknown,
  path: string,
  specs: Readonly<Record<string, FieldSpec>>,
  faults: MappingFaults,
): readonly LocaleFields[] =>
  value === undefined
    ? []
    : readNamed(value, path, LOCALES_MAX, faults).flatMap(([locale, written]) => {
        const at = below(path, locale);
        if (!LOCALE.test(locale)) faults.add(at, 'is not a locale such as de or en-us');
        const known = Object.keys(specs);
        const fields = readNamed(written, at, NAMES_MAX, faults);
        for (const [name] of fields) {
          if (!known.includes(name)) {
            faults.add(below(at, name), `is not known; the known names are ${known.join(', ')}`);
          }
        }
        return [{ locale, fields: readFields(Object.fromEntries(fields), at, specs, faults) }];
      });

/** The value of a rule; undefined if there is none or it is bad. */
export const readValue = (rule: Rule, { row, problems }: ReadRow): unknown => {
  try {
    return rule.read(row);
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    const { message, column, value } = error;
    problems.push({ fault: message, column, ...(value === undefined ? {} : { value }) });
    return undefined;
  }
};

/** The fields that the row has. */
export const fill = (fields: readonly FieldRule[], read: ReadRow): Record<string, unknown> => {
  const object: Record<string, unknown> = {};
  for (const { name, rule, isRequired } of fields) {
    const known = read.problems.length;
    const value = readValue(rule, read);
    if (value !== undefined) setOwn(object, name, value);
    else if (isRequired && read.problems.length === known) {
      read.problems.push({ fault: `is blank, but ${name} needs a value`, column: rule.column });
    }
  }
  return object;
};

/** Also a name that would otherwise set the prototype. */
export const setOwn = (object: Record<string, unknown>, name: string, value: unknown): void => {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
};

export const fillLocalized = (
  localized: readonly LocaleFields[],
  read: ReadRow,
): Record<string, Record<string, unknown>> => {
  const filled: Record<string, Record<string, unknown>> = {};
  for (const { locale, fields } of localized) {
    const object = fill(fields, read);
    if (Object.keys(object).length > 0) filled[locale] = object;
  }
  return filled;
};

/** The names of the columns that rules read. */
export const columnsOf = (fields: readonly { readonly rule: Rule }[]): ReadonlySet<string> =>
  new Set(
    fields.flatMap(({ rule }) => rule.paths.flatMap(({ text: whole, steps }) => [whole, steps[0] ?? whole])),
  );
