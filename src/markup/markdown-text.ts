// Extracts the visible text of Markdown. It converts it to HTML as far as the text needs (without markup and URLs, with code
// unchanged), since Markdown may contain HTML anyway. One pass over the lines, one over each paragraph.

import { escapeHtml, htmlToText } from './html-text.ts';
import { readInline } from './markdown-inline.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/u;
const QUOTE_OR_SPACE = /^[\s>]+/u;
const BULLET = /^[-*+]\s+(?:\[[ xX]\]\s+)?/u;
const HEADING = /^#{1,6}(?:\s+|$)/u;
const HEADING_END = /\s#+\s*$/u;
/** A horizontal rule, the underline of a heading, or a separator in a table. */
const RULE = /^[-*_=+|:\s]+$/u;
const DEFINITION = /^\[[^\]]+\]:\s*\S/u;
const FOOTNOTE = /^\[\^[^\]]+\]:/u;

export const markdownToText = (source: string, charsMin?: number): string =>
  htmlToText(markdownToHtml(source), charsMin);

const markdownToHtml = (source: string): string => {
  const blocks: string[] = [];
  let paragraph: string[] = [];
  /** The fence that opened the current code block and closes it. */
  let fence: string | undefined;
  const endParagraph = (): void => {
    if (paragraph.length > 0) blocks.push(readInline(paragraph.join('\n')));
    paragraph = [];
  };
  for (const line of source.split(/\r\n|[\n\r]/u)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      else blocks.push(escapeHtml(line));
    } else if (mark !== undefined) {
      endParagraph();
      fence = mark;
    } else {
      const text = readLine(line);
      if (text === undefined) continue;
      if (text.isOwnBlock) endParagraph();
      if (text.content !== '') paragraph.push(text.content);
    }
  }
  endParagraph();
  return blocks.join('\n\n');
};

/** Undefined for lines without visible text. */
const readLine = (line: string): { readonly content: string; readonly isOwnBlock: boolean } | undefined => {
  const bare = line.replace(QUOTE_OR_SPACE, '');
  if (bare === '') return { content: '', isOwnBlock: true };
  if (RULE.test(bare)) return undefined;
  if (FOOTNOTE.test(bare)) return { content: bare.replace(FOOTNOTE, ''), isOwnBlock: true };
  if (DEFINITION.test(bare)) return undefined;
  if (HEADING.test(bare)) {
    return { content: bare.replace(HEADING, '').replace(HEADING_END, ''), isOwnBlock: true };
  }
  if (bare.startsWith('|')) return { content: bare.replaceAll('|', ' '), isOwnBlock: true };
  return { content: bare.replace(BULLET, ''), isOwnBlock: BULLET.test(bare) };
};
