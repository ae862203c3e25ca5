// Content search over a set of segments: exact totals, and the asked page in a total order (Decision 0006).

import type { SynonymSet } from '../../domain/catalog.ts';
import type { ContentQuery } from '../../domain/ports.ts';
import { requiredOfContent } from '../matching.ts';
import { type ContentSegment, type ContentTexts, compareKeys } from './content-segment.ts';
import { matchTexts } from './match-texts.ts';
import { stringAt } from './packed-strings.ts';
import { type ResolvedQuery, resolveQuery } from './query-words.ts';
import { NO_RANK, type RankedStrings, rankedValue } from './ranked-strings.ts';
import { TopItems } from './top-items.ts';

export interface FoundContent {
  readonly key: string;
  readonly locale: string;
}

interface Candidate {
  readonly segment: ContentSegment;
  readonly item: number;
  readonly locale: string;
  readonly sortKey: string | number | null;
}

export const searchSegments = (
  segments: readonly ContentSegment[],
  synonyms: readonly SynonymSet[],
  query: ContentQuery,
): { hits: FoundContent[]; total: number } => {
  const byLanguage = new Map<string, ResolvedQuery>();
  const best: Candidate[] = [];
  let total = 0;
  query.localeChain.forEach((locale, place) => {
    const better = query.localeChain.slice(0, place);
    for (const segment of segments) {
      const texts = segment.texts.find(({ index }) => index.locale === locale);
      if (texts === undefined) continue;
      const { language } = texts.index;
      let resolved = byLanguage.get(language);
      if (resolved === undefined) {
        resolved = resolveQuery(query.text, language, synonyms, textsOf(segments, language));
        byLanguage.set(language, resolved);
      }
      total += searchOne(segment, texts, resolved, query, better, best);
    }
  });
  best.sort(order(query));
  const hits = best
    .slice(query.skip, query.skip + query.limit)
    .map(({ segment, item, locale }) => ({ key: stringAt(segment.keys, item), locale }));
  return { hits, total };
};

const textsOf = (segments: readonly ContentSegment[], language: string) =>
  segments.flatMap(({ texts }) =>
    texts.map(({ index }) => index).filter((index) => index.language === language),
  );

/** Searches one locale of one segment; puts its best into `best` and returns how many match. */
const searchOne = (
  segment: ContentSegment,
  texts: ContentTexts,
  resolved: ResolvedQuery,
  query: ContentQuery,
  better: readonly string[],
  best: Candidate[],
): number => {
  const { index } = texts;
  const accepts = acceptedClasses(segment, query.type, better);
  const top = new TopItems(query.limit === 0 ? 0 : query.skip + query.limit);
  const primary = primaryKey(texts, query);
  const isDescending = query.sortOrder === 'desc';
  let total = 0;
  matchTexts(
    index,
    resolved,
    requiredOfContent(resolved.words.length),
    accepts,
    primary === undefined
      ? (item, score) => {
          total += 1;
          const key = isDescending ? score : -score;
          if (key >= top.floor) top.offer(key, item);
        }
      : (item) => {
          total += 1;
          const key = primary(item);
          if (key >= top.floor) top.offer(key, item);
        },
  );
  for (const { key, item } of top.sorted()) {
    const sortKey = sortKeyOf(texts, query, item, key);
    best.push({ segment, item, locale: index.locale, sortKey });
  }
  return total;
};

/** A document answers when its item exists in no better locale of the chain and it is of the asked type. */
const acceptedClasses = (
  segment: ContentSegment,
  type: string | undefined,
  better: readonly string[],
): Uint8Array =>
  Uint8Array.from(segment.classes, (documentClass, number) =>
    number !== 0 &&
    (type === undefined || documentClass.type === type) &&
    !better.some((locale) => documentClass.locales.includes(locale))
      ? 1
      : 0,
  );

/** A number that is larger the earlier an item comes; what is missing comes last. Undefined for relevance. */
const primaryKey = (texts: ContentTexts, query: ContentQuery): ((item: number) => number) | undefined => {
  const direction = query.sortOrder === 'desc' ? 1 : -1;
  const byNumber = (values: Float64Array) => (item: number) => {
    const value = values[item] as number;
    return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : direction * value;
  };
  const byRank =
    ({ rank }: RankedStrings) =>
    (item: number) => {
      const value = rank[item] as number;
      return value === NO_RANK ? Number.NEGATIVE_INFINITY : direction * value;
    };
  switch (query.sortBy) {
    case 'relevance':
      return undefined;
    case 'created_at':
      return byNumber(texts.createdAt);
    case 'modified_at':
      return byNumber(texts.modifiedAt);
    case 'title':
      return byRank(texts.title);
    case 'created_by':
      return byRank(texts.createdBy);
    case 'modified_by':
      return byRank(texts.modifiedBy);
  }
};

/** The value by which candidates of different segments are compared. */
const sortKeyOf = (
  texts: ContentTexts,
  query: ContentQuery,
  item: number,
  key: number,
): string | number | null => {
  switch (query.sortBy) {
    case 'title':
      return rankedValue(texts.title, item);
    case 'created_by':
      return rankedValue(texts.createdBy, item);
    case 'modified_by':
      return rankedValue(texts.modifiedBy, item);
    default: {
      if (key === Number.NEGATIVE_INFINITY) return null;
      return query.sortOrder === 'desc' ? key : -key;
    }
  }
};

const order = (query: ContentQuery) => {
  const direction = query.sortOrder === 'asc' ? 1 : -1;
  return (a: Candidate, b: Candidate): number => {
    if (a.sortKey !== b.sortKey) {
      if (a.sortKey === null) return 1;
      if (b.sortKey === null) return -1;
      return a.sortKey < b.sortKey ? -direction : direction;
    }
    return compareKeys(a.segment, a.item, b.segment, b.item);
  };
};
