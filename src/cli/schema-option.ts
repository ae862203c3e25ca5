// Turns a parameter of the interface into a command line option, and parses its value by the same rules.

import { fromText, type Keywords, sayChoices, sayLongest, sayType } from '../contract/value-words.ts';
import { patternWords } from '../contract/values.ts';
import { type OptionSpec, UsageError } from './command.ts';

/** `sort_by` is `--sort-by`. */
export const optionName = (parameter: string): string => parameter.replaceAll('_', '-');

/** A boolean that defaults to false is a flag; any other option has a value. */
const isFlag = ({ type, default: value }: Keywords): boolean => type === 'boolean' && value === false;

/** Parameters that the descriptions of others mention. Other names in them are fields of objects. */
const controls: ReadonlySet<string> = new Set(['skip', 'limit', 'filter', 'preview', 'cascade', 'force']);

/**
 * A description of the interface in the words of the command line: parameters are options, and tokens, statuses and defaults of
 * flags are left out.
 */
export const inOptions = (description: string): string =>
  description
    .replaceAll(/ Needs a [^.]*token[^.]*\.| \(400\)| Default `false`\./g, '')
    .replace(/^Whether to (\w)/, (_, letter: string) => letter.toUpperCase())
    .replaceAll(/`(\w+)`/g, (_, name: string) => (controls.has(name) ? `--${name}` : name))
    .replaceAll('`', '');

/** Of each parameter. */
export const optionsOf = (
  schemas: Readonly<Record<string, Keywords>>,
  required: readonly string[] = [],
): Record<string, OptionSpec> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const option = optionOf(schema);
      return [optionName(name), required.includes(name) ? { ...option, required: true } : option];
    }),
  );

const optionOf = (schema: Keywords): OptionSpec => {
  const meaning = inOptions(schema.description ?? '');
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
  const value = fromText(text, schema.type);
  if (schema.type === 'integer') return checkRange(name, schema, value);
  if (value === undefined) throw new UsageError(`--${name} ${sayType(schema)}`);
  if (schema.enum !== undefined && !schema.enum.includes(text)) {
    throw new UsageError(`--${name} ${sayChoices(schema.enum)}`);
  }
  if (schema.maxLength !== undefined && text.length > schema.maxLength) {
    throw new UsageError(`--${name} ${sayLongest(schema.maxLength)}`);
  }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text)) {
    throw new UsageError(`--${name} ${patternWords.get(schema.pattern) ?? 'is not well formed'}`);
  }
  return value;
};

const checkRange = (name: string, { minimum = 0, maximum = Infinity }: Keywords, value: unknown): number => {
  if (typeof value !== 'number' || value < minimum || value > maximum) {
    throw new UsageError(`--${name} must be a whole number from ${minimum} to ${maximum}`);
  }
  return value;
};
