// Content search over a set of segments: exact totals, and the asked page in a total order (Decision 0006).

import type { SynonymSet } from '../../domain/catalog.ts';
import type { ContentQuery } from '../../domain/ports.ts';
import { requiredOfContent, sufficesUpTo } from '../matching.ts';
import { TITLE_LEAD, titleText } from '../ranking.ts';
import {
  type ContentSegment,
  type ContentTexts,
  compareKeys,
  type DocumentClass,
} from './content-segment.ts';
import { type MatchRule, matchTexts, mayMatch } from './match-texts.ts';
import { findString, stringAt } from './packed-strings.ts';
import { type ResolvedQuery, resolveQuery } from './query-words.ts';
import { NO_RANK, type RankedStrings, rankedValue } from './ranked-strings.ts';
import { jsonAt } from './stored-json.ts';
import type { TextIndex } from './text-index.ts';
import { type SortColumn, sortKey, topByColumn } from './top-by-column.ts';
import { TopItems } from './top-items.ts';
import { topOfWord } from './top-of-word.ts';
import { spend } from './work-budget.ts';
import { KEPT_ITEM, LOOKUP } from './work-costs.ts';

export interface FoundContent {
  readonly key: string;
  readonly locale: string;
  /** JSON, one character for each byte of its UTF-8. */
  readonly shown: string;
}

/** The first items of the texts of one locale of one segment, in order. */
interface Source {
  readonly segment: ContentSegment;
  readonly texts: ContentTexts;
  readonly items: readonly number[];
  /** Larger the earlier an item comes, within its own texts. */
  readonly keys: readonly number[];
}

