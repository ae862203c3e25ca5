// Checks one value against its schema and reports the fault in the words of the failure catalogue. Objects and lists are
// not walked here, and blank or unused values never get here.

import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { patternWords } from '../../contract/values.ts';
import { type InputFault, invalidInput } from '../../domain/failures/failures.ts';

export type ValueCheck = (value: unknown, path: string) => void;

type Fault = readonly [fault: InputFault, what: string];

/** JSON Schema keywords as TypeBox leaves them on a schema. */
interface Keywords {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly items?: TSchema;
}

export const keywordsOf = (schema: TSchema): Keywords => schema;

/** Throws `invalidInput` for a value that the schema refuses. Compiled once, when the route is mounted. */
export const buildValueCheck = (schema: TSchema): ValueCheck => {
  const validator = Compile(schema);
  return (value, path) => {
    if (!validator.Check(value)) {
      const keywords = new Set(validator.Errors(value).map((error) => error.keyword));
      const [fault, what] = faultOf(keywords, keywordsOf(schema), value);
      throw invalidInput(fault, path, `${path} ${what}`);
    }
  };
};

const typeWords: Readonly<Record<string, string>> = {
  integer: 'must be a whole number',
  number: 'must be a number',
  boolean: 'must be true or false',
  string: 'must be text',
  array: 'must be a list',
  object: 'must be an object',
};

const faultOf = (failed: ReadonlySet<string>, schema: Keywords, value: unknown): Fault => {
  if (schema.anyOf !== undefined) {
    return failed.has('maxLength') && typeof value === 'string'
      ? ['too_long', 'is too long']
      : ['wrong_type', schema.anyOf.map((branch) => typeWord(keywordsOf(branch))).join(' or ')];
  }
  if (failed.has('type') || (schema.enum !== undefined && typeof value !== 'string')) {
    return ['wrong_type', typeWord(schema)];
  }
  if (schema.enum !== undefined) {
    return ['not_allowed', `must be one of ${schema.enum.join(', ')}`];
  }
  if (failed.has('maxLength')) {
    return ['too_long', `must not be longer than ${schema.maxLength} characters`];
  }
  if (failed.has('minimum')) {
    return ['out_of_range', `must not be less than ${schema.minimum}`];
  }
  if (failed.has('maximum')) {
    return ['out_of_range', `must not be greater than ${schema.maximum}`];
  }
  return [
    'malformed',
    patternWords.get(schema.pattern ?? '') ?? 'is not well formed; /openapi.json has its pattern',
  ];
};

const typeWord = (schema: Keywords): string => typeWords[schema.type ?? 'string'] ?? 'is of the wrong type';
