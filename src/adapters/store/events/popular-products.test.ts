// Scores in search indexes: the order by popularity and that of suggestions follow every change, in the engine, in an index that
// was saved and opened again, and in the reference engine alike.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import { everything } from '../../../../test/suites/search/search-session.ts';
import { ACME, CATALOG, line, putAll, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import type { SearchIndex } from '../../../domain/ports.ts';
import { openEmbeddedSearch } from '../../embedded-search/embedded-search.ts';
import { buildIndexWork } from '../../embedded-search/work/index-work.ts';
import { buildReferenceSearch } from '../../reference-search/reference-search.ts';
import { openSqliteStore, type SqliteStore } from '../sqlite/open-sqlite-store.ts';

const PROD = { ...ACME, environmentId: 'PROD' };
const shopper = { ...everything, localeChain: ['en-us'], baseLocale: 'en-us' };
const PLACE = { ...PROD, catalogId: CATALOG };
const ids = Array.from({ length: 8 }, (_, at) => `p${at}`);
/** Given by the shop, in place of a score. */
const given = new Map([
  ['p6', 400],
  ['p7', 0],
]);

const openShop = async (t: TestContext): Promise<{ store: SqliteStore; dataDir: string }> => {
  const dataDir = await copySqliteFolder();
  const store = await openSqliteStore({ dataDir });
  t.after(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const products = ids.map((id) => {
    const popularity = given.get(id);
    return line('product', { id, name: `Numbat ${id}`, ...(popularity === undefined ? {} : { popularity }) });
  });
  await putAll(store, ACME, [...workspaceLines(ACME), line('catalog'), line('category'), ...products]);
  return { store, dataDir };
};

const openIndex = (store: SqliteStore, dataDir: string) =>
  openEmbeddedSearch({
    source: store,
    work: buildIndexWork(store, join(dataDir, 'index')),
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    onFailure: (error) => {
      throw error;
    },
  });

const ordered = async (index: SearchIndex): Promise<string[]> => {
  const { hits } = await index.searchProducts(PROD, CATALOG, {
    ...shopper,
    skip: 0,
    limit: 100,
    sortBy: 'popularity',
    sortOrder: 'desc',
    isOutOfStockLast: false,
    facetRequest: undefined,
  });
  return hits.map(({ id }) => id);
};

const suggested = async (index: SearchIndex): Promise<string[]> => {
  const { products } = await index.suggest(PROD, CATALOG, {
    ...shopper,
    at: 0,
    term: 'numb',
    hasContent: false,
    limits: { searches: 0, popular: 0, categories: 0, products: 20, content: 0 },
  });
  return products.map(({ id }) => id);
};

/** The most popular first, those without a number last, ties by id. */
const expected = (scores: ReadonlyMap<string, number>): string[] => {
  const numberOf = (id: string): number => given.get(id) ?? scores.get(id) ?? -1;
  return ids.toSorted((a, b) => numberOf(b) - numberOf(a) || (a < b ? -1 : 1));
};

test('every index has the same order, after any changes', async (t) => {
  const { store, dataDir } = await openShop(t);
  const reference = buildReferenceSearch(store, store);
  let index = openIndex(store, dataDir);
  const scores = new Map<string, number>();
  const change = fc.record({
    productId: fc.constantFrom(...ids),
    score: fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: undefined }),
  });
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), fc.boolean(), async (changes, isReopened) => {
        await store.changeScores(PLACE, changes);
        for (const { productId, score } of changes) {
          if (score === undefined) scores.delete(productId);
          else scores.set(productId, score);
        }
        if (isReopened) {
          await index.close();
          index = openIndex(store, dataDir);
        }
        const order = expected(scores);
        for (const each of [index, reference]) {
          assert.deepEqual(await ordered(each), order);
          assert.deepEqual(await suggested(each), order);
        }
      }),
      { numRuns: runs(8, 150) },
    );
  } finally {
    await index.close();
  }
});
