// Orama with the same field weights. It treats every word as a prefix, which makes no difference for words that
// nothing else starts with.

import type { Article } from '../generate/articles.ts';
import type { MadeProduct } from '../generate/products.ts';
import { loadOrama, type OramaSearch } from '../peers.ts';
import type { ContentQuestion } from '../questions/content-questions.ts';
import type { ProductPage, ProductQuestion } from '../questions/product-questions.ts';
import { BUCKETS, type Engine, nothingToSettle, PAGE_HITS } from './engine.ts';

const INSERT_AT_ONCE = 1_000;
const EVERY_WORD = 0;
const ANY_WORD = 1;

const contentSchema = {
  title: 'string',
  summary: 'string',
  body: 'string',
  type: 'enum',
  created: 'number',
} as const;

const documentOf = ({ id, title, summary, body, type, createdSeconds }: Article) => ({
  id: String(id),
  title,
  summary,
  body,
  type,
  created: createdSeconds,
});

const searchOf = (question: ContentQuestion): OramaSearch | undefined => {
  const { words, holds, maxEdits, type, newestFirst } = question;
  if (holds === 'two' || maxEdits > 1) return undefined;
  return {
    term: words.join(' '),
    properties: ['title', 'summary', 'body'],
    boost: { title: 4, summary: 2 },
    threshold: holds === 'all' ? EVERY_WORD : ANY_WORD,
    ...(maxEdits > 0 ? { tolerance: maxEdits } : {}),
    ...(type === undefined ? {} : { where: { type: { eq: type } } }),
    ...(newestFirst ? { sortBy: { property: 'created', order: 'DESC' } as const } : {}),
    limit: PAGE_HITS,
  };
};

export const loadOramaContent = async (): Promise<Engine<Article, ContentQuestion>> => {
  const orama = await loadOrama();
  const database = orama.create({ schema: contentSchema });
  return {
    add: async (batch) => {
      await orama.insertMultiple(database, batch.map(documentOf), INSERT_AT_ONCE);
    },
    finish: () => undefined,
    prepare: (question) => {
      const search = searchOf(question);
      if (search === undefined) return undefined;
      return async () => {
        const { count, hits } = await orama.search(database, search);
        return { total: count, hits: hits.length };
      };
    },
    replace: async (article) => {
      await orama.update(database, String(article.id), documentOf(article));
    },
    settle: nothingToSettle,
    snapshot: {
      save: () => JSON.stringify(orama.save(database)),
      load: (saved) => orama.load(orama.create({ schema: contentSchema }), JSON.parse(String(saved))),
    },
  };
};

const PRICE_RANGES = [0, 20, 50, 100, 200, 500].map((from, at, all) => ({ from, to: all[at + 1] ?? 1_000 }));

const facetsOf = ({ facetFields }: ProductPage): Readonly<Record<string, object>> =>
  Object.fromEntries(
    facetFields.map((field) => [field, field === 'price' ? { ranges: PRICE_RANGES } : { limit: BUCKETS }]),
  );

export const loadOramaProducts = async (): Promise<Engine<MadeProduct, ProductQuestion>> => {
  const orama = await loadOrama();
  const database = orama.create({
    schema: { name: 'string', brand: 'enum', category: 'enum', color: 'enum', size: 'enum', price: 'number' },
  });
  return {
    add: async (batch) => {
      const documents = batch.map(({ id, isInStock: _, ...rest }) => ({ id: String(id), ...rest }));
      await orama.insertMultiple(database, documents, INSERT_AT_ONCE);
    },
    finish: () => undefined,
    prepare: ({ term, facets, anyOf, price, page }) => {
      // What is chosen in a field would narrow its own counts.
      if (page?.typed !== undefined) return undefined;
      if (page !== undefined && facets.length > 0 && page.facetFields.length > 0) return undefined;
      const is = ([facet, value]: readonly [string, string]) => ({ [facet]: { eq: value } });
      const conditions: object[] = facets.map(is);
      if (anyOf.length > 0) conditions.push({ or: anyOf.map(is) });
      if (price !== undefined) conditions.push({ price: { between: price } });
      const search: OramaSearch = {
        term: term ?? '',
        threshold: EVERY_WORD,
        ...(conditions.length > 0 ? { where: { and: conditions } } : {}),
        ...(page?.sortBy === 'price' ? { sortBy: { property: 'price', order: 'ASC' } as const } : {}),
        ...(page === undefined || page.facetFields.length === 0 ? {} : { facets: facetsOf(page) }),
        limit: page?.limit ?? 0,
      };
      return async () => ({ total: (await orama.search(database, search)).count, hits: 0 });
    },
    replace: undefined,
    settle: nothingToSettle,
    snapshot: undefined,
  };
};
