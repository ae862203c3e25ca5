// Queries in search threads: the same results as inline, turns by tenant, and an end to whatever takes too long.

import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { after, type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { hitOf } from '../../../../test/fixtures/shown-content.ts';
import {
  aProduct,
  aText,
  buildMemorySource,
  CATALOG_ID,
  scope,
} from '../../../../test/suites/search/memory-source.ts';
import { runSearchSuite } from '../../../../test/suites/search/search-suite.ts';
import type { ContentQuery } from '../../../domain/ports.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { openEmbeddedSearch } from '../embedded-search.ts';
import { buildIndexWork } from '../work/index-work.ts';
import { openSearchThreads, type SearchThreadLimits, type SearchThreads } from './search-threads.ts';

const entry = new URL('../../../workers/search.ts', import.meta.url);
const LIMITS: SearchThreadLimits = { threadsMax: 1, deadlineMs: 60_000, budgetUnits: 60_000_000_000 };

const openIn = (source: ReturnType<typeof buildMemorySource>, threads: SearchThreads) =>
  openEmbeddedSearch({
    source,
    work: buildIndexWork(source, undefined),
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    onFailure: (error) => {
      throw error;
    },
    threads,
    // Nothing is cheap enough to run inline.
    inlineUnits: -1,
  });

const openThreads = (limits: SearchThreadLimits) => openSearchThreads(entry, limits, () => {});

// One thread for all catalogs of the suite: starting one takes a hundred times as long as searching them.
const shared = openThreads(LIMITS);
after(() => shared.close());

runSearchSuite(
  'search in threads',
  async (source) => {
    const index = openIn(source, { ...shared, close: async () => {} });
    return { index, close: () => index.close() };
  },
  { runs: runs(4, 120) },
);

const everything: ContentQuery = {
  text: 'tent',
  localeChain: ['xx'],
  type: undefined,
  sortBy: 'title',
  sortOrder: 'asc',
  skip: 0,
  limit: 100,
};

test('a thread that has opened the segments sees later deletions and additions', async (context) => {
  const source = buildMemorySource();
  const index = openIn(source, openThreads(LIMITS));
  context.after(() => index.close());
  const find = async () => (await index.searchContent(scope, CATALOG_ID, everything)).hits;
  const put = (id: string) => {
    const texts = { xx: aText({ title: `tent ${id}` }) };
    source.putItem(id, texts);
    return hitOf({ item: { key: `item:${id}`, providerId: id, texts }, locale: 'xx' });
  };
  const a = put('a');
  const b = put('b');
  assert.deepEqual(await find(), [a, b]);
  source.deleteItem('a');
  assert.deepEqual(await find(), [b]);
  const c = put('c');
  assert.deepEqual(await find(), [b, c]);
  source.deleteItem('b');
  assert.deepEqual(await find(), [c]);
});

const aQuery: ProductQuery = {
  term: undefined,
  categoryId: undefined,
  categoryName: undefined,
  collectionId: undefined,
  facets: [],
  groups: [],
  localeChain: ['xx'],
  baseLocale: 'xx',
  currency: 'EUR',
  channelId: undefined,
  locationId: undefined,
  customerGroupId: undefined,
  withMerchandising: true,
};

test('reading products and listing categories cannot exceed their budget either', async (context) => {
  const source = buildMemorySource();
  source.putProduct(aProduct('p1', { slug: 'tent' }));
  source.putCategory({ id: 'c1', name: 'Tents', parentId: null });
  const index = openIn(source, openThreads({ ...LIMITS, budgetUnits: 10 }));
  context.after(() => index.close());
  const tooMuch = { status: 400, name: 'InvalidInput', code: 'too_much:query' };
  for (const by of [{ ids: ['p1'] }, { slug: 'tent' }])
    await assert.rejects(index.findProducts(scope, CATALOG_ID, { ...aQuery, by }), tooMuch);
  await assert.rejects(index.listCategories(scope, CATALOG_ID, aQuery), tooMuch);
});

const openShop = (context: TestContext, limits: Partial<SearchThreadLimits>) => {
  const source = buildMemorySource();
  for (let at = 0; at < 50; at += 1)
    source.putProduct(aProduct(`p${at}`, { name: `Tent ${at} for all seasons` }));
  const index = openIn(source, openThreads({ ...LIMITS, ...limits }));
  context.after(() => index.close());
  const rules = Array.from({ length: 40 }, (_, at) => ({
    field: 'name',
    action: 'contains' as const,
    value: `x${at}`,
    at: `filter.0.group.rules.${at}.value`,
  }));
  return () =>
    index.countProducts(scope, CATALOG_ID, { ...aQuery, groups: [{ operator: 'OR' as const, rules }] });
};

/** Threads of a process are numbered. */
const countThreads = async (): Promise<number> => {
  const next = new Worker('', { eval: true });
  const { threadId } = next;
  await next.terminate();
  return threadId;
};

test('a query that takes the last free thread has another one started', async (context) => {
  const code = `
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => parentPort.postMessage({ result: '' }));`;
  const module = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const threads = openSearchThreads(module, { ...LIMITS, threadsMax: 4 }, () => {});
  context.after(() => threads.close());
  /** How many threads that starts, when each of the tenants has a query. */
  const started = async (...tenants: readonly string[]): Promise<number> => {
    const before = await countThreads();
    const question = { kind: 'content', query: everything } as const;
    await Promise.all(tenants.map((tenant) => threads.run(tenant, question, { segments: [], contents: [] })));
    return (await countThreads()) - before - 1;
  };
  assert.equal(await started('a'), 1);
  assert.equal(await started('a'), 1, 'it takes the only one');
  assert.equal(await started('a'), 0, 'another one is free');
  assert.equal(await started('a', 'b'), 1, 'together they take both');
  assert.equal(await started('a', 'b', 'c'), 1);
  assert.equal(await started('a', 'b', 'c', 'd'), 0, 'there are as many as may be');
});

test('a query beyond its budget is refused, and the next one is run', async (context) => {
  const count = openShop(context, { budgetUnits: 10 });
  await assert.rejects(count(), { status: 400, name: 'InvalidInput', code: 'too_much:query' });
  await assert.rejects(count(), { status: 400 });
  const enough = openShop(context, {});
  assert.equal(await enough(), 0);
});

test('a query that misses its deadline is aborted', async (context) => {
  const count = openShop(context, { deadlineMs: 0 });
  await assert.rejects(count(), {
    status: 503,
    name: 'ServiceUnavailable',
    code: 'deadline_exceeded',
    retryAfterSeconds: 2,
  });
});

test('beyond its queue limit, a tenant is told to retry', async (context) => {
  const count = openShop(context, {});
  await count();
  const outcomes = await Promise.allSettled(Array.from({ length: 400 }, count));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  assert.ok(refused.length > 0);
  for (const outcome of refused) assert.equal((outcome as PromiseRejectedResult).reason.code, 'busy');
  assert.ok(outcomes.some(({ status }) => status === 'fulfilled'));
});

test('a wait is told as part of the request that waited, whoever makes room for it', async (context) => {
  const requests = new AsyncLocalStorage<string>();
  const told: (string | undefined)[] = [];
  const source = buildMemorySource();
  source.putItem('a', { xx: aText({ title: 'tent' }) });
  const threads = openSearchThreads(entry, LIMITS, () => told.push(requests.getStore()));
  const index = openIn(source, threads);
  context.after(() => index.close());
  const find = (name: string) => requests.run(name, () => index.searchContent(scope, CATALOG_ID, everything));
  // One thread: the second and third wait until another one is done.
  await Promise.all(['first', 'second', 'third'].map(find));
  assert.deepEqual(told.toSorted(), ['first', 'second', 'third']);
});
