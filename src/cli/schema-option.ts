// Turns a parameter of the interface into a command line option, and parses its value by the same rules.

import { patternWords } from '../contract/values.ts';
import { countOf } from '../domain/text/count-of.ts';
import { type OptionSpec, UsageError } from './command.ts';

/** The JSON Schema keywords that parameters use. */
export interface Keywords {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Keywords[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Keywords>>;
}

/** `sort_by` is `--sort-by`. */
export const optionName = (parameter: string): string => parameter.replaceAll('_', '-');

/** A boolean that defaults to false is a flag; any other option has a value. */
const isFlag = ({ type, default: value }: Keywords): boolean => type === 'boolean' && value === false;

export const optionOf = (schema: Keywords): OptionSpec => {
  const meaning = (schema.description ?? '').replaceAll('`', '');
  if (isFlag(schema)) return { type: 'boolean', meaning };
  return { type: 'string', value: placeholder(schema), meaning };
};

const placeholder = (schema: Keywords): string => {
  if (schema.enum !== undefined) return schema.enum.join('|');
  if (schema.type === 'boolean') return 'true|false';
  return schema.type === 'integer' ? 'NUMBER' : 'TEXT';
};

/** The parsed value of an option. */
export const readOption = (name: string, schema: Keywords, text: string): unknown => {
  if (schema.type === 'integer') return readInteger(name, schema, text);
  if (schema.type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw new UsageError(`--${name} must be true or false`);
    return text === 'true';
  }
  if (schema.enum !== undefined && !schema.enum.includes(text)) {
    throw new UsageError(`--${name} must be one of ${schema.enum.join(', ')}`);
  }
  if (schema.maxLength !== undefined && text.length > schema.maxLength) {
    throw new UsageError(`--${name} must not be longer than ${countOf(schema.maxLength, 'character')}`);
  }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text)) {
    throw new UsageError(`--${name} ${patternWords.get(schema.pattern) ?? 'is not well formed'}`);
  }
  return text;
};

const readInteger = (name: string, { minimum = 0, maximum = Infinity }: Keywords, text: string): number => {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) {
    throw new UsageError(`--${name} must be a whole number from ${minimum} to ${maximum}`);
  }
  return value;
};
