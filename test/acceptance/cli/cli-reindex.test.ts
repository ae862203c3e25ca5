// `reindex --verify` finds indexes that are wrong in one document, whatever is wrong with it; `reindex` makes them right, with and without a
// service beside it that is used meanwhile.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { openEmbeddedSearch } from '../../../src/adapters/embedded-search/embedded-search.ts';
import { indexKey } from '../../../src/adapters/embedded-search/index-id.ts';
import {
  buildContentSegment,
  buildProductSegment,
  planCatalog,
  productSettingsOf,
} from '../../../src/adapters/embedded-search/segments/built-catalog.ts';
import { contentKind, productKind } from '../../../src/adapters/embedded-search/segments/segment-kinds.ts';
import { toTransferable } from '../../../src/adapters/embedded-search/segments/segment-stack.ts';
import {
  peekSnapshot,
  writeSnapshot,
} from '../../../src/adapters/embedded-search/snapshots/snapshot-file.ts';
import { verifyIndex } from '../../../src/adapters/embedded-search/verify-index.ts';
import { buildIndexWork } from '../../../src/adapters/embedded-search/work/index-work.ts';
import type { CatalogContents } from '../../../src/domain/ports.ts';
import type { Product } from '../../../src/domain/products/product.ts';
import type { ContentItem } from '../../../src/domain/search/content.ts';
import { normalizeLocale } from '../../../src/domain/text/locale.ts';
import { openStore } from '../../../src/open-store.ts';
import type { ContentSegment } from '../../../src/search/engine/content/content-segment.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { runHere } from './run-here.ts';
import { indexId, openSavedIndex, scope } from './saved-index.ts';

interface Difference {
  readonly kind: string;
  readonly id: string;
  readonly what: string;
}

const ALL = {
  term: undefined,
  categoryId: undefined,
  categoryName: undefined,
  collectionId: undefined,
  facets: [],
  groups: [],
  currency: 'USD',
  channelId: undefined,
  locationId: undefined,
  customerGroupId: undefined,
  withMerchandising: true,
};
const timeout = 60_000;

/** Replaces the documents of the saved index; the store stays as it is. */
const spoil = async (
  { dataDir, file }: { dataDir: string; file: string },
  change: (products: Product[], items: ContentItem[]) => readonly [Product[][], ContentItem[][]],
  {
    tables = {},
    damage = (segment) => segment,
  }: {
    readonly tables?: Partial<CatalogContents>;
    readonly damage?: (segment: ContentSegment) => ContentSegment;
  } = {},
): Promise<void> => {
  const saved = peekSnapshot(file, indexKey(indexId));
  assert.ok(typeof saved === 'object');
  const store = await openStore({ dataDir });
  const [products, items] = [
    (await Array.fromAsync(store.readProducts(scope, shared.catalog))).flat(),
    (await Array.fromAsync(store.readContentItems(scope, shared.catalog))).flat(),
  ];
  const plan = await planCatalog(store, scope, shared.catalog);
  await store.close();
  assert.ok(plan && products.length > 1 && items.length > 1);
  const [productLists, itemLists] = change(products, items);
  writeSnapshot(file, indexKey(indexId), indexId, {
    ...saved,
    contents: { ...saved.contents, ...tables },
    products: productLists.map((list) =>
      toTransferable(productKind, buildProductSegment(productSettingsOf(plan), list)),
    ),
    content: itemLists.map((list) => toTransferable(contentKind, damage(buildContentSegment(list)))),
  });
};

const verify = async (dataDir: string) => {
  const { code, out, err } = await runHere(dataDir, ['reindex', '--verify', '--json']);
  assert.equal(err, '');
  const { is_equal, indexes } = JSON.parse(out) as {
    is_equal: boolean;
    indexes: { state: string; products: number; content_items: number; differences: Difference[] }[];
  };
  assert.equal(code, is_equal ? 0 : 1);
  const [index] = indexes;
  assert.ok(index && indexes.length === 1);
  assert.equal(index.state, 'verified');
  return { ...index, differences: index.differences.map(({ kind, id, what }) => [kind, id, what]) };
};

