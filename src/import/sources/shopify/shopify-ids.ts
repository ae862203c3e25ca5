// Ids made from names. They depend on nothing but the name, so that another file, or the same in another order, gives the same ids.

import { hash } from 'node:crypto';
import { IDENTIFIER_MAX_CHARS } from '../../../contract/values.ts';

const SLUG_MAX_CHARS = 100;
/** What follows is only in the digest, so that no name takes long. */
const READ_CHARS = 1_000;

/** For ids of which text was lost. No slug has a tilde. */
const digestOf = (text: string): string => `~${hash('sha256', text, 'hex').slice(0, 10)}`;

/** Equal ids have equal numbers; few others do. */
export const numberOf = (id: string): number => hash('sha256', id, 'buffer').readInt32BE();

/** The text itself unless it is too long. */
export const idOf = (text: string, maxChars = IDENTIFIER_MAX_CHARS): string =>
  text.length <= maxChars ? text : cut(text, maxChars) + digestOf(text);

/**
 * Names that differ in case, spaces and punctuation have the same slug, as do `&` and `and`. Other characters, as in `C++` or `C#`,
 * and a name that is too long add a digest of the name. Empty for a blank name.
 */
export const slugOf = (name: string): string => {
  const text = name.normalize('NFC').trim().toLowerCase();
  const slug = text
    .slice(0, READ_CHARS)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  if (text === '') return '';
  const isLossy = slug === '' || text.length > READ_CHARS || /[#%@\p{S}\p{C}]/u.test(text);
  if (isLossy) return cut(slug, SLUG_MAX_CHARS) + digestOf(text);
  return idOf(slug, SLUG_MAX_CHARS);
};

const cut = (text: string, maxChars: number): string =>
  text.length <= maxChars
    ? text
    : text.slice(0, maxChars - digestOf('').length).replace(/[\uD800-\uDBFF]$/, '');
