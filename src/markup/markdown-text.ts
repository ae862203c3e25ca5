// Markdown as the text a reader sees. It is brought into HTML as far as that matters for its text (marks dropped, addresses dropped, code
// kept as it is), and HTML is what Markdown may hold anyway. One pass over lines, one over each paragraph.

import { escapeHtml, htmlToText } from './html-text.ts';
import { readInline } from './markdown-inline.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/u;
const QUOTE_OR_SPACE = /^[\s>]+/u;
const BULLET = /^[-*+]\s+(?:\[[ xX]\]\s+)?/u;
const HEADING = /^#{1,6}(?:\s+|$)/u;
const HEADING_END = /\s#+\s*$/u;
/** A line across the page, under a heading, or in a table. */
const RULE = /^[-*_=+|:\s]+$/u;
const DEFINITION = /^\[[^\]]+\]:\s*\S/u;
const FOOTNOTE = /^\[\^[^\]]+\]:/u;

export const markdownToText = (source: string, charsMin?: number): string =>
  htmlToText(markdownToHtml(source), charsMin);

const markdownToHtml = (source: string): string => {
  const blocks: string[] = [];
  let paragraph: string[] = [];
  /** The marks that opened a block of code and close it. */
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

/** Undefined for what shows no text. */
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
