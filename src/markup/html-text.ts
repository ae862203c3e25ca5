// Extracts the visible text of HTML: without scripts and styles, with blocks separated and entities decoded.
// It uses only the tokenizer of the library, which makes one pass over any source. The parser keeps a stack of open elements,
// and hostile input can make that so deep that searching it takes minutes.

import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Elements that can occur within a word. All others separate words. */
const inline: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q ruby s samp small span strike ' +
    'strong sub sup time tt u var wbr'
  ).split(' '),
);

/** Elements whose content is not visible text. */
const unseen: ReadonlySet<string> = new Set(
  'script style template noscript noembed noframes iframe title'.split(' '),
);

/** A possible line break, not part of the word. */
const SOFT_HYPHEN = '\u00ad';
/** The longest relevant element name; longer names are not read. */
const NAME_MAX_CHARS = 10;

/** The whole text, or its beginning with at least `charsMin` characters after trimming. */
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
  /** The current hidden element, and how many of its name are open. */
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
    // White space may still be folded, so count only what is certain.
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

// Both stop at the next angle bracket, so that scanning a text takes one pass.
const TAG =
  /<(?:\/?(?:a|abbr|address|article|aside|audio|b|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|del|details|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|mark|meta|nav|noscript|object|ol|option|p|picture|pre|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video|wbr)(?:[\s/][^<>]*)?>|!--|!doctype\s)/iu;
const STRAY_BRACKET = /<(?!\/?[a-z][^<>]*>|!--|!doctype\s)/giu;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|nbsp|amp|lt|gt|quot|apos|[a-z]{3,8});/iu;

/** Closing tags of blocks, which indicate a page rather than a few formatted words. */
const BLOCK_END =
  /^\s*<|<\/(?:p|div|script|style|ul|ol|li|table|h[1-6]|section|article|blockquote|pre|figure)\s*>/iu;

export const holdsTags = (text: string): boolean => text.includes('<') && TAG.test(text);

/** Whether the whole text is HTML. */
export const isHtml = (text: string): boolean => holdsTags(text) && BLOCK_END.test(text);

export const holdsEntities = (text: string): boolean => text.includes('&') && ENTITY.test(text);

/** Escapes each `<` that does not begin a tag. */
export const escapeStrayBrackets = (text: string): string =>
  text.includes('<') ? text.replace(STRAY_BRACKET, '&lt;') : text;

/** Plain text as HTML. */
export const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
