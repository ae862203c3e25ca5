// The query string, read by the operation's schema from the raw URL. Strict where a parameter is declared, blind to all
// others: a storefront appends its own. Nothing is coerced but digits and `true`/`false` (Interface: Rules, operation 1).

import type { TObject, TSchema } from 'typebox';
import { invalidInput, missingParameter } from '../domain/failures.ts';
import { buildValueCheck, keywordsOf, type ValueCheck } from './check-value.ts';
import { assertUsableLiteral, isUnusedText } from './text-rules.ts';

export type QueryReader = (url: string) => Record<string, unknown>;

interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string | undefined;
  readonly check: ValueCheck;
}

/** A missing required parameter goes before every other fault; else the first fault in declared order is told. */
export const buildQueryReader = (schema: TObject): QueryReader => {
  const parameters = Object.entries(schema.properties).map(
    ([name, property]: [string, TSchema]): Parameter => ({
      name,
      isRequired: schema.required?.includes(name) ?? false,
      type: keywordsOf(property).type,
      check: buildValueCheck(property),
    }),
  );
  const declared = new Set(parameters.map(({ name }) => name));
  return (url) => {
    const sent = collect(queryOf(url), declared);
    const missing = parameters.find(({ name, isRequired }) => isRequired && !sent.has(name));
    if (missing !== undefined) {
      throw missingParameter(missing.name);
    }
    const query: Record<string, unknown> = {};
    for (const parameter of parameters) {
      const value = readParameter(parameter, sent.get(parameter.name) ?? []);
      if (value !== undefined) {
        query[parameter.name] = value;
      }
    }
    return query;
  };
};

const queryOf = (url: string): string => {
  const beforeFragment = url.split('#', 1)[0] ?? '';
  const mark = beforeFragment.indexOf('?');
  return mark === -1 ? '' : beforeFragment.slice(mark + 1);
};

/** The raw values of the declared parameters. */
const collect = (query: string, declared: ReadonlySet<string>): Map<string, string[]> => {
  const sent = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    if (name !== undefined && declared.has(name)) {
      const value = equals === -1 ? '' : pair.slice(equals + 1);
      const values = sent.get(name);
      if (values === undefined) sent.set(name, [value]);
      else values.push(value);
    }
  }
  return sent;
};

const readParameter = (
  { name, isRequired, type, check }: Parameter,
  [raw, ...more]: readonly string[],
): unknown => {
  if (raw === undefined) {
    return undefined;
  }
  if (more.length > 0) {
    throw invalidInput('repeated', name, `${name} is given more than once`);
  }
  const text = decode(raw);
  if (text === undefined) {
    throw invalidInput('malformed', name, `${name} is not percent-encoded UTF-8`);
  }
  if (!isRequired && isUnusedText(text)) {
    return undefined;
  }
  assertUsableLiteral(text, name);
  const value = fromText(text, type, name);
  check(value, name);
  return value;
};

const fromText = (text: string, type: string | undefined, name: string): unknown => {
  if (type === 'integer') {
    if (!/^\d+$/.test(text)) {
      throw invalidInput('wrong_type', name, `${name} must be a whole number, in digits only`);
    }
    // A number that JSON could not hold exactly is beyond every bound we have; the schema then says so.
    return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  }
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false') {
      throw invalidInput('wrong_type', name, `${name} must be true or false`);
    }
    return text === 'true';
  }
  return text;
};

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};
