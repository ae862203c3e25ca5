// The schemas of values that several operations share, with their limits and descriptions.
// Blank values, `null` and `[]` are handled before a schema is applied (Decision 0003).

import { type TSchema, Type } from 'typebox';
import { PAGE_CHARS_MAX, UUID_PATTERN } from './value-limits.ts';

export { PAGE_CHARS_MAX, UUID_PATTERN };

export const PAGE_WINDOW_MAX = 100_000;
export const TEXT_MAX_CHARS = 1_000;
export const IDENTIFIER_MAX_CHARS = 200;

export const LOCALE_PATTERN = '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,4}$';

/** What a pattern requires, as words that follow the name of the value in a message. */
/** Without a digit at its end, where the number begins. */
export const ID_PREFIX_PATTERN = '^[\\w.:-]{0,119}[A-Za-z_.:-]$';

export const patternWords: ReadonlyMap<string, string> = new Map([
  [UUID_PATTERN, 'must be a UUID such as 0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f'],
  [LOCALE_PATTERN, 'must be a locale such as en-us'],
  [
    ID_PREFIX_PATTERN,
    'may have up to 120 letters A to Z, digits and the signs _ . : -, and must not end in a digit, such as wp-',
  ],
]);

export const uuid = (description: string) =>
  Type.String({ pattern: UUID_PATTERN, description, examples: ['0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f'] });

/** `title`: of a parameter that several operations take. The description says it once, under this name. */
export const text = (description: string, title?: string) =>
  Type.String({ ...titled(title), maxLength: TEXT_MAX_CHARS, description });

export const identifier = (description: string, title?: string) =>
  Type.String({ ...titled(title), maxLength: IDENTIFIER_MAX_CHARS, description });

const titled = (title: string | undefined) => (title === undefined ? {} : { title });

export const locale = () =>
  Type.String({
    title: 'Locale',
    pattern: LOCALE_PATTERN,
    maxLength: 35,
    description:
      'Language or region, as a lower-case BCP 47 tag such as `en-us`. Case is ignored and `_` is read as `-`. ' +
      "Texts fall back from the exact locale to its language, from a bare language to its regional variants in code order, then to the environment's default locale. If omitted: the environment's default locale.",
    examples: ['en-us'],
  });

export const skip = () =>
  Type.Integer({
    title: 'Skip',
    minimum: 0,
    maximum: PAGE_WINDOW_MAX,
    default: 0,
    description: `Number of items to skip. \`skip\` + \`limit\` must not exceed ${PAGE_WINDOW_MAX}.`,
  });

/** How many records, versions or content models a page holds. */
export const RECORDS_LIMIT = { default: 20, max: 100 } as const;

export const limit = (defaultLimit: number, maximum: number, title = `Limit${defaultLimit}`, note = '') =>
  Type.Integer({
    title,
    minimum: 0,
    maximum,
    default: defaultLimit,
    description: `Maximum number of items to return, up to ${maximum}. 0 returns none.${note}`,
  });

/** A day of UTC. Operations check that it is one. */
export const dayText = (description: string, title: string) =>
  Type.String({ title, maxLength: 10, description });

/** For lists whose items can be long. */
export const limitOfLong = (defaultLimit: number, maximum: number) =>
  limit(
    defaultLimit,
    maximum,
    'PageLimit',
    ` A page of more than ${PAGE_CHARS_MAX} characters is rejected (400); request fewer items.`,
  );

export const sortOrder = (description: string) => Type.Enum(['asc', 'desc'], { description });

/** A boolean in a query string: the text `true` or `false`. */
export const flag = (description: string, title?: string) =>
  Type.Boolean({ ...titled(title), default: false, description });

export const closedObject = <T extends Record<string, TSchema>>(
  properties: T,
  options: Record<string, unknown> = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

/** A closed object that has a name of its own in the description: it is said there once and referred to. */
export const namedObject = <T extends Record<string, TSchema>>(
  title: string,
  properties: T,
  options: { readonly examples?: readonly unknown[] } = {},
) => closedObject(properties, { title, ...options });

export const dateTime = (description: string) => Type.String({ format: 'date-time', description });
