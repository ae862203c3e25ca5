// Content search over a set of segments: exact totals, and the requested page in a total order (Decision 0006).

import type { ContentQuery } from '../../../domain/ports.ts';
import type { SynonymSet } from '../../../domain/search/catalog.ts';
import { spreadChain } from '../../../domain/text/locale.ts';
import { contentRule, type MatchRule, mayRelax, RELAX_BELOW } from '../../matching.ts';
import { TITLE_BOOST, titleText } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { HEAP_ITEM, ITEM, LOOKUP } from '../budget/work-costs.ts';
import { matchTexts, mayMatch } from '../match/match-texts.ts';
import { type SortColumn, sortKey, topByColumn } from '../match/top-by-column.ts';
import { topByScore } from '../match/top-by-score.ts';
import { TopItems } from '../match/top-items.ts';
import { findString } from '../packing/packed-strings.ts';
import { NO_RANK, type RankedStrings } from '../packing/ranked-strings.ts';
import { type ResolvedQuery, resolveQuery } from '../text/query-words.ts';
import { localesOf, textsIn } from '../text/text-index.ts';
import {
  directionOf,
  type FoundContent,
  hitOf,
  isNumeric,
  mergeSources,
  type Source,
} from './content-page.ts';
import type { ContentSegment, ContentTexts, DocumentClass } from './content-segment.ts';

export const searchSegments = (
  segments: readonly ContentSegment[],
  synonyms: readonly SynonymSet[],
  asked: ContentQuery,
): { hits: FoundContent[]; total: number } => {
  const query = { ...asked, localeChain: spreadChain(asked.localeChain, () => localesOf(segments)) };
  const resolved: ResolvedQuery[] = [];
  const resolveIn = (language: string): ResolvedQuery => {
    for (const known of resolved) if (known.language === language) return known;
    const made = resolveQuery(query.text, language, synonyms, textsIn(segments, language));
    resolved.push(made);
    return made;
  };
  const strict = searchBy(segments, query, resolveIn, false);
  const isEnough =
    strict.total >= RELAX_BELOW ||
    !resolved.some(gainsFromRelaxing) ||
    findsEnough(segments, query, resolveIn);
  const search = isEnough ? strict : searchBy(segments, query, resolveIn, true);
  return { hits: search.hits(), total: search.total };
};

const gainsFromRelaxing = (resolved: ResolvedQuery): boolean => {
  const ruleOf = (isRelaxed: boolean) => contentRule(resolved, resolved.statistics.documents, isRelaxed);
  return mayRelax(resolved.words, ruleOf(false), ruleOf(true));
};

/** Whether the strict rule finds enough over all types: a type filter only narrows the result (Decision 0030). */
const findsEnough = (
  segments: readonly ContentSegment[],
  query: ContentQuery,
  resolveIn: (language: string) => ResolvedQuery,
): boolean =>
  query.type !== undefined &&
  searchBy(segments, { ...query, type: undefined, limit: 0 }, resolveIn, false).total >= RELAX_BELOW;

const searchBy = (
  segments: readonly ContentSegment[],
  query: ContentQuery,
  resolveIn: (language: string) => ResolvedQuery,
  isRelaxed: boolean,
): Search => {
  const search = new Search(query, isRelaxed);
  for (let place = 0; place < query.localeChain.length; place += 1) {
    const locale = query.localeChain[place] as string;
    for (const segment of segments) {
      spend(LOOKUP);
      const texts = findTexts(segment, locale);
      if (texts !== undefined) search.add(segment, texts, resolveIn(texts.index.language), place);
    }
  }
  return search;
};

const findTexts = (segment: ContentSegment, locale: string): ContentTexts | undefined => {
  for (const texts of segment.texts) if (texts.index.locale === locale) return texts;
  return undefined;
};

/** Shared by all searches of a thread: a search never yields midway. */
const top = new TopItems(0);
let accepts = new Uint8Array(0);

/** One search in progress. */
class Search {
  total = 0;
  private readonly query: ContentQuery;
  private readonly isRelaxed: boolean;
  private readonly capacity: number;
  private readonly sources: Source[] = [];
  /** The query in the form of a title; undefined if titles do not matter. */
  private readonly title: string | undefined;
  /** A smaller key cannot enter the page; only where keys of different sources compare. */
  private floor = Number.NEGATIVE_INFINITY;

  constructor(query: ContentQuery, isRelaxed: boolean) {
    this.query = query;
    this.isRelaxed = isRelaxed;
    this.capacity = query.limit === 0 ? 0 : query.skip + query.limit;
    this.title = query.sortBy === 'relevance' && query.limit > 0 ? titleText(query.text) : undefined;
  }

  /** Searches one locale of one segment; `place` is the locale's index in the chain. */
  add(segment: ContentSegment, texts: ContentTexts, resolved: ResolvedQuery, place: number): void {
    const { index } = texts;
    const rule = contentRule(resolved, resolved.statistics.documents, this.isRelaxed);
    if (!mayMatch(resolved, resolved.texts.indexOf(index), rule)) return;
    top.reset(this.capacity, this.floor);
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

  /** The rank of the title that equals the query, or -1. */
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
    spend(HEAP_ITEM * Math.max(0, only.items.length - query.skip));
    const hits: FoundContent[] = [];
    for (let place = query.skip; place < only.items.length; place += 1)
      hits.push(hitOf(only, only.items[place] as number));
    return hits;
  }
}

/** Copies `top`. */
const sourceOf = (segment: ContentSegment, texts: ContentTexts): Source => {
  const items: number[] = [];
  const keys: number[] = [];
  spend(HEAP_ITEM * top.size);
  for (let place = 0; place < top.size; place += 1) {
    items.push(top.itemAt(place));
    keys.push(top.keyAt(place));
  }
  return { segment, texts, items, keys };
};

/** Offers the matches that could enter the page to `top`; returns how many match. */
const offerMatches = (
  texts: ContentTexts,
  resolved: ResolvedQuery,
  rule: MatchRule,
  accepts: Uint8Array,
  query: ContentQuery,
  titled: number,
): number => {
  const { index, title } = texts;
  const column = sortColumn(texts, query);
  if (resolved.words.length === 1) {
    if (column !== undefined) return topByColumn(index, resolved, accepts, column, top);
    if (query.sortOrder === 'desc' && titled === -1) return topByScore(index, resolved, accepts, top);
  }
  const direction = directionOf(query);
  let total = 0;
  const visit = (item: number, score: number): void => {
    total += 1;
    const lead = titled !== -1 && title.rank[item] === titled ? TITLE_BOOST : 0;
    const key = column === undefined ? direction * (score + lead) : sortKey(column, item);
    if (key >= top.floor) top.offer(key, item);
  };
  matchTexts(index, resolved, rule, accepts, visit);
  return total;
};

/**
 * A document is accepted if it has the requested type and its item does not exist in an earlier locale of the chain.
 */
const acceptedClasses = (
  { classes }: ContentSegment,
  { type, localeChain }: ContentQuery,
  place: number,
): Uint8Array => {
  spend(ITEM * classes.length * (place + 1));
  if (accepts.length !== classes.length) accepts = new Uint8Array(classes.length);
  for (let number = 1; number < classes.length; number += 1) {
    const documentClass = classes[number] as DocumentClass;
    let isAccepted = type === undefined || documentClass.type === type;
    for (let better = 0; better < place && isAccepted; better += 1)
      isAccepted = !documentClass.locales.includes(localeChain[better] as string);
    accepts[number] = isAccepted ? 1 : 0;
  }
  return accepts;
};

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
