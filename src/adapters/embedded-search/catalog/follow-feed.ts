// Applies the store's newest changes to a collection. A few changes are applied right here, in short steps that block
// nobody; large texts are built by a thread. Many products stay pending for a thread, and all do if only content is needed; the
// caller learns so.

import type { Scope } from '../../../domain/access/scope.ts';
import { FeedTrimmed } from '../../../domain/failures/feed-trimmed.ts';
import type { Product } from '../../../domain/products/product.ts';
import type { ContentItem } from '../../../domain/search/content.ts';
import { ownTurn } from '../../../runtime/own-turns.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { categoryReader } from '../../../search/category-text.ts';
import { productsOfCategories } from '../../../search/engine/products/products-of-categories.ts';
import type { IndexId } from '../index-id.ts';
import type { CatalogSource } from '../segments/built-catalog.ts';
import type { IndexWork } from '../work/index-work.ts';
import type { Collection } from './collection.ts';

const CHANGES_PER_READ = 500;
/** Target duration of a step before it yields, and its size in documents. */
const STEP_MICROS = 3_000;
const FIRST_STEP = 2;
const STEP_MAX = 256;
/** More changed products than this are built by a thread. */
export const INLINE_PRODUCTS_MAX = 2_000;

/** Longer texts would exceed the duration of a step: a thread reads and analyses them. */
const LONG_TEXT_CHARS = 32_768;

/** Everything is applied; products are pending, for a thread or because only content was needed; or nothing can be applied. */
export type Followed = 'current' | 'products-in-thread' | 'products-left' | 'rebuild';

interface FollowOptions {
  /** Products may stay pending. */
  readonly isOfContent: boolean;
  /** While a thread builds products, all products wait for it. */
  readonly isBuilding: () => boolean;
}

export const followFeed = async (
  source: CatalogSource,
  work: IndexWork,
  indexId: IndexId,
  collection: Collection,
  { isOfContent, isBuilding }: FollowOptions,
): Promise<Followed> => {
  collection.isOutdated ||= await readFeed(source, indexId, collection);
  if (collection.isOutdated) return 'rebuild';
  await applyItems(source, work, indexId, collection);
  const pending = collection.pendingProducts.size;
  if (isBuilding() || pending > INLINE_PRODUCTS_MAX) return 'products-in-thread';
  if (isOfContent && pending > 0) return 'products-left';
  await applyProducts(source, work, indexId, collection);
  collection.markApplied();
  return 'current';
};

/** Whether the feed requires a rebuild; reloads the small tables. */
const readFeed = async (
  source: CatalogSource,
  indexId: IndexId,
  collection: Collection,
): Promise<boolean> => {
  try {
    if ((await readChanges(source, indexId, collection)) === 'everything') return true;
    if (collection.changedTables.size > 0) {
      const tables = await source.loadCatalog(indexId.scope, indexId.catalogId);
      if (tables === undefined || collection.needsRebuild(tables)) return true;
      collection.putTables(tables);
    }
    if (collection.changedCategories.size > 0) await addRenamed(collection);
    return false;
  } catch (error) {
    if (error instanceof FeedTrimmed) return true;
    throw error;
  }
};

