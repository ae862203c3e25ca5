// Converts a paragraph of Markdown to HTML without its markup: the text of links, the characters of code, nothing of images.
// It moves forward only. Every lookahead is bounded or cached, so that no input makes it scan the same part more than a fixed
// number of times.

import { escapeHtml, escapeStrayBrackets } from './html-text.ts';

/** The deepest nesting of parentheses within a URL. */
const ADDRESS_DEPTH_MAX = 8;
/** A title without an end by then is not a title. Searching to the end of the text for every link would be quadratic. */
const TITLE_MAX_CHARS = 500;
const MARK = /[\\`*_~![\]<]/gu;
const WORD = /[\p{L}\p{N}]/u;
const ESCAPABLE = /[!-/:-@[-`{-~]/u;
const AUTOLINK = /<([a-z][a-z\d+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/iuy;

export const readInline = (text: string): string => new InlineReader(text).read();

interface OpenBracket {
  /** Position in the output. */
  readonly at: number;
  readonly isImage: boolean;
}

class InlineReader {
  private readonly text: string;
  private readonly written: string[] = [];
  private readonly brackets: OpenBracket[] = [];
  private ticks: BacktickRuns | undefined;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  read(): string {
    const { text } = this;
    while (this.at < text.length) {
      MARK.lastIndex = this.at;
      const next = MARK.exec(text)?.index ?? text.length;
      if (next > this.at) this.write(text.slice(this.at, next), next);
      if (next < text.length) this.readMark(text[next] as string);
    }
    return escapeStrayBrackets(this.written.join(''));
  }

  private readMark(mark: string): void {
    if (mark === '\\') this.readEscape();
    else if (mark === '`') this.readCode();
    else if (mark === '!' || mark === '[') this.openBracket();
    else if (mark === ']') this.closeBracket();
    else if (mark === '<') this.readAutolink();
    else this.readEmphasis(mark);
  }

  private write(html: string, upTo: number): void {
    this.written.push(html);
    this.at = upTo;
  }

  private readEscape(): void {
    const next = this.text[this.at + 1] ?? '';
    if (ESCAPABLE.test(next)) this.write(escapeHtml(next), this.at + 2);
    else this.write('\\', this.at + 1);
  }

  private readCode(): void {
    this.ticks ??= new BacktickRuns(this.text);
    const start = this.endOfRun('`');
    const end = this.ticks.next(start - this.at, start);
    if (end === undefined) this.write(this.text.slice(this.at, start), start);
    else this.write(escapeHtml(this.text.slice(start, end)), end + start - this.at);
  }

  /** `*` and `_` mark emphasis, except `_` within a word and a mark that stands alone. */
  private readEmphasis(mark: string): void {
    const end = this.endOfRun(mark);
    const before = this.text[this.at - 1] ?? ' ';
    const after = this.text[end] ?? ' ';
    const isAlone = isSpace(before) && isSpace(after);
    const isWithin = mark === '_' && WORD.test(before) && WORD.test(after);
    const isKept = isAlone || isWithin || (mark === '~' && end - this.at !== 2);
    this.write(isKept ? this.text.slice(this.at, end) : '', end);
  }

  private openBracket(): void {
    const isImage = this.text[this.at] === '!';
    const mark = isImage ? '![' : '[';
    if (this.text.startsWith(mark, this.at)) {
      this.brackets.push({ at: this.written.length, isImage });
      this.write(mark, this.at + mark.length);
    } else {
      this.write('!', this.at + 1);
    }
  }

  private closeBracket(): void {
    const open = this.brackets.pop();
    const end = open && endOfTarget(this.text, this.at + 1);
    if (open === undefined || end === undefined) {
      this.write(']', this.at + 1);
      return;
    }
    if (open.isImage) this.written.length = open.at;
    else this.written[open.at] = '';
    this.at = end;
  }

  private readAutolink(): void {
    AUTOLINK.lastIndex = this.at;
    const found = AUTOLINK.exec(this.text);
    if (found === null) this.write('<', this.at + 1);
    else this.write(escapeHtml(found[1] as string), AUTOLINK.lastIndex);
  }

  private endOfRun(mark: string): number {
    let end = this.at + 1;
    while (this.text[end] === mark) end += 1;
    return end;
  }
}

/** Positions of runs of backticks by length. Lookups come in order, so each run is passed once. */
class BacktickRuns {
  private readonly starts = new Map<number, number[]>();

  constructor(text: string) {
    for (const { index, 0: run } of text.matchAll(/`+/gu)) {
      const known = this.starts.get(run.length);
      if (known === undefined) this.starts.set(run.length, [index]);
      else known.push(index);
    }
    for (const starts of this.starts.values()) starts.reverse();
  }

  next(length: number, from: number): number | undefined {
    const starts = this.starts.get(length) ?? [];
    for (let start = starts.at(-1); start !== undefined && start < from; start = starts.at(-1)) starts.pop();
    return starts.at(-1);
  }
}

/** The end of the URL or reference after the text of a link; undefined if there is none. */
const endOfTarget = (text: string, at: number): number | undefined => {
  if (text[at] === '(') return endOfAddress(text, at + 1);
  if (text[at] !== '[') return undefined;
  let end = at + 1;
  while (end < text.length && text[end] !== '[' && text[end] !== ']') end += 1;
  return text[end] === ']' ? end + 1 : undefined;
};

const endOfAddress = (text: string, from: number): number | undefined => {
  const start = skipSpace(text, from);
  let at = skipSpace(text, text[start] === '<' ? skipBracketed(text, start) : skipBare(text, start));
  const quote = text[at];
  if (quote === '"' || quote === "'" || quote === '(') {
    const end = text.slice(at + 1, at + 1 + TITLE_MAX_CHARS).indexOf(quote === '(' ? ')' : quote);
    at = end === -1 ? text.length : skipSpace(text, at + 1 + end + 1);
  }
  return text[at] === ')' ? at + 1 : undefined;
};

const isSpace = (char: string): boolean => char <= ' ' || char === '\u00a0';

const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && isSpace(text[at] as string)) at += 1;
  return at;
};

const skipBracketed = (text: string, from: number): number => {
  let at = from + 1;
  while (at < text.length && text[at] !== '>' && text[at] !== '<') at += 1;
  return at + 1;
};

/** Skips to white space or to an unmatched closing parenthesis. */
const skipBare = (text: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] as string;
    if (char === '\\') at += 1;
    else if (isSpace(char) || (char === ')' && depth === 0)) return at;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (depth > ADDRESS_DEPTH_MAX) return text.length;
  }
  return text.length;
};
