// What a schema requires of a single value, in words that follow the value's name, and how a value is read from text.
// Query strings, bodies and command line options share it; each of them decides which error to raise.

/** JSON Schema keywords as TypeBox leaves them on a schema. */
export interface Keywords {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Keywords[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly items?: Keywords;
  readonly properties?: Readonly<Record<string, Keywords>>;
}

const typeWords: Readonly<Record<string, string>> = {
  integer: 'must be a whole number',
  number: 'must be a number',
  boolean: 'must be true or false',
  string: 'must be text',
  array: 'must be a list',
  object: 'must be an object',
};

/** A schema without a type is an enumeration of strings. */
export const sayType = ({ type = 'string' }: Keywords): string => typeWords[type] ?? 'is of the wrong type';

export const sayChoices = (choices: readonly unknown[]): string => `must be one of ${choices.join(', ')}`;

export const sayLongest = (maxLength: number | undefined): string =>
  `must not be longer than ${maxLength} ${maxLength === 1 ? 'character' : 'characters'}`;

/** The value of a text, digits only for an integer. `undefined` if the text is not of that type. */
export const fromText = (text: string, type: string | undefined): number | boolean | string | undefined => {
  if (type === 'integer') return /^\d+$/.test(text) ? Number(text) : undefined;
  if (type !== 'boolean') return text;
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
};
