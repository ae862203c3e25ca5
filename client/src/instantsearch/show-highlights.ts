// Marked words in the form that InstantSearch expects. It either escapes the text itself, around marks of its own, or shows it as
// HTML: then the text stays escaped as the service sends it, so no text of a shop becomes markup.

import type { HighlightedValue, SearchParams } from './wire-types.ts';

/** With these, InstantSearch escapes everything else. */
const ESCAPING_TAG = '__ais-highlight__';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const characters = new Map(Object.entries(entities).map(([character, entity]) => [entity, character]));

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (found) => entities[found] ?? '');
const unescapeText = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#39);/g, (found) => characters.get(found) ?? '');

/** Of a request: how to write marked words. */
export interface Marking {
  /** `html` has its words in `<mark>`, and everything else escaped. */
  show(html: string): HighlightedValue;
  /** Nothing of it is marked. */
  showPlain(text: string): HighlightedValue;
  /** Marks where the text contains the other one. */
  showFound(text: string, wanted: string): string;
}

export const buildMarking = ({ highlightPreTag, highlightPostTag }: SearchParams): Marking => {
  const before = highlightPreTag ?? '<em>';
  const after = highlightPostTag ?? '</em>';
  const isEscapedLater = before === ESCAPING_TAG;
  const showPart = (html: string): string =>
    isEscapedLater ? unescapeText(html).replaceAll(before, ' ').replaceAll(after, ' ') : html;
  const showAll = (html: string): string =>
    html
      .split(/(<\/?mark>)/)
      .map((part) => (part === '<mark>' ? before : part === '</mark>' ? after : showPart(part)))
      .join('');
  const show = (html: string): HighlightedValue => {
    const words = [...html.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, word = '']) =>
      unescapeText(word).toLowerCase(),
    );
    return {
      value: showAll(html),
      matchLevel: words.length === 0 ? 'none' : 'full',
      matchedWords: [...new Set(words)],
    };
  };
  return {
    show,
    showPlain: (text) => show(escapeText(text)),
    showFound: (text, wanted) => {
      const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase());
      const end = at + wanted.length;
      const [head, found, tail] = [text.slice(0, at), text.slice(at, end), text.slice(end)].map(escapeText);
      return showAll(at === -1 ? escapeText(text) : `${head}<mark>${found}</mark>${tail}`);
    },
  };
};