test('a right index has no difference, and nothing is changed', { timeout }, async (t) => {
  const { dataDir, file } = await openSavedIndex(t);
  const before = statSync(file).mtimeMs;
  const { products, content_items, differences } = await verify(dataDir);
  assert.deepEqual(differences, []);
  assert.ok(products > 1 && content_items > 1, `${products} products, ${content_items} items`);
  assert.equal(statSync(file).mtimeMs, before);
  const shown = await runHere(dataDir, ['reindex', '--verify', '--catalog', shared.catalog]);
  assert.match(shown.out, /: \d+ products and \d+ content items compared, no difference\n$/);
  const none = await runHere(dataDir, ['reindex', '--verify', '--catalog', 'nowhere']);
  assert.equal(none.code, 1);
  assert.match(none.err, /no index is saved/);
});

test('a product with old words, a missing, a doubled and a deleted one are found', { timeout }, async (t) => {
  const data = await openSavedIndex(t);
  const ids: string[] = [];
  await spoil(data, ([first, second, ...others], items) => {
    assert.ok(first && second && others[0]);
    ids.push(first.id, second.id, others[0].id);
    const old = { ...first, description: `${first.description} formerly` };
    return [[[old, ...others, { ...first, id: 'zombie' }], [others[0]]], [items]];
  });
  const { differences } = await verify(data.dataDir);
  assert.deepEqual(
    differences.map(([kind, id]) => [kind, id]),
    [...ids, 'zombie'].sort().map((id) => ['product', id]),
  );
  const whatOf = (wanted: string | undefined) => differences.find(([, id]) => id === wanted)?.[2] ?? '';
  assert.match(whatOf(ids[0]), /^indexed differently: words in /);
  assert.equal(whatOf(ids[1]), 'not indexed');
  assert.equal(whatOf(ids[2]), 'indexed 2 times');
  assert.equal(whatOf('zombie'), 'indexed, but not in the store');
});

test('an item of content with old words, a missing and a deleted one are found', { timeout }, async (t) => {
  const data = await openSavedIndex(t);
  const keys: string[] = [];
  await spoil(data, (products, [first, second, ...others]) => {
    assert.ok(first && second);
    keys.push(first.key, second.key);
    const texts = Object.entries(first.texts).map(([locale, text]) => [
      locale,
      { ...text, body: `${text.body} formerly` },
    ]);
    const zombie = { ...first, key: `${first.key}-zombie` };
    keys.push(zombie.key);
    return [[products], [[{ ...first, texts: Object.fromEntries(texts) }, zombie, ...others]]];
  });
  const { differences } = await verify(data.dataDir);
  const expected = [
    [keys[0], /^indexed differently: words in /],
    [keys[1], /^not indexed$/],
    [keys[2], /^indexed, but not in the store$/],
  ] as const;
  assert.equal(differences.length, expected.length, JSON.stringify(differences));
  for (const [key, what] of expected) assert.match(differences.find(([, id]) => id === key)?.[2] ?? '', what);
});

/** The last item is found by one stem more than its words have. */
const withOnePostingMore = (segment: ContentSegment): ContentSegment => {
  const [first, ...others] = segment.texts;
  assert.ok(first);
  const { postingStart, postingItem, postingWeight } = first.index;
  const last = first.index.lengths.length - 1;
  const stem = postingStart.findIndex((end, at) => at > 0 && postingItem[end - 1] !== last) - 1;
  assert.ok(stem >= 0);
  const end = postingStart[stem + 1] ?? 0;
  const index = {
    ...first.index,
    postingStart: postingStart.map((start, at) => (at > stem ? start + 1 : start)),
    postingItem: Uint32Array.of(...postingItem.subarray(0, end), last, ...postingItem.subarray(end)),
    postingWeight: Uint8Array.of(...postingWeight.subarray(0, end), 1, ...postingWeight.subarray(end)),
  };
  return { ...segment, texts: [{ ...first, index }, ...others] };
};

