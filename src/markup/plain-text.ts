// Converts any text to plain text by its declared format or, if none is declared, by detection.

import type { WrittenFormat, WrittenText } from '../domain/models/written-text.ts';
import { escapeStrayBrackets, holdsEntities, holdsTags, htmlToText, isHtml } from './html-text.ts';
import { markdownToText } from './markdown-text.ts';
import { richJsonToText } from './rich-json-text.ts';

/** Saved indexes contain the output of this code: increment it when the output changes. */
export const MARKUP_VERSION = 1;

/** The plain text of a value, or its beginning with at least `charsMin` visible characters. */
export const plainText = ({ value, format }: WrittenText, charsMin?: number): string => {
  if (typeof value === 'string') return readers[format](value, charsMin);
  if (format === 'json') return richJsonToText(value, charsMin);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').join('\n') : '';
};

type Reader = (text: string, charsMin?: number) => string;

const asIs: Reader = (text) => text;

/** Detects JSON and HTML; anything else is read by `rest`. */
const byLooks =
  (looksLikeHtml: (text: string) => boolean, rest: Reader): Reader =>
  (text, charsMin) => {
    const tree = readTree(text);
    if (tree !== undefined) return richJsonToText(tree, charsMin);
    return looksLikeHtml(text) ? htmlToText(text, charsMin) : rest(text, charsMin);
  };

/** Text with entities but no tags: decoded like HTML, except that its brackets are literal. */
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
  // Markdown may contain a few tags.
  rich_text: byLooks(isHtml, markdownToText),
  unknown: byLooks(holdsTags, decoded),
};

/** The formats in which a text may turn out to be JSON. */
export const treeFormats: ReadonlySet<WrittenFormat> = new Set(['json', 'rich_text', 'unknown']);

/** Parses a text that is a JSON object or list; otherwise undefined. */
export const readTree = (text: string): unknown => {
  if (!/^\s*(?:\{\s*"|\[\s*\{)/u.test(text) || !/[}\]]\s*$/u.test(text.slice(-64))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
