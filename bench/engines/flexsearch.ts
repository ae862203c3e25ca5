// FlexSearch over the joined text. It does not rank by BM25 and returns no total: all hits are fetched and counted.
// Filters, sorting, typos and "any of" are not supported by its plain index.

import type { Article } from '../generate/articles.ts';
import type { MadeProduct } from '../generate/products.ts';
import { type FlexSearchIndex, loadFlexSearch } from '../peers.ts';
import type { ContentQuestion } from '../questions/content-questions.ts';
import type { ProductQuestion } from '../questions/product-questions.ts';
import { type Engine, nothingToSettle, PAGE_HITS } from './engine.ts';

/** More than any benchmark has documents. */
const NO_LIMIT = 100_000_000;

const textOf = ({ title, summary, body }: Article): string => `${title} ${summary} ${body}`;

const count = (index: FlexSearchIndex, query: string) => {
  const found = index.search(query, { limit: NO_LIMIT });
  return { total: found.length, hits: Math.min(found.length, PAGE_HITS) };
};

export const loadFlexSearchContent = async (): Promise<Engine<Article, ContentQuestion>> => {
  const { Index } = await loadFlexSearch();
  // It treats every word as a prefix, which makes no difference for words that nothing else starts with.
  const index = new Index({ tokenize: 'forward' });
  return {
    add: (batch) => {
      for (const article of batch) index.add(article.id, textOf(article));
    },
    finish: () => undefined,
    prepare: ({ words, holds, maxEdits, type, newestFirst }) => {
      if (holds !== 'all' || maxEdits > 0 || type !== undefined || newestFirst) return undefined;
      const query = words.join(' ');
      return () => count(index, query);
    },
    replace: (article) => {
      index.update(article.id, textOf(article));
    },
    settle: nothingToSettle,
    snapshot: undefined,
  };
};

export const loadFlexSearchProducts = async (): Promise<Engine<MadeProduct, ProductQuestion>> => {
  const { Index } = await loadFlexSearch();
  const index = new Index({ tokenize: 'strict' });
  return {
    add: (batch) => {
      for (const { id, name } of batch) index.add(id, name);
    },
    finish: () => undefined,
    prepare: ({ term, facets, anyOf, price, page }) => {
      if (
        page !== undefined ||
        term === undefined ||
        facets.length > 0 ||
        anyOf.length > 0 ||
        price !== undefined
      )
        return undefined;
      return () => ({ ...count(index, term), hits: 0 });
    },
    replace: undefined,
    settle: nothingToSettle,
    snapshot: undefined,
  };
};
