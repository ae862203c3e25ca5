// Markdown to HTML. Markup in the source is shown as text, and a link leads to a page, a heading or another site by HTTPS, or is no link: nothing
// that is written in a document can become a script.

import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../html.ts';

export interface Heading {
  readonly id: string;
  readonly text: string;
}

export interface RenderedMarkdown {
  readonly html: string;
  /** Those of the second level. */
  readonly headings: readonly Heading[];
}

/** The address that a link leads to here; undefined if it leads to nothing that is served. */
export type ResolveLink = (href: string) => string | undefined;

export const renderMarkdown = (markdown: string, resolve: ResolveLink): RenderedMarkdown => {
  const headings: Heading[] = [];
  const marked = buildMarked(resolve, headings);
  return { html: marked.parse(markdown, { async: false }), headings };
};

const buildMarked = (resolve: ResolveLink, headings: Heading[]): Marked => {
  const ids = new Map<string, number>();
  const newId = (text: string): string => {
    const id = anchorOf(text);
    const seen = ids.get(id) ?? 0;
    ids.set(id, seen + 1);
    return seen === 0 ? id : `${id}-${seen}`;
  };
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth }) {
        const text = textOf(tokens);
        const id = newId(text);
        if (depth === 2) headings.push({ id, text });
        return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = resolve(href);
        return target === undefined ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      },
      image: ({ text }) => escapeHtml(text),
      // Both may be wider than the screen: the keyboard has to reach them to scroll.
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`,
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], name: string): string =>
          row.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`;
        return `<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>${head}<tbody>\n${rows}\n</tbody></table></div>\n`;
      },
    },
  });
  return marked;
};

const textOf = (tokens: Tokens.Generic['tokens']): string =>
  (tokens ?? [])
    .map((token) => ('tokens' in token ? textOf(token.tokens) : decode('text' in token ? token.text : '')))
    .join('');

/** Inline tokens hold escaped text. */
const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** As repository hosts do it: lower case, no punctuation, hyphens for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
