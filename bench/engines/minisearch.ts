// MiniSearch with the same field weights. It has no limit and no sorting: the total is the number of hits.

import type { Article } from '../generate/articles.ts';
import type { MadeProduct } from '../generate/products.ts';
import {
  loadMiniSearch,
  type MiniSearchHit,
  type MiniSearchOptions,
  type MiniSearchQuery,
} from '../peers.ts';
import type { ContentQuestion } from '../questions/content-questions.ts';
import type { ProductQuestion } from '../questions/product-questions.ts';
import { type Engine, nothingToSettle, PAGE_HITS } from './engine.ts';

const contentSettings = {
  fields: ['title', 'summary', 'body'],
  storeFields: ['type', 'createdSeconds'],
};

const queryOf = ({ words, holds }: ContentQuestion): MiniSearchQuery => {
  if (holds !== 'two') return words.join(' ');
  const pairs = words.flatMap((word, place) =>
    words.slice(place + 1).map((other): MiniSearchQuery => ({ combineWith: 'AND', queries: [word, other] })),
  );
  return { combineWith: 'OR', queries: pairs };
};

const optionsOf = ({ holds, isPrefix, maxEdits, type }: ContentQuestion): MiniSearchOptions => ({
  boost: { title: 4, summary: 2 },
  combineWith: holds === 'any' ? 'OR' : 'AND',
  prefix: isPrefix ? (_, index, terms) => index === terms.length - 1 : false,
  ...(maxEdits > 0 ? { fuzzy: maxEdits } : {}),
  ...(type === undefined ? {} : { filter: (hit: MiniSearchHit) => hit['type'] === type }),
});

const newestFirst = (a: MiniSearchHit, b: MiniSearchHit): number =>
  Number(b['createdSeconds']) - Number(a['createdSeconds']) || a.id - b.id;

export const loadMiniSearchContent = async (): Promise<Engine<Article, ContentQuestion>> => {
  const MiniSearch = await loadMiniSearch();
  let index = new MiniSearch(contentSettings);
  return {
    add: (batch) => index.addAll(batch),
    finish: () => undefined,
    prepare: (question) => {
      // Its two edits also match words with another first letter.
      if (question.maxEdits > 1) return undefined;
      const query = queryOf(question);
      // A combination has its own operators.
      const { combineWith, ...rest } = optionsOf(question);
      const options = question.holds === 'two' ? rest : { ...rest, ...(combineWith && { combineWith }) };
      return () => {
        const found = index.search(query, options);
        if (question.newestFirst) found.sort(newestFirst);
        return { total: found.length, hits: found.slice(0, PAGE_HITS).length };
      };
    },
    replace: (article) => index.replace(article),
    settle: nothingToSettle,
    snapshot: {
      save: () => JSON.stringify(index),
      load: (saved) => {
        index = MiniSearch.loadJSON(String(saved), contentSettings);
      },
    },
  };
};

export const loadMiniSearchProducts = async (): Promise<Engine<MadeProduct, ProductQuestion>> => {
  const MiniSearch = await loadMiniSearch();
  const index = new MiniSearch({
    fields: ['name'],
    storeFields: ['brand', 'category', 'color', 'size', 'price'],
  });
  return {
    add: (batch) => index.addAll(batch),
    finish: () => undefined,
    prepare: ({ term, facets, anyOf, price, page }) => {
      // It ranks all it finds, and counts no values.
      const isOther = page?.typed !== undefined || (page && page.sortBy !== 'relevance');
      if (page !== undefined && (page.facetFields.length > 0 || isOther)) return undefined;
      const filter = (hit: MiniSearchHit): boolean =>
        facets.every(([facet, value]) => hit[facet] === value) &&
        (anyOf.length === 0 || anyOf.some(([facet, value]) => hit[facet] === value)) &&
        (price === undefined || (Number(hit['price']) >= price[0] && Number(hit['price']) <= price[1]));
      const isFiltered = facets.length > 0 || anyOf.length > 0 || price !== undefined;
      const options: MiniSearchOptions = { combineWith: 'AND', ...(isFiltered ? { filter } : {}) };
      return () => ({ total: index.search(term ?? MiniSearch.wildcard, options).length, hits: 0 });
    },
    replace: undefined,
    settle: nothingToSettle,
    snapshot: undefined,
  };
};
