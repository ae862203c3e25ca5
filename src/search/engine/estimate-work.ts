// Estimates the cost of a query in budget units before it runs, from its shape and the sizes of the segments, in a
// few microseconds. The caller uses it to choose the thread the query runs on. Ordinary queries come out small;
// anything that could block others comes out large. No dictionary is read, so a common word and a rare one cost the
// same here.

import type { CatalogContents, ContentQuery } from '../../domain/ports.ts';
import { CATEGORIES } from '../../domain/products/product-filter.ts';
import { everythingFor, type ProductLookup, type Shopper } from '../../domain/products/product-lookup.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';
import type { ProductSearch } from '../../domain/products/product-search.ts';
import type { SynonymSet } from '../../domain/search/catalog.ts';
import { QUERY_WORDS_MAX } from '../analysis/analyze.ts';
import { languageOf } from '../analysis/languages.ts';
import { countSignals } from '../signals.ts';
import { knownSets } from '../synonyms.ts';
import {
  ANALYSED_PHRASE,
  BITS_WORD,
  FACET_VALUE,
  HEAP_ITEM,
  ITEM,
  LOCATED_RULE,
  LOOKUP,
  MATCHED_PHRASE,
  PARSED_CHAR,
  POSTING,
  QUERY,
  QUERY_CHARACTER,
  RESOLVED_PHRASE,
  SHOWN_CHAR,
  SHOWN_PRODUCT,
  SIGNAL,
  SORTED_CATEGORY,
  TEXT,
} from './budget/work-costs.ts';
import type { ContentSegment } from './content/content-segment.ts';
import { estimateExtras } from './estimate-extras.ts';
import { ENOUGH, estimateFilters, estimateRules } from './estimate-filters.ts';
import { wordsFor } from './packing/bitset.ts';
import { countStrings } from './packing/packed-strings.ts';
import { effectiveLocales } from './products/effective-locales.ts';
import { countProductsIn, type ProductSegment } from './products/product-segment.ts';
import { estimateSpellings } from './spelling/estimate-spellings.ts';
import { DOCUMENTS, type TextIndex } from './text/text-index.ts';

/** Assume that one document in this many holds a word. */
const HOLDING_SHARE = 8;
/** Lookups for one word: as it is, joined with its neighbour, and split. */
const LOOKUPS_OF_WORD = 5;
/**
 * Cost of an unknown word per dictionary word, filtered by length and first letter. When nothing is near, more is
 * compared; that is rare, and the budget counts it as it happens.
 */
const NEAR_SHARE = 0.4;
/** Assume that one category in this many lies below the requested one. */
const CATEGORY_SHARE = 4;
/** A query of several words runs by the strict rule and, if that finds too few, again by the relaxed one. */
const RELAXED_PASSES = 2;
/** Assume this many facets of a catalog that offers its own, and this many values in each. */
const FACETS_OFFERED = 8;
const VALUES_OF_FACET = 50;

export const estimateContentWork = (
  segments: readonly ContentSegment[],
  synonyms: readonly SynonymSet[],
  query: ContentQuery,
): number => {
  // When a type filter leaves too few, all types are counted before the rule is relaxed.
  const passes = query.type === undefined ? RELAXED_PASSES : RELAXED_PASSES + 1;
  const work = estimateTexts(segments, query.localeChain, synonyms, query.text, passes);
  if (query.limit === 0) return work;
  let items = 0;
  for (const { keys } of segments) items += countStrings(keys);
  // Every segment keeps as many hits as the page needs, sorted, and then they are merged.
  const kept = Math.min(query.skip + query.limit, items);
  return work + HEAP_ITEM * kept * (segments.length > 1 ? 3 + segments.length : 3);
};

/** `isRanked`: by relevance, so that rules that boost products act. */
export const estimateProductWork = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: ProductQuery,
  isRanked = false,
): number => {
  let work = estimateFilters(segments, query);
  if (work > ENOUGH) return work;
  let items = 0;
  for (const segment of segments) items += countProductsIn(segment);
  const criteria = 2 + query.facets.length + query.groups.length;
  work += criteria * (BITS_WORD * wordsFor(items) + TEXT * segments.length);
  if (query.categoryId !== undefined || query.categoryName !== undefined)
    work += (LOCATED_RULE * segments.length * contents.categories.length) / CATEGORY_SHARE;
  work += estimateRules(segments, contents, query, isRanked);
  if (query.term === undefined) return work;
  const locales = effectiveLocales(segments, query);
  return work + estimateTexts(segments, locales, contents.synonyms, query.term, RELAXED_PASSES);
};

