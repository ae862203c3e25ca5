// Checks one value against its schema and reports the fault in the words of the failure catalogue. Objects and lists are
// not walked here, and blank or unused values never get here.

import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Keywords, sayChoices, sayLongest, sayType } from '../../contract/value-words.ts';
import { patternWords } from '../../contract/values.ts';
import { type InputFault, invalidInput } from '../../domain/failures/failures.ts';

export type ValueCheck = (value: unknown, path: string) => void;

type Validator = ReturnType<typeof Compile>;

type Fault = readonly [fault: InputFault, what: string];

export const keywordsOf = (schema: TSchema): Keywords => schema;

const validators = new WeakMap<TSchema, Validator>();

/** Compiled once for all routes that share the schema. */
const compileOnce = (schema: TSchema): Validator => {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator;
};

/** Whether the schema accepts a value. Compiled with the first value: hundreds are never used by a process. */
export const buildValueTest = (schema: TSchema): ((value: unknown) => boolean) => {
  let validator: Validator | undefined;
  return (value) => {
    validator ??= compileOnce(schema);
    return validator.Check(value);
  };
};

/** Throws `invalidInput` for a value that the schema refuses. */
export const buildValueCheck = (schema: TSchema): ValueCheck => {
  const isValid = buildValueTest(schema);
  return (value, path) => {
    if (!isValid(value)) {
      const keywords = new Set(
        compileOnce(schema)
          .Errors(value)
          .map((error) => error.keyword),
      );
      const [fault, what] = faultOf(keywords, keywordsOf(schema), value);
      throw invalidInput(fault, path, `${path} ${what}`);
    }
  };
};

const faultOf = (failed: ReadonlySet<string>, schema: Keywords, value: unknown): Fault => {
  if (schema.anyOf !== undefined) {
    return failed.has('maxLength') && typeof value === 'string'
      ? ['too_long', 'is too long']
      : ['wrong_type', schema.anyOf.map(sayType).join(' or ')];
  }
  if (failed.has('type') || (schema.enum !== undefined && typeof value !== 'string')) {
    return ['wrong_type', sayType(schema)];
  }
  if (schema.enum !== undefined) {
    return ['not_allowed', sayChoices(schema.enum)];
  }
  if (failed.has('maxLength')) {
    return ['too_long', sayLongest(schema.maxLength)];
  }
  if (failed.has('minimum')) {
    return ['out_of_range', `must not be less than ${schema.minimum}`];
  }
  if (failed.has('maximum')) {
    return ['out_of_range', `must not be greater than ${schema.maximum}`];
  }
  return [
    'malformed',
    patternWords.get(schema.pattern ?? '') ?? 'is not well formed; the OpenAPI description has its pattern',
  ];
};
