// The rules for text that hold whatever a schema says: it is not blank, and has no characters that databases disagree
// about.

import { invalidInput } from '../../domain/failures/failures.ts';
import { isBlankText } from '../../domain/text/blank.ts';
import { isCleanText } from '../../domain/text/json-value.ts';

export const blankMessage = (path: string): string => `${path} is blank; leave it out, or give it a value`;

/** Throws for blank text, NUL and unpaired surrogates. */
export const assertUsableText = (text: string, path: string): void => {
  assertCleanText(text, path);
  if (isBlankText(text)) {
    throw invalidInput('blank_value', path, blankMessage(path));
  }
};

const LITERAL = /^\s*[{[]/;
const BLANK_LITERAL = /^(?:\{\}|\[\{\}(?:,\{\})*\])$/;

/** In a query string or a header, an empty object or a list of one is written out, and counts as blank too. */
export const assertUsableLiteral = (text: string, path: string): void => {
  assertUsableText(text, path);
  if (LITERAL.test(text) && BLANK_LITERAL.test(text.replaceAll(/\s/g, ''))) {
    throw invalidInput('blank_value', path, blankMessage(path));
  }
};

export const assertCleanText = (text: string, path: string): void => {
  if (!isCleanText(text)) {
    throw invalidInput('invalid_character', path, `${path} holds NUL or half of a surrogate pair`);
  }
};

/** In a query string or a header, an optional value of this text counts as absent. */
export const isUnusedText = (text: string): boolean => text === 'null' || text === '[]';
