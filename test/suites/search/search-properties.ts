// Random catalogs and queries: every index finds what the oracle says, and pages as the decisions demand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../../src/domain/failures/failures.ts';
import type { ContentHit, ContentQuery, SearchIndex } from '../../../src/domain/ports.ts';
import type { ContentItem, ContentText } from '../../../src/domain/search/content.ts';
import { buildAnalyzer } from '../../../src/search/analysis/analyze.ts';
import { manyProducts } from './many-products.ts';
import { buildMemorySource, CATALOG_ID, type MemorySource, scope } from './memory-source.ts';
import type { OpenIndex, SuiteOptions } from './open-index.ts';
import {
  BASE_LOCALE,
  contentQuery,
  contentSorts,
  contentTexts,
  productCatalog,
  productQuery,
  queryText,
  synonymSets,
  vocabulary,
} from './random-catalogs.ts';
import { manyTexts, sentenceQuery } from './random-sentences.ts';
import { expectedContent, expectedProducts, OracleRefuses, type ProductCatalog } from './search-oracle.ts';
import { plain } from './word-oracle.ts';

export const describeProperties = (open: OpenIndex, { runs }: SuiteOptions): void => {
  test('analysis leaves the words of the random catalogs as they are', () => {
    for (const language of ['xx', 'yy', 'zz', 'vi']) {
      const tokens = buildAnalyzer(language).analyzeQuery(vocabulary.join(' '));
      assert.deepEqual(
        tokens.map(({ surface, stem }) => [surface, stem]),
        vocabulary.map((word) => [word, word]),
      );
    }
  });

  test('content search finds exactly what the oracle finds, in the same locales', async () => {
    await fc.assert(
      fc.asyncProperty(contentTexts, synonymSets, contentQuery, async (texts, synonyms, query) => {
        const source = buildMemorySource(BASE_LOCALE);
        const items = putItems(source, texts);
        for (const set of synonyms) source.putSynonyms(set);
        await withIndex(open, source, async (index) => {
          const { hits, total } = await index.searchContent(scope, CATALOG_ID, query);
          const expected = expectedContent(items, synonyms, query);
          assert.deepEqual(byKey(hits), [...expected].sort());
          assert.equal(total, expected.size);
        });
      }),
      { numRuns: runs },
    );
  });

  test('among many texts, sentences and keywords find exactly what the oracle finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        manyTexts,
        synonymSets,
        fc.array(sentenceQuery, { minLength: 1, maxLength: 6 }),
        async (texts, synonyms, queries) => {
          const source = buildMemorySource(BASE_LOCALE);
          const items = putItems(source, texts);
          for (const set of synonyms) source.putSynonyms(set);
          await withIndex(open, source, async (index) => {
            for (const query of queries) {
              const { hits, total } = await index.searchContent(scope, CATALOG_ID, query);
              const expected = expectedContent(items, synonyms, query);
              assert.deepEqual(byKey(hits), [...expected].sort(), query.text);
              assert.equal(total, expected.size);
            }
          });
        },
      ),
      { numRuns: Math.ceil(runs / 4) },
    );
  });

  test('product count is what the oracle counts, or both refuse', async () => {
    await fc.assert(
      fc.asyncProperty(
        productCatalog,
        fc.array(productQuery, { minLength: 1, maxLength: 4 }),
        async (data, queries) => {
          const source = buildMemorySource(BASE_LOCALE);
          putProductCatalog(source, data);
          await withIndex(open, source, async (index) => {
            for (const query of queries) {
              const counted = await orRefusal(async () => index.countProducts(scope, CATALOG_ID, query));
              const expected = await orRefusal(async () => expectedProducts(data, query).size);
              assert.equal(counted, expected, JSON.stringify(query));
            }
          });
        },
      ),
      { numRuns: runs },
    );
  });

  test('among many products a term counts what the oracle counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        productCatalog,
        fc.array(productQuery, { minLength: 1, maxLength: 4 }),
        fc.array(queryText, { minLength: 1, maxLength: 4 }),
        async (data, queries, terms) => {
          const many = { ...data, products: [...manyProducts, ...data.products] };
          const source = buildMemorySource(BASE_LOCALE);
          putProductCatalog(source, many);
          await withIndex(open, source, async (index) => {
            for (const [at, query] of queries.entries()) {
              const asked = { ...query, term: terms[at] ?? query.term };
              const counted = await orRefusal(async () => index.countProducts(scope, CATALOG_ID, asked));
              const expected = await orRefusal(async () => expectedProducts(many, asked).size);
              assert.equal(counted, expected, JSON.stringify(asked));
            }
          });
        },
      ),
      { numRuns: Math.ceil(runs / 4) },
    );
  });

  test('pages of any size join to the whole list, in order, whatever the sort', async () => {
    await fc.assert(
      fc.asyncProperty(
        contentTexts,
        contentQuery,
        fc.integer({ min: 1, max: 4 }),
        async (texts, query, size) => {
          const source = buildMemorySource(BASE_LOCALE);
          const items = putItems(source, texts);
          await withIndex(open, source, async (index) => {
            for (const sortBy of contentSorts) {
              for (const sortOrder of ['asc', 'desc'] as const) {
                await checkPages(index, items, { ...query, sortBy, sortOrder }, size);
              }
            }
          });
        },
      ),
      { numRuns: Math.ceil(runs / 4) },
    );
  });
};

