// HTML as the text a reader sees: scripts and styles left out, blocks apart from each other, entities decoded.
// Only the tokenizer of the library is used: it goes through the source once, whatever stands there. Its parser keeps a stack of open
// elements, which a hostile text makes so deep that looking through it takes minutes.

import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Elements that can stand within a word. All others part what is before them from what is after them. */
const inline: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q ruby s samp small span strike ' +
    'strong sub sup time tt u var wbr'
  ).split(' '),
);

/** Elements whose content nobody sees as text. */
const unseen: ReadonlySet<string> = new Set(
  'script style template noscript noembed noframes iframe title'.split(' '),
);

/** Where a word may be broken; it is no part of the word. */
const SOFT_HYPHEN = '\u00ad';
/** No name of an element that is looked for is longer; longer ones are not even read. */
const NAME_MAX_CHARS = 10;

/** All of the text, or so much of its beginning that it has `charsMin` characters besides white space at the ends. */
export const htmlToText = (source: string, charsMin = Number.POSITIVE_INFINITY): string => {
  const reader = new HtmlReader(source, charsMin);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, reader);
  reader.stop = () => tokenizer.pause();
  tokenizer.write(source);
  tokenizer.end();
  return reader.finish();
};

const ignore = (): void => {};

class HtmlReader implements TokenizerCallbacks {
  stop: () => void = ignore;
  private readonly source: string;
  private readonly charsMin: number;
  private readonly parts: string[] = [];
  private chars = 0;
  private isParted = true;
  /** The element that is not seen, and how many of its name are open. */
  private hidden: string | undefined;
  private depth = 0;

  constructor(source: string, charsMin: number) {
    this.source = source;
    this.charsMin = charsMin;
  }

  ontext(start: number, end: number): void {
    this.add(this.source.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.add(String.fromCodePoint(codePoint));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.add(this.source.slice(start, end - endOffset));
  }

  onopentagname(start: number, end: number): void {
    const name = this.nameAt(start, end);
    if (this.hidden === undefined) {
      if (!inline.has(name)) this.part();
      if (!unseen.has(name)) return;
      this.hidden = name;
      this.depth = 1;
    } else if (name === this.hidden) {
      this.depth += 1;
    }
  }

  onclosetag(start: number, end: number): void {
    const name = this.nameAt(start, end);
    if (this.hidden === undefined) {
      if (!inline.has(name)) this.part();
    } else if (name === this.hidden) {
      this.depth -= 1;
      if (this.depth === 0) this.hidden = undefined;
    }
  }

  finish(): string {
    return this.parts.join('').trim();
  }

  private nameAt(start: number, end: number): string {
    return end - start > NAME_MAX_CHARS ? '' : this.source.slice(start, end).toLowerCase();
  }

  private add(text: string): void {
    if (this.hidden !== undefined || text === '') return;
    const seen = text.includes(SOFT_HYPHEN) ? text.replaceAll(SOFT_HYPHEN, '') : text;
    this.parts.push(seen);
    this.isParted = false;
    // White space may yet be folded: only what is surely seen is counted.
    if (this.charsMin < Number.POSITIVE_INFINITY) this.chars += seen.replace(/\s+/gu, ' ').trim().length;
    if (this.chars >= this.charsMin) this.stop();
  }

  private part(): void {
    if (!this.isParted) this.parts.push('\n');
    this.isParted = true;
  }

  readonly onattribdata = ignore;
  readonly onattribentity = ignore;
  readonly onattribend = ignore;
  readonly onattribname = ignore;
  readonly oncomment = ignore;
  readonly ondeclaration = ignore;
  readonly onend = ignore;
  readonly onopentagend = ignore;
  readonly onprocessinginstruction = ignore;
  readonly onselfclosingtag = ignore;
}

// Both end at the next angle bracket, so that going through a text with them takes one pass.
const TAG =
  /<(?:\/?(?:a|abbr|address|article|aside|audio|b|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|del|details|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|mark|meta|nav|noscript|object|ol|option|p|picture|pre|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video|wbr)(?:[\s/][^<>]*)?>|!--|!doctype\s)/iu;
const STRAY_BRACKET = /<(?!\/?[a-z][^<>]*>|!--|!doctype\s)/giu;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|nbsp|amp|lt|gt|quot|apos|[a-z]{3,8});/iu;

/** Of a page, not of a word or two that are set off. */
const BLOCK_END =
  /^\s*<|<\/(?:p|div|script|style|ul|ol|li|table|h[1-6]|section|article|blockquote|pre|figure)\s*>/iu;

export const holdsTags = (text: string): boolean => text.includes('<') && TAG.test(text);

/** Whether it is written in HTML throughout. */
export const isHtml = (text: string): boolean => holdsTags(text) && BLOCK_END.test(text);

export const holdsEntities = (text: string): boolean => text.includes('&') && ENTITY.test(text);

/** The same HTML with each `<` that begins no tag written so that it stands for itself. */
export const escapeStrayBrackets = (text: string): string =>
  text.includes('<') ? text.replace(STRAY_BRACKET, '&lt;') : text;

/** Plain text as HTML. */
export const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
