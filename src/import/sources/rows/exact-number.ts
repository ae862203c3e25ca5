// Numbers of a JSON text as they were written, where JavaScript would change them: 12345678901234567890, 1.10. They are kept as
// text with a mark that no text can have that is stored, since a NUL is never stored.

import { closingQuote } from '../../../domain/text/json-strings.ts';

const MARK = '\0n:';

/** The number itself, if it is written back the same. */
export const keepNumber = (source: string): number | string => {
  const number = Number(source);
  return String(number) === source ? number : MARK + source;
};

/** How a number was written; undefined for all other values. */
export const writtenNumber = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : undefined;
};

/** The value without marks: a number if that keeps its value, else text. */
export const plainValue = (value: unknown): unknown => {
  if (typeof value === 'string')
    return value.startsWith(MARK) ? plainNumber(value.slice(MARK.length)) : value;
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainValue(inner)]));
};

const DIGITS_EXACT = 15;

const plainNumber = (written: string): number | string => {
  const digits = written
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '').length;
  const number = Number(written);
  return digits <= DIGITS_EXACT && Number.isFinite(number) ? number : written;
};

/** Finds most texts that need no marking. It may be wrong about the others. */
const MAY_CHANGE = /[\d.]{16}|\.\d*0(?!\d)|\d[eE]|-0/;
const NUMBER = /-?\d[\d.eE+-]*/g;

/** A valid JSON text in which such numbers are marked; the text itself if it has none. */
export const markNumbers = (json: string): string => {
  if (!MAY_CHANGE.test(json)) return json;
  const parts: string[] = [];
  let isChanged = false;
  const mark = (written: string): string => {
    const kept = keepNumber(written);
    if (typeof kept === 'number') return written;
    isChanged = true;
    return JSON.stringify(kept);
  };
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const end = quote === -1 ? json.length : quote;
    parts.push(json.slice(at, end).replace(NUMBER, mark));
    if (quote === -1) break;
    at = closingQuote(json, quote) + 1;
    parts.push(json.slice(quote, at));
  }
  return isChanged ? parts.join('') : json;
};
