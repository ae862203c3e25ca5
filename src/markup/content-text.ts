// Content in plain words: what of it is searched, its summary, and how it is shown.

import type { ContentItem, ContentText } from '../domain/search/content.ts';
import type { WrittenText } from '../domain/text/written-text.ts';
import { plainText, readTree, treeFormats } from './plain-text.ts';

const SUMMARY_MAX_CHARS = 200;
/** A summary is made from the beginning of a text: no more of it is read, however little of that is seen. */
const SUMMARY_SOURCE_MAX_CHARS = 16_384;

/** The body of an item, and the fields that are searched along with it. */
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

/** A given summary as plain text; undefined where it is to be made from the body. */
export const givenSummary = ({ summary }: Pick<ContentText, 'summary'>): string | undefined =>
  summary === undefined ? undefined : plainText({ value: summary, format: 'unknown' });

/** The start of the body, cut at a word's end. */
export const makeSummary = (body: Body): string => {
  let text = '';
  for (const part of partsOf(body)) {
    text = fold(`${text} ${plainText(beginningOf(part), SUMMARY_MAX_CHARS + 1)}`);
    if (text.length > SUMMARY_MAX_CHARS) return cut(text);
  }
  return text;
};

/** An item in one locale as content search shows it. */
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

/** JSON cannot be cut; of anything else the beginning is enough. */
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