test('a table of another state, and words by which too much is found, are found', { timeout }, async (t) => {
  const data = await openSavedIndex(t);
  await spoil(data, (products, items) => [[products], [items]], {
    tables: { popularTerms: ['formerly'] },
    damage: withOnePostingMore,
  });
  const { differences } = await verify(data.dataDir);
  assert.deepEqual(differences, [
    ['catalog', 'popularTerms', 'differs from the store'],
    ['catalog', 'words in en-us', 'more documents are found by it than have it'],
  ]);
});

/** Old words in the first product. */
const withOldWords = (products: Product[], items: ContentItem[]): readonly [Product[][], ContentItem[][]] => {
  const [first, ...others] = products;
  assert.ok(first);
  return [[[{ ...first, name: `${first.name} formerly` }, ...others]], [items]];
};

test('without a service, a wrong index is built and saved here', { timeout }, async (t) => {
  const data = await openSavedIndex(t);
  await spoil(data, withOldWords);
  assert.equal((await verify(data.dataDir)).differences.length, 1);
  const none = await runHere(data.dataDir, ['reindex', '--catalog', 'nowhere']);
  assert.equal(none.code, 1);
  assert.match(none.err, /there is no such catalog/);
  assert.equal((await verify(data.dataDir)).differences.length, 1, 'nothing is built again for another one');
  const built = await runHere(data.dataDir, ['reindex', '--catalog', shared.catalog]);
  assert.deepEqual([built.code, built.err], [0, '']);
  assert.match(built.out, /^(\d+) of \1 index(es)? built and saved\n$/);
  const after = await runHere(data.dataDir, ['reindex', '--verify', '--json']);
  assert.equal(after.code, 0, after.out);
  assert.ok(!after.out.includes('"rebuilt"'), after.out);
});

test('a service beside it takes over the new index; searches neither fail nor change', {
  timeout,
}, async (t) => {
  const data = await openSavedIndex(t);
  await spoil(data, withOldWords);
  const store = await openStore({ dataDir: data.dataDir });
  const index = openEmbeddedSearch({
    source: store,
    work: buildIndexWork(store, join(data.dataDir, 'search')),
    memoryBudgetBytes: 1e9,
    waitMs: 50,
    onFailure: (error) => assert.fail(String(error)),
  });
  t.after(async () => {
    await index.close();
    await store.close();
  });
  const locale = normalizeLocale((await store.findEnvironment(scope))?.defaultLocale ?? '');
  const count = (term: string | undefined) =>
    index.countProducts(scope, shared.catalog, { ...ALL, localeChain: [locale], baseLocale: locale, term });
  const total = await count(undefined);
  assert.ok(total > 1);
  assert.equal(await count('formerly'), 1);
  let isDone = false;
  const places = await store.listPlaces(scope);
  const only = ['--tenant', home.tenant, '--workspace', home.workspace, '--catalog', shared.catalog];
  const reindexing = runHere(data.dataDir, ['reindex', ...only]).finally(() => {
    isDone = true;
  });
  let searches = 0;
  for (; !isDone; searches += 1) {
    assert.equal(await count(undefined), total);
    for (const place of places) await index.warm(place, true);
    await nextTick();
  }
  const { code, out, err } = await reindexing;
  assert.deepEqual([code, err], [0, ''], out);
  assert.ok(searches > 1);
  assert.ok(index.statistics().builds > 0, 'the service built it');
  assert.equal(await count('formerly'), 0);
  assert.equal(await count(undefined), total);
});

test('a document that was written while it was compared is looked at again', { timeout }, async (t) => {
  const { dataDir } = await openSavedIndex(t);
  const store = await openStore({ dataDir });
  t.after(() => store.close());
  /** As if each had been another one when the batch was read. */
  const readProducts: typeof store.readProducts = async function* (...asked) {
    for await (const batch of store.readProducts(...asked))
      yield batch.map((product) => ({ ...product, name: `${product.name} formerly` }));
  };
  const source = { ...store, readProducts };
  const { products, differences } = await verifyIndex(source, join(dataDir, 'search'), indexId, () => {});
  assert.ok(products > 1);
  assert.deepEqual(differences, []);
});
