// About how much work a query will be, in the units of a budget, before it is asked: from its shape and the sizes of what it is
// asked of, in a few microseconds. For whoever decides where a query runs. Ordinary queries come out small; whatever could hold
// others up comes out large. Nothing is looked up, so that a common and a rare word are the same here.

import type { CatalogContents, ContentQuery, ProductQuery } from '../../../domain/ports.ts';
import type { FilterGroup } from '../../../domain/products/product-filter.ts';
import type { SynonymSet } from '../../../domain/search/catalog.ts';
import { QUERY_WORDS_MAX } from '../../analysis/analyze.ts';
import { languageOf } from '../../analysis/languages.ts';
import { knownSets } from '../../synonyms.ts';
import type { Column } from '../columns/column.ts';
import type { ContentSegment } from '../content/content-segment.ts';
import { wordsFor } from '../packing/bitset.ts';
import { countStrings } from '../packing/packed-strings.ts';
import { findColumn } from '../products/product-columns.ts';
import { countProductsIn, type ProductSegment } from '../products/product-segment.ts';
import { answeringLocales } from '../products/product-term-match.ts';
import { DOCUMENTS, type TextIndex } from '../text/text-index.ts';
import {
  ANALYSED_PHRASE,
  BITS_WORD,
  ITEM,
  JUDGED_BLOCK,
  KEPT_ITEM,
  LOOKUP,
  MET_PHRASE,
  PLACED_RULE,
  POSTING,
  QUERY,
  QUERY_CHARACTER,
  READ_RULE,
  RESOLVED_PHRASE,
  SCANNED_BYTE,
  TEXT,
} from './work-costs.ts';

/** A word is taken to stand in one of so many documents. */
const HOLDING_SHARE = 8;
/** How often a word is looked up: as it is, joined with its neighbour, and in parts. */
const LOOKUPS_OF_WORD = 5;
/** What a word that is not known costs for each word of a dictionary, by length and first letter. Where nothing is near, more is looked at; that is rare, and counted while it is done. */
const NEAR_SHARE = 0.4;
/** Of the categories of a catalog, one in so many is taken to be below the one that is asked for. */
const CATEGORY_SHARE = 4;
/** A query of several words is matched once by the strict rule and, where that finds too little, once by the looser one. */
const LOOSENED_PASSES = 2;
/** Where it comes to more than this, the rest is not added up. */
const ENOUGH = 50_000_000;

export const estimateContentWork = (
  segments: readonly ContentSegment[],
  synonyms: readonly SynonymSet[],
  query: ContentQuery,
): number => {
  // Where a type leaves too little, all types are counted before anything is loosened.
  const passes = query.type === undefined ? LOOSENED_PASSES : LOOSENED_PASSES + 1;
  const work = estimateTexts(segments, query.localeChain, synonyms, query.text, passes);
  if (query.limit === 0) return work;
  let items = 0;
  for (const { keys } of segments) items += countStrings(keys);
  // Every segment keeps as many as the page needs, in order, and then they are merged.
  const kept = Math.min(query.skip + query.limit, items);
  return work + KEPT_ITEM * kept * (segments.length > 1 ? 3 + segments.length : 3);
};

export const estimateProductWork = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: ProductQuery,
): number => {
  let work = estimateFilters(segments, query);
  if (work > ENOUGH) return work;
  let items = 0;
  for (const segment of segments) items += countProductsIn(segment);
  const criteria = 2 + query.facets.length + query.groups.length;
  work += criteria * (BITS_WORD * wordsFor(items) + TEXT * segments.length);
  if (query.categoryId !== undefined || query.categoryName !== undefined)
    work += (PLACED_RULE * segments.length * contents.categories.length) / CATEGORY_SHARE;
  if (query.withMerchandising) work += ITEM * contents.merchandisingRules.length;
  if (query.term === undefined) return work;
  const locales = answeringLocales(segments, query);
  return work + estimateTexts(segments, locales, contents.synonyms, query.term, LOOSENED_PASSES);
};

/** What it costs to find out what the words of a text stand for, and to match them, several of them up to so many times. */
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
    // The locales of a language stand together in a chain.
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
  const met = work > 0 ? 0 : sets.estimateMet(text, words);
  return work + met * (MET_PHRASE + texts * (MET_PHRASE + RESOLVED_PHRASE / 2));
};

/** As many words as the text may have: scripts without spaces may have one for each character. */
const countWords = (text: string): number => {
  let words = 1;
  for (let at = 0; at < text.length && words < QUERY_WORDS_MAX; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit <= 0x20 || unit > 0x2ff || unit === 0x2c || unit === 0x2d) words += 1;
  }
  return words;
};

const estimateFilters = (
  segments: readonly ProductSegment[],
  { facets, groups, currency }: Pick<ProductQuery, 'facets' | 'groups' | 'currency'>,
): number => {
  const perRule = READ_RULE + PLACED_RULE * segments.length;
  let work = perRule * facets.length;
  for (const { rules } of groups) work += perRule * rules.length;
  for (const group of groups) {
    if (work > ENOUGH) return work;
    work += estimateGroup(group, segments, currency);
  }
  return work;
};

const estimateGroup = (
  { rules }: FilterGroup,
  segments: readonly ProductSegment[],
  currency: string,
): number => {
  let work = 0;
  for (const { field, action, value } of rules) {
    if (work > ENOUGH) break;
    const isText = action === 'contains' || action === 'does_not_contains';
    for (const segment of segments) {
      const column = findColumn(segment, field, currency);
      if (column !== undefined)
        work += isText ? scanWork(column, value) : BITS_WORD * wordsFor(countProductsIn(segment));
    }
  }
  return work;
};

/** Pieces of three bytes tell where a longer text can be. */
const scanWork = ({ texts, grams }: Column, value: string): number =>
  grams.blockStart.length === 0 || value.length < 3
    ? SCANNED_BYTE * texts.bytes.length
    : 3 * JUDGED_BLOCK * grams.blockStart.length;
