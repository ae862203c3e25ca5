// Our engine and its alternatives, each as "a query returns ids, best first". Every peer gets the same fields, and
// the weights and operator (any word) that serve it best; Chinese and Thai are pre-split into words, which they
// cannot do themselves.

import { DatabaseSync } from 'node:sqlite';
import type { CatalogContents, ContentQuery } from '../../src/domain/ports.ts';
import type { ProductSearch } from '../../src/domain/products/product-search.ts';
import { foldText } from '../../src/domain/text/fold-text.ts';
import { ContentSegmentBuilder } from '../../src/search/engine/content/content-segment.ts';
import { searchSegments } from '../../src/search/engine/content/search-content.ts';
import { ProductSegmentBuilder } from '../../src/search/engine/products/product-segment.ts';
import { searchProductSegments } from '../../src/search/engine/queries/product-search.ts';
import { contentItemOf, type JudgedDocument, type JudgedSet, productOf } from './judged-set.ts';

interface Ranker {
  readonly rank: (query: string) => string[] | Promise<string[]>;
  readonly close?: () => Promise<void>;
}
export type BuildRanker = (set: JudgedSet) => Ranker | Promise<Ranker>;

export const DEPTH = 100;

export const contentQueryFor = ({ locale }: JudgedSet, text: string): ContentQuery => ({
  text,
  localeChain: [locale],
  type: undefined,
  sortBy: 'relevance',
  sortOrder: 'desc',
  skip: 0,
  limit: DEPTH,
});

export const rankContent: BuildRanker = (set) => {
  const builder = new ContentSegmentBuilder();
  for (const document of set.documents) builder.add(contentItemOf(document, set.locale));
  const segments = [builder.finish()];
  const rank = (text: string) =>
    searchSegments(segments, [], contentQueryFor(set, text)).hits.map(({ key }) => key);
  return { rank };
};

export const noSettings: CatalogContents = {
  ...{ attributes: [], categories: [], synonyms: [], merchandisingRules: [], facets: [] },
};

export const productSearchFor = ({ locale }: JudgedSet, term: string): ProductSearch => ({
  term,
  categoryId: undefined,
  categoryName: undefined,
  collectionId: undefined,
  facets: [],
  groups: [],
  localeChain: [locale],
  baseLocale: locale,
  currency: 'USD',
  channelId: undefined,
  locationId: undefined,
  customerGroupId: undefined,
  withMerchandising: false,
  skip: 0,
  limit: DEPTH,
  sortBy: 'relevance',
  sortOrder: 'desc',
  isOutOfStockLast: false,
  facetRequest: undefined,
});

export const rankProducts: BuildRanker = (set) => {
  const builder = new ProductSegmentBuilder(set.locale);
  for (const document of set.documents) builder.add(productOf(document));
  const segments = [builder.finish()];
  const rank = (term: string) =>
    searchProductSegments(segments, noSettings, productSearchFor(set, term)).hits.map(({ id }) => id);
  return { rank };
};

export const rankByFts5: BuildRanker = (set) => {
  const prepare = preparerOf(set.locale);
  const database = new DatabaseSync(':memory:');
  database.exec(
    `CREATE VIRTUAL TABLE d USING fts5(id UNINDEXED, title, keywords, summary, body, tokenize = 'porter unicode61')`,
  );
  const insert = database.prepare('INSERT INTO d VALUES (?, ?, ?, ?, ?)');
  database.exec('BEGIN');
  for (const document of set.documents) {
    const { title, keywords, summary, body } = fieldsOf(document, prepare);
    insert.run(document.id, title, keywords, summary, body);
  }
  database.exec('COMMIT');
  const select = database.prepare(
    `SELECT id FROM d WHERE d MATCH ? ORDER BY bm25(d, 0, 3, 1, 1, 1), rowid LIMIT ${DEPTH}`,
  );
  const rank = (query: string) => {
    const words = wordsIn(prepare(query));
    if (words.length === 0) return [];
    return select.all(words.map((word) => `"${word}"`).join(' OR ')).map((row) => String(row['id']));
  };
  return { rank };
};

/** The part of MiniSearch used here; it is installed apart from the service. */
export interface MiniSearchIndex {
  addAll(documents: readonly object[]): void;
  search(
    query: string,
    options: { readonly combineWith: 'OR'; readonly boost: Readonly<Record<string, number>> },
  ): { readonly id: string }[];
}
export type MiniSearchClass = new (options: { readonly fields: readonly string[] }) => MiniSearchIndex;

export const rankByMiniSearch =
  (MiniSearch: MiniSearchClass): BuildRanker =>
  (set) => {
    const prepare = preparerOf(set.locale);
    const index = new MiniSearch({ fields: ['title', 'keywords', 'summary', 'body'] });
    index.addAll(set.documents.map((document) => ({ id: document.id, ...fieldsOf(document, prepare) })));
    const rank = (query: string) =>
      index
        .search(prepare(query), { combineWith: 'OR', boost: { title: 2 } })
        .slice(0, DEPTH)
        .map(({ id }) => id);
    return { rank };
  };

/** BM25 (k1 1.2, b 0.75) over folded words in one field: no stems, no stop words, no field weights. */
export const rankByPlainBm25: BuildRanker = (set) => {
  const prepare = preparerOf(set.locale);
  const plainWords = (text: string) => wordsIn(foldText(prepare(text)));
  const postings = new Map<string, Map<number, number>>();
  const lengths = set.documents.map((document, number) => {
    const words = plainWords(Object.values(fieldsOf(document, (text) => text)).join('\n'));
    for (const word of words) {
      const list = postings.get(word) ?? new Map<number, number>();
      list.set(number, (list.get(number) ?? 0) + 1);
      postings.set(word, list);
    }
    return words.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const rank = (query: string) => {
    const scores = new Map<number, number>();
    for (const word of new Set(plainWords(query))) {
      const list = postings.get(word) ?? new Map<number, number>();
      const rarity = Math.log(1 + (lengths.length - list.size + 0.5) / (list.size + 0.5));
      for (const [number, count] of list) {
        const saturation = 1.2 * (0.25 + (0.75 * (lengths[number] ?? 0)) / average);
        const score = (rarity * count * 2.2) / (count + saturation);
        scores.set(number, (scores.get(number) ?? 0) + score);
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, DEPTH)
      .map(([number]) => set.documents[number]?.id ?? '');
  };
  return { rank };
};

const fieldsOf = (document: JudgedDocument, prepare: (text: string) => string) => ({
  title: prepare(document.title),
  keywords: prepare(document.keywords.join('\n')),
  summary: prepare(document.summary ?? ''),
  body: prepare(document.body),
});

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const preparerOf = (locale: string): ((text: string) => string) => {
  if (locale !== 'zh' && locale !== 'th') return (text) => text;
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  return (text) => Array.from(segmenter.segment(text), ({ segment }) => segment).join(' ');
};
