// Content search by full scan: the plainest reading of Decision 0006, and the oracle of every faster engine.

import type { ContentQuery } from '../../domain/ports.ts';
import type { SynonymSet } from '../../domain/search/catalog.ts';
import type { ContentItem, ContentText } from '../../domain/search/content.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { parseInstant } from '../../domain/text/instant.ts';
import { findInChain } from '../../domain/text/locale.ts';
import { buildAnalyzer } from '../analysis/analyze.ts';
import { contentRule, RELAX_BELOW } from '../matching.ts';
import { TITLE_BOOST, titleText } from '../ranking.ts';
import { analyzeText, type TextDocument } from '../text-document.ts';
import { contentTexts } from '../weighted-texts.ts';
import { buildDocumentScore, type DocumentScore } from './score-document.ts';
import { resolveWords } from './word-match.ts';

/** An item with each of its texts analysed in its language. */
export interface AnalyzedItem {
  readonly item: ContentItem;
  readonly documents: Readonly<Record<string, TextDocument>>;
}

export const analyzeItem = (item: ContentItem): AnalyzedItem => ({
  item,
  documents: Object.fromEntries(
    Object.entries(item.texts).map(([locale, text]) => [locale, analyzeText(locale, contentTexts(text))]),
  ),
});

export interface ReferenceHit {
  readonly item: ContentItem;
  /** The locale of `item.texts` that matched. */
  readonly locale: string;
}

interface Candidate {
  readonly hit: ReferenceHit;
  readonly text: ContentText;
  readonly score: number;
}

export const searchContent = (
  items: readonly AnalyzedItem[],
  synonyms: readonly SynonymSet[],
  query: ContentQuery,
): { hits: ReferenceHit[]; total: number } => {
  const strict = findAll(items, synonyms, query, false);
  const all = strict.length < RELAX_BELOW ? findAll(items, synonyms, query, true) : strict;
  const found = all.filter(({ text }) => query.type === undefined || text.type === query.type);
  found.sort(order(query));
  return {
    hits: found.slice(query.skip, query.skip + query.limit).map(({ hit }) => hit),
    total: found.length,
  };
};

/** The matches of all types, by the strict or by the relaxed rule. */
const findAll = (
  items: readonly AnalyzedItem[],
  synonyms: readonly SynonymSet[],
  query: ContentQuery,
  isRelaxed: boolean,
): Candidate[] => {
  const scorers = new Map<string, DocumentScore>();
  const found: Candidate[] = [];
  for (const { item, documents } of items) {
    const shown = findInChain(item.texts, query.localeChain);
    const document = shown === undefined ? undefined : documents[shown.locale];
    if (shown === undefined || document === undefined) continue;
    let score = scorers.get(document.language);
    if (score === undefined) {
      score = buildScorer(query.text, document.language, items, synonyms, isRelaxed);
      scorers.set(document.language, score);
    }
    const scored = score(document);
    if (scored === undefined) continue;
    const isTitle = titleText(shown.value.title) === titleText(query.text);
    found.push({
      hit: { item, locale: shown.locale },
      text: shown.value,
      score: isTitle ? scored + TITLE_BOOST : scored,
    });
  }
  return found;
};

/** Scores documents of one language. */
const buildScorer = (
  text: string,
  language: string,
  items: readonly AnalyzedItem[],
  synonyms: readonly SynonymSet[],
  isRelaxed: boolean,
): DocumentScore => {
  const documents = items.flatMap((item) =>
    Object.values(item.documents).filter((document) => document.language === language),
  );
  const words = resolveWords(text, language, synonyms, documents);
  const asked = buildAnalyzer(language).readQuery(text);
  return buildDocumentScore(words, documents, contentRule(asked, documents.length, isRelaxed));
};

type SortKey = string | number | null;

const sortKeys: Readonly<Record<ContentQuery['sortBy'], (candidate: Candidate) => SortKey>> = {
  relevance: ({ score }) => score,
  title: ({ text }) => titleText(text.title),
  created_at: ({ text }) => parseInstant(text.createdAt) ?? null,
  modified_at: ({ text }) => parseInstant(text.modifiedAt) ?? null,
  created_by: ({ text }) => (text.createdBy === null ? null : foldText(text.createdBy)),
  modified_by: ({ text }) => (text.modifiedBy === null ? null : foldText(text.modifiedBy)),
};

/** Every order is total: missing values come last in either direction, and ties are broken by item key. */
const order = (query: ContentQuery) => {
  const keyOf = sortKeys[query.sortBy];
  const direction = query.sortOrder === 'asc' ? 1 : -1;
  return (a: Candidate, b: Candidate): number => {
    const keyA = keyOf(a);
    const keyB = keyOf(b);
    if (keyA !== keyB) {
      if (keyA === null) return 1;
      if (keyB === null) return -1;
      return keyA < keyB ? -direction : direction;
    }
    return a.hit.item.key < b.hit.item.key ? -1 : 1;
  };
};
