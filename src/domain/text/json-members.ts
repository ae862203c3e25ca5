// Takes members out of the text of a JSON object without parsing it. The text is written by `JSON.stringify`: it has no white space between
// values, and no name twice.

import { closingQuote } from './json-strings.ts';

/**
 * The values of the wanted members as JSON, in the order of `wanted`; undefined where there is no such member. `members` is the text
 * between the braces. The wanted names are such that JSON writes them as they are.
 */
export const pickMembers = (members: string, wanted: readonly string[]): (string | undefined)[] => {
  const values: (string | undefined)[] = wanted.map(() => undefined);
  let left = wanted.length;
  for (let at = 0; at < members.length && left > 0; ) {
    const nameEnd = closingQuote(members, at) + 1;
    const valueEnd = endOfValue(members, nameEnd + 1);
    const place = wanted.indexOf(members.slice(at + 1, nameEnd - 1));
    if (place !== -1) {
      values[place] = members.slice(nameEnd + 1, valueEnd);
      left -= 1;
    }
    at = valueEnd + 1;
  }
  return values;
};

/** The first item of a list; undefined if the list is empty. */
export const firstItem = (list: string): string | undefined =>
  list === '[]' ? undefined : list.slice(1, endOfValue(list, 1));

/** `members` without those whose value is undefined. */
export const joinMembers = (names: readonly string[], values: readonly (string | undefined)[]): string => {
  let joined = '';
  for (let place = 0; place < names.length; place += 1) {
    const value = values[place];
    if (value !== undefined) joined += `${joined === '' ? '' : ','}"${names[place]}":${value}`;
  }
  return joined;
};

/** Where the value that starts at `from` ends: at a comma, at the end of what holds it, or at the end of the text. */
const endOfValue = (json: string, from: number): number => {
  let depth = 0;
  let at = from;
  while (at < json.length) {
    switch (json.charCodeAt(at)) {
      case QUOTE:
        at = closingQuote(json, at) + 1;
        continue;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (depth === 0) return at;
        depth -= 1;
        break;
      case COMMA:
        if (depth === 0) return at;
    }
    at += 1;
  }
  return at;
};

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d];
