// Any text as plain text, by the format it is said to be in or, where nobody says, by how it looks.

import type { WrittenFormat, WrittenText } from '../domain/text/written-text.ts';
import { escapeStrayBrackets, holdsEntities, holdsTags, htmlToText, isHtml } from './html-text.ts';
import { markdownToText } from './markdown-text.ts';
import { richJsonToText } from './rich-json-text.ts';

/** Stored indexes hold text as it is read here: raise it when anything is read differently. */
export const MARKUP_VERSION = 1;

/** The text of a value: all of it, or so much of its beginning that `charsMin` characters are seen. */
export const plainText = ({ value, format }: WrittenText, charsMin?: number): string => {
  if (typeof value === 'string') return readers[format](value, charsMin);
  if (format === 'json') return richJsonToText(value, charsMin);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').join('\n') : '';
};

type Reader = (text: string, charsMin?: number) => string;

const asIs: Reader = (text) => text;

/** Where nobody says what a text is, JSON and HTML are told by their looks; what is neither is read by `rest`. */
const byLooks =
  (looksLikeHtml: (text: string) => boolean, rest: Reader): Reader =>
  (text, charsMin) => {
    const tree = readTree(text);
    if (tree !== undefined) return richJsonToText(tree, charsMin);
    return looksLikeHtml(text) ? htmlToText(text, charsMin) : rest(text, charsMin);
  };

/** Entities alone are HTML too, but such a text may hold brackets that stand for themselves. */
const decoded: Reader = (text, charsMin) =>
  holdsEntities(text) ? htmlToText(escapeStrayBrackets(text), charsMin) : text;

const readers: Readonly<Record<WrittenFormat, Reader>> = {
  text: asIs,
  html: htmlToText,
  markdown: markdownToText,
  json: (text, charsMin) => {
    const tree = readTree(text);
    return tree === undefined ? decoded(text, charsMin) : richJsonToText(tree, charsMin);
  },
  // Markdown may hold a few tags of its own.
  rich_text: byLooks(isHtml, markdownToText),
  unknown: byLooks(holdsTags, decoded),
};

/** The formats in which a text may turn out to be JSON. */
export const treeFormats: ReadonlySet<WrittenFormat> = new Set(['json', 'rich_text', 'unknown']);

/** A text that is a JSON object or list; undefined where it is not. */
export const readTree = (text: string): unknown => {
  if (!/^\s*(?:\{\s*"|\[\s*\{)/u.test(text) || !/[}\]]\s*$/u.test(text.slice(-64))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