/** The products that hold the name of a changed category are indexed again. */
const addRenamed = async (collection: Collection): Promise<void> => {
  const { buildingProducts, products, contents, changedCategories } = collection;
  // A thread may be building them with the names of before.
  for (const id of buildingProducts) collection.addRenamed(id);
  const yieldIfDue = buildYield();
  for (const id of productsOfCategories(products.segments, contents.categories, changedCategories)) {
    if (id !== undefined) collection.addRenamed(id);
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  changedCategories.clear();
};

const readChanges = async (source: CatalogSource, { scope }: IndexId, collection: Collection) => {
  const head = await source.headPosition(scope);
  // The store was restored from an older backup: its feed never had what was read here.
  if (head < collection.farthest) return 'everything';
  do {
    const changes = await readFollowing(source, scope, collection);
    if (changes === 'replaced') return 'everything';
    if (changes.length === 0) break;
    for (const change of changes) {
      if (collection.record(change) === 'everything') return 'everything';
    }
    // Yield between batches: reading the feed does not yield by itself.
    if (collection.position < head) await ownTurn();
  } while (collection.position < head);
  return 'recorded';
};

/**
 * The changes after the last one that was read, which is read again first. If another change has that position now, the store was
 * restored to an older state and written to since. Then the index may hold changes that no longer exist, and must be built again.
 */
const readFollowing = async (source: CatalogSource, scope: Scope, { position, fingerprint }: Collection) => {
  if (position === 0 || fingerprint === undefined)
    return source.listChanges(scope, position, CHANGES_PER_READ);
  const [last, ...changes] = await source.listChanges(scope, position - 1, CHANGES_PER_READ + 1);
  return last?.position === position && last.fingerprint === fingerprint ? changes : 'replaced';
};

export const applyItems = (
  source: CatalogSource,
  work: IndexWork,
  indexId: IndexId,
  collection: Collection,
): Promise<void> =>
  applyPending(
    collection.pendingItems,
    (key) => findItem(source, indexId, key),
    async (keys, items) => {
      if (items.some(isLongItem)) collection.putItemSegment(keys, await work.buildItems(items));
      else collection.putItems(keys, items);
    },
  );

export const applyProducts = async (
  source: CatalogSource,
  work: IndexWork,
  indexId: IndexId,
  collection: Collection,
): Promise<void> => {
  await applyPending(
    collection.pendingProducts,
    (id) => source.findProduct(indexId.scope, indexId.catalogId, id),
    async (ids, products) => {
      if (products.some((product) => isLongProduct(product, collection)))
        collection.putProductSegment(ids, await work.buildProducts(indexId, collection.productSettings, ids));
      else collection.putProducts(ids, products);
    },
  );
  collection.forgetRenamed();
};

const isLongItem = ({ texts }: ContentItem): boolean =>
  Object.values(texts).some(
    ({ body, fields = [] }) => body.length + JSON.stringify(fields).length > LONG_TEXT_CHARS,
  );

const isLongProduct = (
  { description, localized, attributes, variants = [], images = [], categoryIds }: Product,
  { contents: { categories }, baseLocale }: Collection,
): boolean =>
  description.length +
    JSON.stringify([localized, attributes, variants, images]).length +
    categoryReader(categories, baseLocale).textOf(categoryIds, baseLocale).length >
  LONG_TEXT_CHARS;

/** In steps as large as the duration allows: each creates a segment, and fewer are better. */
const applyPending = async <T>(
  pending: Set<string>,
  find: (key: string) => Promise<T | undefined>,
  put: (keys: readonly string[], found: readonly T[]) => Promise<void>,
): Promise<void> => {
  const waiting = [...pending];
  let step = FIRST_STEP;
  for (let from = 0; from < waiting.length; ) {
    const keys = waiting.slice(from, from + step);
    const before = process.threadCpuUsage();
    const found = await Promise.all(keys.map(find));
    await put(
      keys,
      found.filter((one) => one !== undefined),
    );
    for (const key of keys) pending.delete(key);
    from += keys.length;
    const { user, system } = process.threadCpuUsage(before);
    step = nextStep(step, user + system);
    if (from < waiting.length) await ownTurn();
  }
};

/**
 * Based on the CPU time of this thread, not the clock: on a busy machine steps would become tiny, and overhead would
 * grow. At most double the last step: the first steps of a process are slower than later ones.
 */
const nextStep = (step: number, tookMicros: number): number =>
  Math.max(
    FIRST_STEP,
    Math.min(STEP_MAX, 2 * step, Math.round((step * STEP_MICROS) / Math.max(1, tookMicros))),
  );

/** An item by its key in the index. */
export const findItem = (
  source: CatalogSource,
  { scope, catalogId }: IndexId,
  key: string,
): Promise<ContentItem | undefined> => {
  const id = key.slice(key.indexOf(':') + 1);
  return key.startsWith('record:')
    ? source.findPublishedRecord(scope, catalogId, id)
    : source.findContentItem(scope, catalogId, id);
};
