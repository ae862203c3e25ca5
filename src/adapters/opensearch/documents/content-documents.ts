// The documents of a content item: one for each locale.

import type { ContentItem } from '../../../domain/search/content.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { parseInstant } from '../../../domain/text/instant.ts';
import { shownContent } from '../../../markup/content-text.ts';
import { titleText } from '../../../search/ranking.ts';
import { analyzeText } from '../../../search/text-document.ts';
import { contentTexts } from '../../../search/weighted-texts.ts';
import { sortableText } from './encode.ts';
import {
  type DocumentLength,
  type IndexedObject,
  type LanguageWords,
  type SearchDocument,
  toDocument,
} from './search-document.ts';
import { type AverageLengths, wordsField } from './text-fields.ts';

export const indexContentItem = (item: ContentItem, averages: AverageLengths): IndexedObject => {
  const id = sortableText(item.key);
  const words: LanguageWords[] = [];
  const locales = Object.keys(item.texts);
  const documents = Object.entries(item.texts).map(([locale, text]): SearchDocument => {
    const analyzed = analyzeText(locale, contentTexts(text));
    words.push(analyzed);
    const { createdAt, createdBy, modifiedAt, modifiedBy, type, title } = text;
    return toDocument(locale, {
      id,
      locale,
      locales,
      length: analyzed.length,
      words: wordsField(analyzed, averages),
      title: sortableText(titleText(title)),
      type: sortableText(type),
      ...present('created', parseInstant(createdAt)),
      ...present('modified', parseInstant(modifiedAt)),
      ...present('created_by', createdBy === null ? undefined : sortableText(foldText(createdBy))),
      ...present('modified_by', modifiedBy === null ? undefined : sortableText(foldText(modifiedBy))),
      source: JSON.stringify(shownContent(item, locale)),
    });
  });
  return { id, kind: 'content', documents, words };
};

export const contentLengths = (item: ContentItem): DocumentLength[] =>
  Object.entries(item.texts).map(([locale, text]) => [
    locale,
    analyzeText(locale, contentTexts(text)).length,
  ]);

const present = (name: string, value: string | number | undefined): Record<string, string | number> =>
  value === undefined ? {} : { [name]: value };
