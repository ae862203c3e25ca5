// Brings a collection up to the store's newest change. A few changes are brought in at once, in steps short enough that
// nobody else waits; what is long is made by a thread meanwhile. Many products are left pending for a thread, and the caller is told.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { FeedTrimmed } from '../../../domain/failures/feed-trimmed.ts';
import type { Product } from '../../../domain/products/product.ts';
import type { ContentItem } from '../../../domain/search/content.ts';
import type { CatalogPlace } from '../catalog-place.ts';
import type { IndexWork } from '../work/index-work.ts';
import type { CatalogSource } from './built-catalog.ts';
import type { Collection } from './collection.ts';

const CHANGES_PER_READ = 500;
/** How long documents are read and analysed before others get their turn, and how many may be. */
const STEP_MICROS = 3_000;
const FIRST_STEP = 2;
const STEP_MAX = 256;
/** More changed products than these are built in another thread. */
export const PRODUCTS_AT_ONCE_MAX = 2_000;

/** A text of more characters than these would take its step too long: a thread reads and analyses it. */
const LONG_TEXT_CHARS = 32_768;

export type Followed = 'current' | 'products-pending' | 'rebuild';

export const followFeed = async (
  source: CatalogSource,
  work: IndexWork,
  place: CatalogPlace,
  collection: Collection,
  leavesProducts: () => boolean,
): Promise<Followed> => {
  collection.isOutdated ||= await bringsMore(source, place, collection);
  if (collection.isOutdated) return 'rebuild';
  await bringInItems(source, work, place, collection);
  if (leavesProducts() || collection.pendingProducts.size > PRODUCTS_AT_ONCE_MAX) return 'products-pending';
  await bringInProducts(source, work, place, collection);
  collection.settle();
  return 'current';
};

/** Whether there is more to bring in than single things; the small tables are brought in here. */
const bringsMore = async (
  source: CatalogSource,
  place: CatalogPlace,
  collection: Collection,
): Promise<boolean> => {
  try {
    const effect = await readChanges(source, place, collection);
    if (effect !== 'tables') return effect === 'everything';
    const tables = await source.loadCatalog(place.scope, place.catalogId);
    if (tables === undefined || collection.needsRebuild(tables)) return true;
    collection.putTables(tables);
    return false;
  } catch (error) {
    if (error instanceof FeedTrimmed) return true;
    throw error;
  }
};

const readChanges = async (source: CatalogSource, { scope }: CatalogPlace, collection: Collection) => {
  const head = await source.headPosition(scope);
  // A store restored from an older copy: its feed never held what was read here.
  if (head < collection.position) return 'everything';
  let strongest: 'none' | 'tables' | 'everything' = 'none';
  while (collection.position < head) {
    const changes = await source.listChanges(scope, collection.position, CHANGES_PER_READ);
    if (changes.length === 0) break;
    for (const change of changes) {
      const effect = collection.note(change);
      if (effect === 'everything') return 'everything';
      if (effect === 'tables') strongest = 'tables';
    }
    // A long way to go is gone in stretches: a read of the feed does not give way by itself.
    if (collection.position < head) await nextTurn();
  }
  return strongest;
};

const bringInItems = (
  source: CatalogSource,
  work: IndexWork,
  place: CatalogPlace,
  collection: Collection,
): Promise<void> =>
  bringIn(
    collection.pendingItems,
    (key) => findItem(source, place, key),
    async (keys, items) => {
      if (items.some(isLongItem)) collection.putItemSegment(keys, await work.buildItems(items));
      else collection.putItems(keys, items);
    },
  );

const bringInProducts = (
  source: CatalogSource,
  work: IndexWork,
  place: CatalogPlace,
  collection: Collection,
): Promise<void> =>
  bringIn(
    collection.pendingProducts,
    (id) => source.findProduct(place.scope, place.catalogId, id),
    async (ids, products) => {
      if (products.some(isLongProduct))
        collection.putProductSegment(ids, await work.buildProducts(place, collection.reading, ids));
      else collection.putProducts(ids, products);
    },
  );

const isLongItem = ({ texts }: ContentItem): boolean =>
  Object.values(texts).some(
    ({ body, fields = [] }) => body.length + JSON.stringify(fields).length > LONG_TEXT_CHARS,
  );

const isLongProduct = ({ description, localized, attributes }: Product): boolean =>
  description.length + JSON.stringify(localized).length + JSON.stringify(attributes).length > LONG_TEXT_CHARS;

/** In steps as large as the time allows: each makes a segment, and few are better than many. */
const bringIn = async <T>(
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
    if (from < waiting.length) await nextTurn();
  }
};

/**
 * By the time this thread computed, not by the clock: on a busy machine steps would become tiny, and there would be more of
 * everything. At most twice as large as the last: the first ones of a process take longer than those that follow.
 */
const nextStep = (step: number, tookMicros: number): number =>
  Math.max(
    FIRST_STEP,
    Math.min(STEP_MAX, 2 * step, Math.round((step * STEP_MICROS) / Math.max(1, tookMicros))),
  );

/** An item by the key under which the index holds it. */
const findItem = (
  source: CatalogSource,
  { scope, catalogId }: CatalogPlace,
  key: string,
): Promise<ContentItem | undefined> => {
  const id = key.slice(key.indexOf(':') + 1);
  return key.startsWith('record:')
    ? source.findPublishedRecord(scope, catalogId, id)
    : source.findContentItem(scope, catalogId, id);
};
