// Content search over a set of segments: exact totals, and the asked page in a total order (Decision 0006).

import type { SynonymSet } from '../../domain/catalog.ts';
import type { ContentQuery } from '../../domain/ports.ts';
import { requiredOfContent, sufficesUpTo } from '../matching.ts';
import {
  type ContentSegment,
  type ContentTexts,
  compareKeys,
  type DocumentClass,
} from './content-segment.ts';
import { type MatchRule, matchTexts, mayMatch } from './match-texts.ts';
import { stringAt } from './packed-strings.ts';
import { type ResolvedQuery, resolveQuery } from './query-words.ts';
import { NO_RANK, type RankedStrings, rankedValue } from './ranked-strings.ts';
import type { TextIndex } from './text-index.ts';
import { TopItems } from './top-items.ts';
import { topOfWord } from './top-of-word.ts';

export interface FoundContent {
  readonly key: string;
  readonly locale: string;
}

interface Candidate {
  readonly segment: ContentSegment;
  readonly texts: ContentTexts;
  readonly item: number;
  /** Larger the earlier it comes, within its own texts. */
  readonly key: number;
}

export const searchSegments = (
  segments: readonly ContentSegment[],
  synonyms: readonly SynonymSet[],
  query: ContentQuery,
): { hits: FoundContent[]; total: number } => {
  const search = new Search(query);
  const byLanguage = new Map<string, ResolvedQuery>();
  for (let place = 0; place < query.localeChain.length; place += 1) {
    const locale = query.localeChain[place] as string;
    for (const segment of segments) {
      const texts = findTexts(segment, locale);
      if (texts === undefined) continue;
      const { language } = texts.index;
      let resolved = byLanguage.get(language);
      if (resolved === undefined) {
        resolved = resolveQuery(query.text, language, synonyms, textsOf(segments, language));
        byLanguage.set(language, resolved);
      }
      search.add(segment, texts, resolved, place);
    }
  }
  return { hits: search.hits(), total: search.total };
};

const findTexts = (segment: ContentSegment, locale: string): ContentTexts | undefined => {
  for (const texts of segment.texts) if (texts.index.locale === locale) return texts;
  return undefined;
};

const textsOf = (segments: readonly ContentSegment[], language: string): TextIndex[] => {
  const found: TextIndex[] = [];
  for (const { texts } of segments) {
    for (const { index } of texts) if (index.language === language) found.push(index);
  }
  return found;
};

/** Shared by all searches of a thread: a search never yields midway. */
const top = new TopItems(0);

/** One search on its way through the texts that may answer it. */
class Search {
  total = 0;
  private readonly query: ContentQuery;
  private readonly capacity: number;
  private readonly best: Candidate[] = [];
  private sources = 0;
  /** Among all texts so far, a smaller key cannot come onto the page; only where keys of different texts compare. */
  private floor = Number.NEGATIVE_INFINITY;

  constructor(query: ContentQuery) {
    this.query = query;
    this.capacity = query.limit === 0 ? 0 : query.skip + query.limit;
  }

  /** Searches the texts of one locale of one segment; `place` is where the locale stands in the chain. */
  add(segment: ContentSegment, texts: ContentTexts, resolved: ResolvedQuery, place: number): void {
    const { index } = texts;
    const rule = {
      required: requiredOfContent(resolved.words.length),
      sufficesUpTo: sufficesUpTo(resolved, resolved.statistics.documents),
    };
    if (!mayMatch(resolved, resolved.texts.indexOf(index), rule)) return;
    const { query } = this;
    const accepts = acceptedClasses(segment, query, place);
    top.begin(this.capacity, this.floor);
    const isBestFirst = query.sortBy === 'relevance' && query.sortOrder === 'desc';
    this.total +=
      isBestFirst && resolved.words.length === 1
        ? topOfWord(index, resolved, accepts, top)
        : matchInto(texts, resolved, rule, accepts, query);
    top.sort();
    for (let at = 0; at < top.size; at += 1)
      this.best.push({ segment, texts, item: top.itemAt(at), key: top.keyAt(at) });
    if (top.size > 0) this.sources += 1;
    if (isNumeric(query) && top.isFull() && top.size > 0)
      this.floor = Math.max(this.floor, top.keyAt(top.size - 1));
  }

  hits(): FoundContent[] {
    const { skip, limit } = this.query;
    if (this.sources > 1) this.best.sort(order(this.query));
    return this.best
      .slice(skip, skip + limit)
      .map(({ segment, texts, item }) => ({ key: stringAt(segment.keys, item), locale: texts.index.locale }));
  }
}

/** Offers every match to `top`; returns how many match. */
const matchInto = (
  texts: ContentTexts,
  resolved: ResolvedQuery,
  { required, sufficesUpTo }: MatchRule,
  accepts: Uint8Array,
  query: ContentQuery,
): number => {
  const primary = primaryKey(texts, query);
  const direction = query.sortOrder === 'desc' ? 1 : -1;
  let total = 0;
  const visit =
    primary === undefined
      ? (item: number, score: number) => {
          total += 1;
          const key = direction * score;
          if (key >= top.floor) top.offer(key, item);
        }
      : (item: number) => {
          total += 1;
          const key = primary(item);
          if (key >= top.floor) top.offer(key, item);
        };
  matchTexts(texts.index, resolved, required, accepts, visit, sufficesUpTo);
  return total;
};

/** A document answers when its item exists in no better locale of the chain and it is of the asked type. */
const acceptedClasses = (
  { classes }: ContentSegment,
  { type, localeChain }: ContentQuery,
  place: number,
): Uint8Array => {
  const accepts = new Uint8Array(classes.length);
  for (let number = 1; number < classes.length; number += 1) {
    const documentClass = classes[number] as DocumentClass;
    if (type !== undefined && documentClass.type !== type) continue;
    let isBetter = false;
    for (let better = 0; better < place && !isBetter; better += 1)
      isBetter = documentClass.locales.includes(localeChain[better] as string);
    if (!isBetter) accepts[number] = 1;
  }
  return accepts;
};

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

/** Whether keys are the values themselves, and not ranks among the texts they were taken from. */
const isNumeric = ({ sortBy }: ContentQuery): boolean =>
  sortBy === 'relevance' || sortBy === 'created_at' || sortBy === 'modified_at';

const order = (query: ContentQuery) => {
  const byKey = (a: Candidate, b: Candidate): number => compareKeys(a.segment, a.item, b.segment, b.item);
  if (isNumeric(query))
    return (a: Candidate, b: Candidate) => (a.key === b.key ? byKey(a, b) : b.key - a.key);
  const direction = query.sortOrder === 'asc' ? 1 : -1;
  return (a: Candidate, b: Candidate): number => {
    const valueA = rankedValueOf(a, query);
    const valueB = rankedValueOf(b, query);
    if (valueA === valueB) return byKey(a, b);
    if (valueA === null) return 1;
    if (valueB === null) return -1;
    return valueA < valueB ? -direction : direction;
  };
};

/** The text by which candidates of different texts are compared. */
const rankedValueOf = ({ texts, item }: Candidate, { sortBy }: ContentQuery): string | null =>
  rankedValue(
    sortBy === 'title' ? texts.title : sortBy === 'created_by' ? texts.createdBy : texts.modifiedBy,
    item,
  );