export const searchSegments = (
  segments: readonly ContentSegment[],
  synonyms: readonly SynonymSet[],
  query: ContentQuery,
): { hits: FoundContent[]; total: number } => {
  const search = new Search(query);
  let resolved: ResolvedQuery | undefined;
  for (let place = 0; place < query.localeChain.length; place += 1) {
    const locale = query.localeChain[place] as string;
    for (const segment of segments) {
      spend(LOOKUP);
      const texts = findTexts(segment, locale);
      if (texts === undefined) continue;
      const { language } = texts.index;
      // The locales of a language stand together in a chain; one that comes back is resolved again.
      if (resolved?.language !== language)
        resolved = resolveQuery(query.text, language, synonyms, textsOf(segments, language));
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
let accepts = new Uint8Array(0);

/** One search on its way through the texts that may answer it. */
class Search {
  total = 0;
  private readonly query: ContentQuery;
  private readonly capacity: number;
  private readonly sources: Source[] = [];
  /** The query as a title would be held; undefined where titles do not matter. */
  private readonly title: string | undefined;
  /** Among all texts so far, a smaller key cannot come onto the page; only where keys of different texts compare. */
  private floor = Number.NEGATIVE_INFINITY;

  constructor(query: ContentQuery) {
    this.query = query;
    this.capacity = query.limit === 0 ? 0 : query.skip + query.limit;
    this.title = query.sortBy === 'relevance' && query.limit > 0 ? titleText(query.text) : undefined;
  }

  /** Searches the texts of one locale of one segment; `place` is where the locale stands in the chain. */
  add(segment: ContentSegment, texts: ContentTexts, resolved: ResolvedQuery, place: number): void {
    const { index } = texts;
    const rule = {
      required: requiredOfContent(resolved.words.length),
      sufficesUpTo: sufficesUpTo(resolved, resolved.statistics.documents),
    };
    if (!mayMatch(resolved, resolved.texts.indexOf(index), rule)) return;
    top.begin(this.capacity, this.floor);
    this.total += offerMatches(
      texts,
      resolved,
      rule,
      acceptedClasses(segment, this.query, place),
      this.query,
      this.titled(texts),
    );
    if (top.size === 0) return;
    top.sort();
    if (isNumeric(this.query) && top.isFull()) this.floor = top.keyAt(top.size - 1);
    this.sources.push(sourceOf(segment, texts));
  }

  /** The rank of the title that is the query itself, or -1. */
  private titled({ title }: ContentTexts): number {
    if (this.title === undefined) return -1;
    spend(LOOKUP);
    return findString(title.values, this.title);
  }

  hits(): FoundContent[] {
    const { sources, query } = this;
    const [only] = sources;
    if (only === undefined) return [];
    if (sources.length > 1) return mergeSources(sources, query);
    spend(KEPT_ITEM * Math.max(0, only.items.length - query.skip));
    const hits: FoundContent[] = [];
    for (let place = query.skip; place < only.items.length; place += 1)
      hits.push(hitOf(only, only.items[place] as number));
    return hits;
  }
}

/** What `top` holds. */
const sourceOf = (segment: ContentSegment, texts: ContentTexts): Source => {
  const items: number[] = [];
  const keys: number[] = [];
  spend(KEPT_ITEM * top.size);
  for (let place = 0; place < top.size; place += 1) {
    items.push(top.itemAt(place));
    keys.push(top.keyAt(place));
  }
  return { segment, texts, items, keys };
};

const hitOf = ({ segment, texts }: Source, item: number): FoundContent => ({
  key: stringAt(segment.keys, item),
  locale: texts.index.locale,
  shown: jsonAt(texts.shown, item),
});

/** So many places of a page are filled between two looks at the budget. */
const RANKS_AT_ONCE = 32;

/** The asked page of several sources: the first of all that each of them has left, again and again. */
const mergeSources = (sources: readonly Source[], query: ContentQuery): FoundContent[] => {
  const compare = order(query);
  const places = sources.map(() => 0);
  const hits: FoundContent[] = [];
  for (let rank = 0; rank < query.skip + query.limit; rank += 1) {
    if (rank % RANKS_AT_ONCE === 0) spend(KEPT_ITEM * sources.length * RANKS_AT_ONCE);
    let next = -1;
    for (let number = 0; number < sources.length; number += 1) {
      const source = sources[number] as Source;
      const place = places[number] as number;
      if (place === source.items.length) continue;
      if (next === -1 || compare(source, place, sources[next] as Source, places[next] as number) < 0)
        next = number;
    }
    if (next === -1) break;
    const source = sources[next] as Source;
    const place = places[next] as number;
    if (rank >= query.skip) hits.push(hitOf(source, source.items[place] as number));
    places[next] = place + 1;
  }
  return hits;
};

/** Offers what matches to `top`, as far as it could come onto the page; returns how many match. */
const offerMatches = (
  texts: ContentTexts,
  resolved: ResolvedQuery,
  { required, sufficesUpTo }: MatchRule,
  accepts: Uint8Array,
  query: ContentQuery,
  titled: number,
): number => {
  const { index, title } = texts;
  const column = sortColumn(texts, query);
  if (resolved.words.length === 1) {
    if (column !== undefined) return topByColumn(index, resolved, accepts, column, top);
    if (query.sortOrder === 'desc' && titled === -1) return topOfWord(index, resolved, accepts, top);
  }
  const direction = directionOf(query);
  let total = 0;
  const visit = (item: number, score: number): void => {
    total += 1;
    const lead = titled !== -1 && title.rank[item] === titled ? TITLE_LEAD : 0;
    const key = column === undefined ? direction * (score + lead) : sortKey(column, item);
    if (key >= top.floor) top.offer(key, item);
  };
  matchTexts(index, resolved, required, accepts, visit, sufficesUpTo);
  return total;
};

/** A document answers when its item exists in no better locale of the chain and it is of the asked type. */
const acceptedClasses = (
  { classes }: ContentSegment,
  { type, localeChain }: ContentQuery,
  place: number,
): Uint8Array => {
  if (accepts.length !== classes.length) accepts = new Uint8Array(classes.length);
  for (let number = 1; number < classes.length; number += 1) {
    const documentClass = classes[number] as DocumentClass;
    let answers = type === undefined || documentClass.type === type;
    for (let better = 0; better < place && answers; better += 1)
      answers = !documentClass.locales.includes(localeChain[better] as string);
    accepts[number] = answers ? 1 : 0;
  }
  return accepts;
};

const directionOf = ({ sortOrder }: ContentQuery): 1 | -1 => (sortOrder === 'desc' ? 1 : -1);

/** Undefined for relevance. */
const sortColumn = (texts: ContentTexts, query: ContentQuery): SortColumn | undefined => {
  const direction = directionOf(query);
  const byNumber = (values: Float64Array) => ({ values, missing: Number.NaN, direction });
  const byRank = ({ rank }: RankedStrings) => ({ values: rank, missing: NO_RANK, direction });
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

/** Orders what stands at two places of two sources. */
type Compare = (a: Source, placeA: number, b: Source, placeB: number) => number;

const order = (query: ContentQuery): Compare => (isNumeric(query) ? compareNumbers : compareTexts(query));

const compareNumbers: Compare = (a, placeA, b, placeB) => {
  const keyA = a.keys[placeA] as number;
  const keyB = b.keys[placeB] as number;
  return keyA === keyB ? compareItems(a, placeA, b, placeB) : keyB - keyA;
};

/** Ranks mean nothing outside their own texts, so that the values themselves are compared. */
const compareTexts = (query: ContentQuery): Compare => {
  const direction = directionOf(query);
  return (a, placeA, b, placeB) => {
    const valueA = rankedValueOf(a, placeA, query);
    const valueB = rankedValueOf(b, placeB, query);
    if (valueA === valueB) return compareItems(a, placeA, b, placeB);
    if (valueA === null) return 1;
    if (valueB === null) return -1;
    return valueA < valueB ? direction : -direction;
  };
};

const compareItems: Compare = (a, placeA, b, placeB) =>
  compareKeys(a.segment, a.items[placeA] as number, b.segment, b.items[placeB] as number);

const rankedValueOf = ({ texts, items }: Source, place: number, { sortBy }: ContentQuery): string | null =>
  rankedValue(
    sortBy === 'title' ? texts.title : sortBy === 'created_by' ? texts.createdBy : texts.modifiedBy,
    items[place] as number,
  );