/** A search also ranks what it finds, and counts the facets over it. */
export const estimateProductSearch = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  search: ProductSearch,
): number => {
  const isRanked = search.sortBy === 'relevance' && search.limit > 0;
  const work = estimateProductWork(segments, contents, search, isRanked);
  let items = 0;
  for (const segment of segments) items += countProductsIn(segment);
  const isNarrowed = search.term !== undefined || search.categoryId !== undefined || search.facets.length > 0;
  const found = isNarrowed ? items / HOLDING_SHARE : items;
  const kept = Math.min(search.skip + search.limit, items);
  const { facetRequest } = search;
  const facets = facetRequest === undefined ? 0 : (facetRequest.fields?.length ?? FACETS_OFFERED);
  const hasTree = facetRequest !== undefined && (facetRequest.fields?.includes(CATEGORIES) ?? true);
  const tree = hasTree ? FACET_VALUE * contents.categories.length : 0;
  const signals = search.sortBy === 'relevance' ? countSignals(contents.ranking) : 0;
  const ranked =
    search.limit === 0 ? 0 : found * (ITEM + SIGNAL * signals) + HEAP_ITEM * kept * (3 + segments.length);
  const shown = estimateHits(segments, Math.min(search.limit, items), search.fields);
  const spellings = estimateSpellings(segments, search, work);
  const counted = facets * (FACET_VALUE * VALUES_OF_FACET + 2 * ITEM * found);
  return work + ranked + estimateExtras(search, items) + shown + tree + spellings + counted;
};

/** Single products: each is looked up in every segment, and joined. A slug may belong to any number of them. */
export const estimateLookup = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  lookup: ProductLookup,
): number => {
  const { by, fields } = lookup;
  let items = 0;
  for (const segment of segments) items += countProductsIn(segment);
  const lookups = 'ids' in by ? by.ids.length : 1;
  const marked = 'ids' in by ? 0 : 3 * BITS_WORD * wordsFor(items);
  const rules = estimateRules(segments, contents, everythingFor(lookup), false);
  const hits = estimateHits(segments, lookups, fields);
  return segments.length * (TEXT + LOOKUP * lookups) + marked + rules + hits;
};

/** Joining the records of hits; if only some fields are wanted, they are parsed. */
const estimateHits = (
  segments: readonly ProductSegment[],
  hits: number,
  fields: readonly string[] | undefined,
): number => {
  let items = 0;
  let chars = 0;
  for (const segment of segments) {
    items += countProductsIn(segment);
    chars += segment.shown.base.bytes.length;
  }
  const perChar = fields === undefined ? SHOWN_CHAR : PARSED_CHAR;
  return hits * (SHOWN_PRODUCT + (items === 0 ? 0 : (perChar * chars) / items));
};

/** Every product is counted, and every category is shown. */
export const estimateCategories = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  shopper: Shopper,
): number => {
  let items = 0;
  for (const segment of segments) items += countProductsIn(segment);
  const perCategory = SORTED_CATEGORY + FACET_VALUE + ITEM * segments.length;
  return (
    estimateProductWork(segments, contents, everythingFor(shopper)) +
    2 * ITEM * items +
    perCategory * contents.categories.length
  );
};

/** The cost of resolving the words of a text and matching them, up to `passes` times if there are several. */
const estimateTexts = (
  segments: readonly { readonly texts: readonly { readonly index: TextIndex }[] }[],
  locales: readonly string[],
  synonyms: readonly SynonymSet[],
  text: string,
  passes: number,
): number => {
  const words = countWords(text);
  const times = words > 1 ? passes : 1;
  let work = QUERY_CHARACTER * text.length;
  let before = '';
  for (const locale of locales) {
    const language = languageOf(locale);
    // Locales of one language are adjacent in a chain.
    if (language === before) continue;
    before = language;
    let own = 0;
    for (const { texts } of segments) {
      for (const { index } of texts) {
        if (index.language !== language) continue;
        own += 1;
        const documents = index.counters[DOCUMENTS] as number;
        work +=
          words * LOOKUPS_OF_WORD * LOOKUP + times * (TEXT + (words * POSTING * documents) / HOLDING_SHARE);
        work += words * NEAR_SHARE * countStrings(index.surfaces);
      }
    }
    if (own === 0) continue;
    work += QUERY;
    if (synonyms.length > 0) work += estimateSynonyms(synonyms, language, text, words, own);
  }
  return work;
};

const estimateSynonyms = (
  synonyms: readonly SynonymSet[],
  language: string,
  text: string,
  words: number,
  texts: number,
): number => {
  const sets = knownSets(synonyms, language);
  let work = 0;
  for (let left = sets.setsLeft; left > 0 && work < ENOUGH; left -= 1)
    work += ANALYSED_PHRASE * (synonyms[synonyms.length - left] as SynonymSet).words.length;
  const met = work > 0 ? 0 : sets.estimateMatches(text, words);
  return work + met * (MATCHED_PHRASE + texts * (MATCHED_PHRASE + RESOLVED_PHRASE / 2));
};

/** An upper bound: a script without spaces may have one word per character. */
const countWords = (text: string): number => {
  let words = 1;
  for (let at = 0; at < text.length && words < QUERY_WORDS_MAX; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit <= 0x20 || unit > 0x2ff || unit === 0x2c || unit === 0x2d) words += 1;
  }
  return words;
};
