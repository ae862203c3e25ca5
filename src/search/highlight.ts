// Marks the words of a text that a query matches, as HTML: everything but the marks is escaped, so nothing of the text is markup.
// Shared by every engine; each decides which words match.

import { foldText } from '../domain/text/fold-text.ts';
import { plainText } from '../markup/plain-text.ts';
import { type Analyzer, buildAnalyzer } from './analysis/analyze.ts';

/** Whether one of the stems of a word, those of its parts included, is among those that match. */
export type IsMatch = (stems: readonly string[]) => boolean;

/** As HTML; null if nothing in the text matches. */
export interface Highlights {
  readonly name: string | null;
  readonly description: string | null;
}

/** How much of a text is searched for words to mark, and how much of it is shown. In UTF-16 units. */
export const MARKED_CHARS_MAX = 5_000;
const NAME_CHARS_MAX = 1_000;
const DESCRIPTION_CHARS_MAX = 300;
/** What is shown before the first mark. */
const LEAD_CHARS = 60;

export const highlight = (
  { name, description }: { readonly name: string; readonly description: string },
  language: string,
  isMatch: IsMatch,
): Highlights => ({
  name: highlightText(name, language, isMatch, NAME_CHARS_MAX),
  description: highlightText(
    plainText({ value: description, format: 'unknown' }, MARKED_CHARS_MAX),
    language,
    isMatch,
    DESCRIPTION_CHARS_MAX,
  ),
});

interface Range {
  readonly from: number;
  readonly to: number;
}

export const highlightText = (
  text: string,
  language: string,
  isMatch: IsMatch,
  charsMax: number,
): string | null => {
  const marks = findMarks(text.slice(0, MARKED_CHARS_MAX), language, isMatch);
  const [first] = marks;
  if (first === undefined) return null;
  const shown = pickPart(text, first, charsMax);
  let html = shown.from > 0 ? ELLIPSIS : '';
  let at = shown.from;
  for (const { from, to } of marks) {
    if (from >= shown.to) break;
    const end = Math.min(to, shown.to);
    html += `${escapeHtml(text.slice(at, from))}<mark>${escapeHtml(text.slice(from, end))}</mark>`;
    at = end;
  }
  return `${html}${escapeHtml(text.slice(at, shown.to))}${shown.to < text.length ? ELLIPSIS : ''}`;
};

const ELLIPSIS = '…';

/** A part of the text around its first mark, cut between words where there are any. */
const pickPart = (text: string, first: Range, charsMax: number): Range => {
  if (text.length <= charsMax) return { from: 0, to: text.length };
  let from = Math.max(0, first.from - LEAD_CHARS);
  if (from > 0) {
    const space = text.slice(from, first.from).search(/\s/u);
    from = space === -1 ? outsidePair(text, from) : from + space + 1;
  }
  const end = Math.min(text.length, from + charsMax);
  if (end === text.length) return { from, to: end };
  const lead = /\s\S*$/u.exec(text.slice(first.to, end));
  return { from, to: lead === null ? outsidePair(text, end) : first.to + lead.index };
};

/** Not between the halves of a surrogate pair. */
const outsidePair = (text: string, at: number): number =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => escapes[one] ?? '');

/** Letters, marks and digits, and what is invisible within a word. */
const LETTERS = '[\\p{L}\\p{M}\\p{N}\\u00ad\\u200c\\u200d]+';
const WITHIN_WORD = "(?:['\\u2018\\u2019\\u02bc\\u00b4]|(?<=\\p{N})[.,](?=\\p{N}))";
const WORD = `${LETTERS}(?:${WITHIN_WORD}${LETTERS})*`;
/** Words that hyphens join. */
const WORDS = new RegExp(`${WORD}(?:[-\\u2010]${WORD})*`, 'gu');
const HYPHEN = /[-\u2010]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const findMarks = (text: string, language: string, isMatch: IsMatch): Range[] => {
  const analyzer = buildAnalyzer(language);
  const matches = (piece: string): boolean => isMatch(stemsOf(piece, analyzer));
  const marks: Range[] = [];
  for (const { 0: words, index: start } of text.matchAll(WORDS)) {
    if (UNSPACED.test(words)) {
      addUnspaced(words, start, isMatch, marks);
      continue;
    }
    const before = marks.length;
    const pieces = words.split(HYPHEN);
    let from = start;
    for (const piece of pieces) {
      if (matches(piece)) marks.push({ from, to: from + piece.length });
      from += piece.length + 1;
    }
    // A document has two such words joined too: tshirt finds t-shirt.
    if (marks.length === before && pieces.length === 2 && matches(words))
      marks.push({ from: start, to: start + words.length });
  }
  return marks;
};

/** Those of other spellings and of compound parts included. */
const stemsOf = (piece: string, analyzer: Analyzer): string[] =>
  analyzer
    .analyzeDocument(piece)
    .flatMap(({ surface, stem }) => [
      stem,
      ...analyzer.partsOf(surface).map((part) => analyzer.stemWord(part)),
    ]);

/** Letters in a word of a script without spaces, at most. */
const UNSPACED_WORD_MAX = 4;

/** The longest word that matches at each place. Segmenting the run would not do: a document has overlapping words too. */
const addUnspaced = (run: string, start: number, isMatch: IsMatch, marks: Range[]): void => {
  const letters = [...run];
  const folded = letters.map(foldText);
  // Words of these scripts are their own stems.
  const matches = (at: number, length: number): boolean => isMatch([folded.slice(at, at + length).join('')]);
  let from = start;
  for (let at = 0; at < letters.length; ) {
    let length = Math.min(UNSPACED_WORD_MAX, letters.length - at);
    while (length > 0 && !matches(at, length)) length -= 1;
    const step = Math.max(1, length);
    const to = from + letters.slice(at, at + step).join('').length;
    if (length > 0) marks.push({ from, to });
    from = to;
    at += step;
  }
};
