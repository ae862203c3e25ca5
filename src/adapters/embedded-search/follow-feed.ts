// Brings a collection up to the store's newest change. A few changes are brought in at once, in steps short enough that
// nobody else waits; many products are left pending for a thread to build, and the caller is told.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentItem } from '../../domain/content.ts';
import { FeedTrimmed } from '../../domain/feed-trimmed.ts';
import type { Product } from '../../domain/product.ts';
import type { CatalogSource } from './built-catalog.ts';
import type { Collection } from './collection.ts';
import type { CatalogPlace } from './index-work.ts';

const CHANGES_PER_READ = 500;
/** So many documents are analysed before others get their turn. */
const DOCUMENTS_PER_STEP = 16;
/** More changed products than these are built in another thread. */
const PRODUCTS_AT_ONCE_MAX = 2_000;

export type Followed = 'current' | 'products-pending' | 'rebuild';

export const followFeed = async (
  source: CatalogSource,
  place: CatalogPlace,
  collection: Collection,
  leaveProducts: boolean,
): Promise<Followed> => {
  try {
    const effect = await readChanges(source, place, collection);
    if (effect === 'everything') return 'rebuild';
    if (effect === 'tables') {
      const contents = await source.loadCatalog(place.scope, place.catalogId);
      if (contents === undefined) return 'rebuild';
      collection.contents = contents;
    }
  } catch (error) {
    if (error instanceof FeedTrimmed) return 'rebuild';
    throw error;
  }
  await bringInItems(source, place, collection);
  if (leaveProducts || collection.pendingProducts.size > PRODUCTS_AT_ONCE_MAX) return 'products-pending';
  await bringInProducts(source, place, collection);
  collection.settle();
  return 'current';
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
  }
  return strongest;
};

const bringInItems = async (
  source: CatalogSource,
  place: CatalogPlace,
  collection: Collection,
): Promise<void> => {
  for (const keys of steps(collection.pendingItems)) {
    const found = await Promise.all(keys.map((key) => findItem(source, place, key)));
    collection.putItems(
      keys,
      found.filter((item): item is ContentItem => item !== undefined),
    );
    for (const key of keys) collection.pendingItems.delete(key);
    if (collection.pendingItems.size > 0) await nextTurn();
  }
};

const bringInProducts = async (
  source: CatalogSource,
  place: CatalogPlace,
  collection: Collection,
): Promise<void> => {
  for (const ids of steps(collection.pendingProducts)) {
    const found = await Promise.all(ids.map((id) => source.findProduct(place.scope, place.catalogId, id)));
    collection.putProducts(
      ids,
      found.filter((product): product is Product => product !== undefined),
    );
    for (const id of ids) collection.pendingProducts.delete(id);
    if (collection.pendingProducts.size > 0) await nextTurn();
  }
};

function* steps(pending: ReadonlySet<string>): Generator<string[]> {
  const all = [...pending];
  for (let from = 0; from < all.length; from += DOCUMENTS_PER_STEP)
    yield all.slice(from, from + DOCUMENTS_PER_STEP);
}

/** An item by the key under which the index holds it. */
export const findItem = (
  source: CatalogSource,
  { scope, catalogId }: CatalogPlace,
  key: string,
): Promise<ContentItem | undefined> => {
  const id = key.slice(key.indexOf(':') + 1);
  return key.startsWith('record:')
    ? source.findPublishedRecord(scope, catalogId, id)
    : source.findContentItem(scope, catalogId, id);
};
