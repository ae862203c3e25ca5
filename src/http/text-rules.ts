// The rules for text that hold whatever a schema says: what counts as blank, which characters are refused at the edge
// because stores disagree on them, and how a caller's own words may be repeated to them.

import { invalidInput } from '../domain/failures.ts';

const NAMED_MAX_CHARS = 64;

/** Throws unless the text is neither blank nor holds NUL or half of a surrogate pair. */
export const assertUsableText = (text: string, path: string): void => {
  assertCleanText(text, path);
  if (text.trim() === '') {
    throw invalidInput('blank_value', path, `${path} is blank`);
  }
};

const BLANK_LITERAL = /^(?:\{\}|\[\{\}(?:,\{\})*\])$/;

/** For a query string and a header, where an empty object and a list that holds one can only be written out: blank too. */
export const assertUsableLiteral = (text: string, path: string): void => {
  assertUsableText(text, path);
  if (BLANK_LITERAL.test(text.replaceAll(/\s/g, ''))) {
    throw invalidInput('blank_value', path, `${path} is blank`);
  }
};

export const assertCleanText = (text: string, path: string): void => {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw invalidInput('invalid_character', path, `${path} holds a character that is not allowed`);
  }
};

/** In a query string and in a header, an optional value of this text is the same as none. */
export const isUnusedText = (text: string): boolean => text === 'null' || text === '[]';

/** A name that the caller chose, fit to be shown and logged. */
export const nameForDisplay = (name: string): string =>
  [...name.slice(0, 2 * NAMED_MAX_CHARS).toWellFormed()]
    .slice(0, NAMED_MAX_CHARS)
    .join('')
    .replace(/\p{C}/gu, '?');