const withIndex = async (
  open: OpenIndex,
  source: MemorySource,
  use: (index: SearchIndex) => Promise<void>,
): Promise<void> => {
  const opened = await open(source);
  try {
    await use(opened.index);
  } finally {
    await opened.close();
  }
};

const putItems = (
  source: MemorySource,
  all: readonly Readonly<Record<string, ContentText>>[],
): ContentItem[] =>
  all.map((texts, at) => {
    // Unsorted, so that a missing sort cannot pass for the order of ids.
    const providerId = `i${(at * 5) % 47}`;
    source.putItem(providerId, texts);
    return { key: `item:${providerId}`, providerId, texts };
  });

const putProductCatalog = (source: MemorySource, data: ProductCatalog): void => {
  for (const product of data.products) source.putProduct(product);
  for (const category of data.categories) source.putCategory(category);
  for (const set of data.synonyms) source.putSynonyms(set);
  for (const rule of data.rules) source.putRule(rule);
};

const byKey = (hits: readonly ContentHit[]): [string, string][] =>
  hits.map(({ key, locale }): [string, string] => [key, locale]).sort();

const orRefusal = async (count: () => Promise<number>): Promise<number | string> => {
  try {
    return await count();
  } catch (error) {
    if (error instanceof OracleRefuses || (error instanceof Failure && error.status === 400))
      return 'refused';
    throw error;
  }
};

const checkPages = async (
  index: SearchIndex,
  items: readonly ContentItem[],
  query: ContentQuery,
  size: number,
): Promise<void> => {
  const whole = await index.searchContent(scope, CATALOG_ID, query);
  const joined: ContentHit[] = [];
  for (let skip = 0; skip <= whole.total; skip += size) {
    const page = await index.searchContent(scope, CATALOG_ID, { ...query, skip, limit: size });
    assert.equal(page.total, whole.total);
    assert.ok(page.hits.length <= size);
    joined.push(...page.hits);
  }
  assert.deepEqual(
    joined.map(({ key }) => key),
    whole.hits.map(({ key }) => key),
  );
  assert.equal(joined.length, whole.total);
  assert.equal(new Set(joined.map(({ key }) => key)).size, whole.total);
  assert.deepEqual((await index.searchContent(scope, CATALOG_ID, { ...query, limit: 0 })).hits, []);
  if (query.sortBy !== 'relevance') checkOrder(whole.hits, items, query);
};

/** Keys ascend; missing ones come last; equal keys are sorted by id. */
const checkOrder = (
  hits: readonly ContentHit[],
  items: readonly ContentItem[],
  query: ContentQuery,
): void => {
  const keys = hits.map(({ key, locale }) => {
    const text = items.findLast((item) => item.key === key)?.texts[locale];
    assert.ok(text !== undefined);
    return sortKeyOf(text, query);
  });
  for (let at = 1; at < hits.length; at += 1) {
    const [before, after] = [keys[at - 1], keys[at]];
    const idsInOrder = (hits[at - 1]?.key ?? '') < (hits[at]?.key ?? '');
    if (before === after) assert.ok(idsInOrder, 'ties go by id');
    else if (before === null || before === undefined) assert.fail('what is missing comes last');
    else if (after !== null && after !== undefined) {
      assert.equal(before < after, query.sortOrder === 'asc', `${before} then ${after}, ${query.sortOrder}`);
    }
  }
};

const sortKeyOf = (text: ContentText, { sortBy }: ContentQuery): string | number | null => {
  switch (sortBy) {
    case 'title':
      return plain(text.title);
    case 'created_at':
      return Date.parse(text.createdAt);
    case 'modified_at':
      return Date.parse(text.modifiedAt);
    case 'created_by':
      return text.createdBy === null ? null : plain(text.createdBy);
    default:
      return text.modifiedBy === null ? null : plain(text.modifiedBy);
  }
};
