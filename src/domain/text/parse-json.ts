// JSON.parse, but right about names with escapes. V8 14.6 may take such a name for one that an earlier text had in an object of the same
// shape, if that one contains a backslash: `{"a":1,"\u00e9t\u00e9":2}` becomes `{"a":1,"\\u0":2}` once somebody has sent
// `{"a":1,"\\u0":1}`. Shapes belong to the whole process, so one tenant could change the names of another. Texts in which a name has an
// escape are therefore read here.

import { closingQuote } from './json-strings.ts';

const QUOTE = '"';

/** Throws `SyntaxError` as JSON.parse does. */
export const parseJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  return hasEscapedName(text) ? readAgain(text) : value;
};

const SPACE = /\s*/y;

/** Whether the string that ends there is a name. */
const isName = (text: string, end: number): boolean => {
  SPACE.lastIndex = end + 1;
  SPACE.test(text);
  return text[SPACE.lastIndex] === ':';
};

const hasEscapedName = (text: string): boolean => {
  let slash = text.indexOf('\\');
  for (let start = text.indexOf(QUOTE); slash !== -1 && start !== -1; ) {
    const end = closingQuote(text, start);
    if (slash < end && isName(text, end)) return true;
    if (slash < end) slash = text.indexOf('\\', end);
    start = text.indexOf(QUOTE, end + 1);
  }
  return false;
};

type Container = unknown[] | Record<string, unknown>;

/** A stack of its own: a text may be nested deeper than calls may. */
const readAgain = (text: string): unknown => {
  const open: Container[] = [];
  const names: string[] = [];
  let result: unknown;
  const put = (value: unknown): void => {
    const into = open.at(-1);
    if (into === undefined) result = value;
    else if (Array.isArray(into)) into.push(value);
    else setOwn(into, names.at(-1) ?? '', value);
  };
  for (let at = 0; at < text.length; ) {
    const char = text[at] as string;
    if (char === QUOTE) {
      const end = closingQuote(text, at);
      const string = JSON.parse(text.slice(at, end + 1)) as string;
      if (isName(text, end)) names[names.length - 1] = string;
      else put(string);
      at = end + 1;
    } else if (char === '{' || char === '[') {
      const made: Container = char === '{' ? {} : [];
      put(made);
      open.push(made);
      names.push('');
      at += 1;
    } else if (char === '}' || char === ']') {
      open.pop();
      names.pop();
      at += 1;
    } else {
      const scalar = scalarAt(text, at);
      if (scalar !== '') put(JSON.parse(scalar));
      at += Math.max(1, scalar.length);
    }
  }
  return result;
};

const SCALAR = /[^\s,:[\]{}"]*/y;

/** A number, `true`, `false` or `null`; empty between values. */
const scalarAt = (text: string, at: number): string => {
  SCALAR.lastIndex = at;
  return SCALAR.exec(text)?.[0] ?? '';
};

/** Also a name that would otherwise set the prototype. Returns the object. */
export const setOwn = (
  into: Record<string, unknown>,
  name: string,
  value: unknown,
): Record<string, unknown> => {
  if (name === '__proto__')
    Object.defineProperty(into, name, { value, configurable: true, enumerable: true, writable: true });
  else into[name] = value;
  return into;
};
