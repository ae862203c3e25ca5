// Content as plain text: what is searched, summaries, and the result that search returns.

import type { WrittenText } from '../domain/models/written-text.ts';
import type { ContentItem, ContentText } from '../domain/search/content.ts';
import { plainText, readTree, treeFormats } from './plain-text.ts';

const SUMMARY_MAX_CHARS = 200;
/** Summaries are made from the first part of the source only, even if little of it is visible text. */
const SUMMARY_SOURCE_MAX_CHARS = 16_384;

/** The body of an item and the fields that are searched with it. */
const partsOf = ({ body, bodyFormat = 'unknown', fields = [] }: Body): readonly WrittenText[] => [
  { value: body, format: bodyFormat },
  ...fields,
];

type Body = Pick<ContentText, 'body' | 'bodyFormat' | 'fields'>;

/** The whole body as plain text. */
export const bodyText = (body: Body): string =>
  partsOf(body)
    .map((part) => plainText(part))
    .filter((text) => text !== '')
    .join('\n');

/** The stored summary as plain text; undefined if it must be made from the body. */
export const givenSummary = ({ summary }: Pick<ContentText, 'summary'>): string | undefined =>
  summary === undefined ? undefined : plainText({ value: summary, format: 'unknown' });

/** The start of the body, truncated at the end of a word. */
export const makeSummary = (body: Body): string => {
  let text = '';
  for (const part of partsOf(body)) {
    text = fold(`${text} ${plainText(beginningOf(part), SUMMARY_MAX_CHARS + 1)}`);
    if (text.length > SUMMARY_MAX_CHARS) return cut(text);
  }
  return text;
};

/** An item in one locale, as content search returns it. */
export const shownContent = ({ providerId, key, texts }: ContentItem, locale: string) => {
  const text = texts[locale];
  if (text === undefined) throw new Error(`${key} has no text in ${locale}`);
  return {
    title: text.title,
    url: text.url,
    type: text.type,
    summary: givenSummary(text) ?? makeSummary(text),
    image_url: text.imageUrl,
    provider_id: providerId,
    created_at: text.createdAt,
    created_by: text.createdBy,
    extra_data: JSON.stringify(text.extraData),
    locale,
  };
};

/** The first part of a text. JSON cannot be truncated. */
const beginningOf = (part: WrittenText): WrittenText => {
  const { value, format } = part;
  if (typeof value !== 'string' || value.length <= SUMMARY_SOURCE_MAX_CHARS) return part;
  const tree = treeFormats.has(format) ? readTree(value) : undefined;
  return tree === undefined
    ? { value: value.slice(0, SUMMARY_SOURCE_MAX_CHARS).toWellFormed(), format }
    : { value: tree, format: 'json' };
};

const fold = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const cut = (text: string): string => {
  const start = text
    .slice(0, SUMMARY_MAX_CHARS)
    .toWellFormed()
    .replace(/\uFFFD$/u, '');
  const lastSpace = start.lastIndexOf(' ');
  return `${lastSpace > SUMMARY_MAX_CHARS / 2 ? start.slice(0, lastSpace) : start}…`;
};
