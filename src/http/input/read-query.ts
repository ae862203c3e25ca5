// Reads the query string by the operation's schema, from the raw URL. Declared parameters are read strictly; others are
// ignored where a storefront appends its own, and refused by name elsewhere. Only digits and `true`/`false` are converted
// (Interface: Rules, operation 1).

import type { TObject, TSchema } from 'typebox';
import { fromText, sayType } from '../../contract/value-words.ts';
import { type Failure, invalidInput, missingParameter } from '../../domain/failures/failures.ts';
import { isBlankText } from '../../domain/text/blank.ts';
import { shownName } from '../../domain/text/shown-name.ts';
import { buildValueCheck, keywordsOf, type ValueCheck } from './check-value.ts';
import { assertUsableLiteral, isUnusedText } from './text-rules.ts';

export type QueryReader = (url: string) => Record<string, unknown>;

interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string | undefined;
  readonly check: ValueCheck;
  /** How many times it may be given. */
  readonly timesMax: number;
  readonly isList: boolean;
}

/**
 * Reports a missing required parameter before any other fault, then unknown ones unless they are ignored, then the first
 * fault in declared order.
 */
export const buildQueryReader = (schema: TObject, ignoresUnknown: boolean): QueryReader => {
  const parameters = Object.entries(schema.properties).map(
    ([name, property]: [string, TSchema]): Parameter => ({
      name,
      isRequired: schema.required?.includes(name) ?? false,
      ...valuesOf(property),
    }),
  );
  const declared = new Set(parameters.map(({ name }) => name));
  const required = parameters.filter(({ isRequired }) => isRequired);
  return (url) => {
    const { sent, unknown } = collect(queryOf(url), declared);
    const missing = required.find(({ name }) => !sent.has(name));
    if (missing !== undefined) {
      throw missingParameter(missing.name);
    }
    if (!ignoresUnknown && unknown.length > 0) {
      throw unknownParameters([...new Set(unknown)], [...declared]);
    }
    const query: Record<string, unknown> = {};
    if (sent.size === 0) return query;
    for (const parameter of parameters) {
      const raw = sent.get(parameter.name);
      const value = raw === undefined ? undefined : readValues(parameter, raw);
      if (value !== undefined) {
        query[parameter.name] = value;
      }
    }
    return query;
  };
};

/** A list is a parameter that is given once for each of its values. */
const valuesOf = (schema: TSchema): Pick<Parameter, 'type' | 'check' | 'timesMax' | 'isList'> => {
  const { items, maxItems = 1 } = schema as { readonly items?: TSchema; readonly maxItems?: number };
  const value = items ?? schema;
  return {
    type: keywordsOf(value).type,
    check: buildValueCheck(value),
    isList: items !== undefined,
    timesMax: items === undefined ? 1 : maxItems,
  };
};

const queryOf = (url: string): string => {
  const hash = url.indexOf('#');
  const end = hash === -1 ? url.length : hash;
  const mark = url.indexOf('?');
  return mark === -1 || mark > end ? '' : url.slice(mark + 1, end);
};

const UNKNOWN_SHOWN = 5;

const unknownParameters = (unknown: readonly string[], known: readonly string[]): Failure => {
  const [first = '', ...others] = unknown.map((name) => (isBlankText(name) ? '(blank)' : shownName(name)));
  const shown = [first, ...others].slice(0, UNKNOWN_SHOWN).join(', ');
  const more = unknown.length > UNKNOWN_SHOWN ? ` and ${unknown.length - UNKNOWN_SHOWN} more` : '';
  const what = others.length === 0 ? 'parameter' : 'parameters';
  const taken = known.length === 0 ? 'none' : known.join(', ');
  return invalidInput(
    'unknown_parameter',
    first,
    `Unknown query ${what}: ${shown}${more}; this route takes ${taken}`,
  );
};

interface SentQuery {
  /** The raw values of the declared parameters. */
  readonly sent: ReadonlyMap<string, readonly string[]>;
  /** The names of all others; undecoded where decoding fails. */
  readonly unknown: readonly string[];
}

const NOTHING_SENT: SentQuery = { sent: new Map(), unknown: [] };

const collect = (query: string, declared: ReadonlySet<string>): SentQuery => {
  if (query === '') return NOTHING_SENT;
  const sent = new Map<string, string[]>();
  const unknown: string[] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const raw = equals === -1 ? pair : pair.slice(0, equals);
    const name = decode(raw);
    if (name === undefined || !declared.has(name)) {
      unknown.push(name ?? raw);
    } else {
      const value = equals === -1 ? '' : pair.slice(equals + 1);
      const values = sent.get(name);
      if (values === undefined) sent.set(name, [value]);
      else values.push(value);
    }
  }
  return { sent, unknown };
};

const readValues = (parameter: Parameter, sent: readonly string[]): unknown => {
  const { name, isList, timesMax } = parameter;
  if (sent.length > timesMax) {
    throw isList
      ? invalidInput('too_many', name, `${name} must not be given more than ${timesMax} times`)
      : invalidInput('repeated', name, `${name} is given more than once`);
  }
  if (!isList) return readValue(parameter, sent[0] as string);
  const values = sent.map((raw) => readValue(parameter, raw)).filter((value) => value !== undefined);
  return values.length > 0 ? values : undefined;
};

const readValue = ({ name, isRequired, type, check }: Parameter, raw: string): unknown => {
  const text = decode(raw);
  if (text === undefined) {
    throw invalidInput('malformed', name, `${name} is not percent-encoded UTF-8`);
  }
  if (!isRequired && isUnusedText(text)) {
    return undefined;
  }
  assertUsableLiteral(text, name);
  const value = readText(text, type, name);
  check(value, name);
  return value;
};

const readText = (text: string, type: string | undefined, name: string): unknown => {
  const value = fromText(text, type);
  if (value === undefined) {
    const digits = type === 'integer' ? ', in digits only' : '';
    throw invalidInput('wrong_type', name, `${name} ${sayType({ type: type ?? 'string' })}${digits}`);
  }
  // A number that JSON could not hold exactly is beyond every bound we have; the schema then says so.
  return typeof value === 'number' ? Math.min(value, Number.MAX_SAFE_INTEGER) : value;
};

const ENCODED = /[%+]/;

const decode = (text: string): string | undefined => {
  if (!ENCODED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};
