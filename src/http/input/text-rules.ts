// The rules for text that hold whatever a schema says: that it is not blank, and which characters are refused at the edge
// because stores disagree on them.

import { invalidInput } from '../../domain/failures/failures.ts';
import { isBlankText } from '../../domain/text/blank.ts';
import { isCleanText } from '../../domain/text/json-value.ts';

export const blankMessage = (path: string): string => `${path} is blank; leave it out, or give it a value`;

/** Throws unless the text is neither blank nor holds NUL or half of a surrogate pair. */
export const assertUsableText = (text: string, path: string): void => {
  assertCleanText(text, path);
  if (isBlankText(text)) {
    throw invalidInput('blank_value', path, blankMessage(path));
  }
};

const BLANK_LITERAL = /^(?:\{\}|\[\{\}(?:,\{\})*\])$/;

/** For a query string and a header, where an empty object and a list that holds one can only be written out: blank too. */
export const assertUsableLiteral = (text: string, path: string): void => {
  assertUsableText(text, path);
  if (BLANK_LITERAL.test(text.replaceAll(/\s/g, ''))) {
    throw invalidInput('blank_value', path, blankMessage(path));
  }
};

export const assertCleanText = (text: string, path: string): void => {
  if (!isCleanText(text)) {
    throw invalidInput('invalid_character', path, `${path} holds NUL or half of a surrogate pair`);
  }
};

/** In a query string and in a header, an optional value of this text is the same as none. */
export const isUnusedText = (text: string): boolean => text === 'null' || text === '[]';
