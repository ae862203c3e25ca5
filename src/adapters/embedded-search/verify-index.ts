// Proves that the saved index of a catalog holds what one built from the store now would hold, after it has followed the feed in
// memory: every product and every content item, with the words and values it is found by. No file is changed.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../../domain/products/product.ts';
import type { ContentItem } from '../../domain/search/content.ts';
import { buildYield } from '../../runtime/yield-to-event-loop.ts';
import { CatalogEntry } from './catalog/catalog-entry.ts';
import type { Collection } from './catalog/collection.ts';
import { findItem } from './catalog/follow-feed.ts';
import type { IndexId } from './index-id.ts';
import {
  buildContentSegment,
  buildProductSegment,
  type CatalogPlan,
  type CatalogSource,
  planCatalog,
  productSettingsOf,
} from './segments/built-catalog.ts';
import { inspectedContent, inspectedProducts, SegmentsComparison } from './verify-segments.ts';
import { buildReadOnlyWork } from './work/index-work.ts';

export interface IndexDifference {
  readonly kind: 'product' | 'content' | 'catalog';
  readonly id: string;
  readonly what: string;
}

export interface VerifiedIndex {
  /** `rebuilt`: the saved index cannot be used, which a service notices too. `gone`: there is no such catalog any more. */
  readonly state: 'verified' | 'rebuilt' | 'gone';
  /** How many were compared. */
  readonly products: number;
  readonly contentItems: number;
  /** The first ones, by kind and id. */
  readonly differences: readonly IndexDifference[];
  readonly differencesTotal: number;
}

/** Documents that seem different are looked at again, since they may have been written meanwhile. */
const LOOKS = 5;
/** An index with more is wrong altogether: no more of them is kept, and none is looked at again. */
const SUSPECTS_MAX = 20_000;
const SHOWN_MAX = 20;
const LOOK_EVERY_MS = 20;
const nothing = (): void => {};

type Suspects = Map<string, IndexDifference>;

export const verifyIndex = async (
  source: CatalogSource,
  snapshotDir: string,
  indexId: IndexId,
  onProgress: (compared: number) => void,
): Promise<VerifiedIndex> => {
  let origin = 'snapshot';
  const failures: unknown[] = [];
  const entry = new CatalogEntry(source, buildReadOnlyWork(source, snapshotDir), indexId, {
    onFailure: (error) => failures.push(error),
    onIndexed: nothing,
    onOpened: (from) => {
      origin = from;
    },
    onDiscarded: nothing,
    onMerged: nothing,
    onPending: nothing,
  });
  const follow = async (): Promise<Collection | undefined> => {
    for (;;) {
      const collection = await entry.current();
      if (failures.length > 0) throw failures[0];
      if (entry.feedLag === 0) return origin === 'store' ? undefined : collection;
      await sleep(LOOK_EVERY_MS);
    }
  };
  try {
    const collection = await follow();
    const plan = await planCatalog(source, indexId.scope, indexId.catalogId);
    const none = { products: 0, contentItems: 0, differences: [], differencesTotal: 0 };
    if (plan === undefined) return { state: 'gone', ...none };
    if (collection === undefined) return { state: 'rebuilt', ...none };
    const suspects: Suspects = new Map();
    const counts = await compareAll(source, indexId, collection, plan, suspects, onProgress);
    if (suspects.size <= SUSPECTS_MAX && !(await lookAgain(source, indexId, suspects, follow)))
      return { state: 'rebuilt', ...none };
    const sorted = [...suspects.values()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    return {
      state: 'verified',
      ...counts,
      differences: sorted.slice(0, SHOWN_MAX),
      differencesTotal: sorted.length,
    };
  } finally {
    await entry.close();
  }
};

const sortKey = ({ kind, id }: IndexDifference): string => `${kind} ${id}`;

const suspect = (suspects: Suspects, kind: IndexDifference['kind'], id: string, what: string | undefined) => {
  const key = sortKey({ kind, id, what: '' });
  if (what === undefined) suspects.delete(key);
  else if (suspects.size <= SUSPECTS_MAX) suspects.set(key, { kind, id, what });
};

/** One pass over the store, a batch at a time, then over what only the index has. */
const compareAll = async (
  source: CatalogSource,
  { scope, catalogId }: IndexId,
  collection: Collection,
  plan: CatalogPlan,
  suspects: Suspects,
  onProgress: (compared: number) => void,
) => {
  const products = new SegmentsComparison(inspectedProducts, collection.products.segments);
  const content = new SegmentsComparison(inspectedContent, collection.content.segments);
  const settings = productSettingsOf(plan);
  const yieldIfDue = buildYield();
  const counts = { products: 0, contentItems: 0 };
  for await (const batch of source.readProducts(scope, catalogId)) {
    const fresh = buildProductSegment(settings, batch);
    for (const { id } of batch) {
      suspect(suspects, 'product', id, products.compare(id, fresh));
      await yieldIfDue();
    }
    counts.products += batch.length;
    onProgress(counts.products);
  }
  for await (const batch of source.readContentItems(scope, catalogId)) {
    const items = [...new Map(batch.map((item) => [item.key, item])).values()];
    const fresh = buildContentSegment(items);
    for (const { key } of items) {
      suspect(suspects, 'content', key, content.compare(key, fresh));
      await yieldIfDue();
    }
    counts.contentItems += items.length;
    onProgress(counts.products + counts.contentItems);
  }
  for (const id of products.unseen()) suspect(suspects, 'product', id, 'indexed, but not in the store');
  for (const key of content.unseen()) suspect(suspects, 'content', key, 'indexed, but not in the store');
  compareTables(collection, plan, [...products.excess(), ...content.excess()], suspects);
  return counts;
};

/** What is no document: settings and tables of the catalog, and what is found too often. */
const compareTables = (
  collection: Collection,
  plan: CatalogPlan,
  excess: readonly string[],
  suspects: Suspects,
): void => {
  for (const { kind, id } of [...suspects.values()])
    if (kind === 'catalog') suspect(suspects, kind, id, undefined);
  const tables = { ...plan.contents, baseLocale: plan.baseLocale } as Record<string, unknown>;
  const own = { ...collection.contents, baseLocale: collection.baseLocale } as Record<string, unknown>;
  for (const name of new Set([...Object.keys(tables), ...Object.keys(own)])) {
    const isEqual = JSON.stringify(tables[name]) === JSON.stringify(own[name]);
    suspect(suspects, 'catalog', name, isEqual ? undefined : 'differs from the store');
  }
  for (const part of excess)
    suspect(suspects, 'catalog', part, 'more documents are found by it than have it');
};

/** Leaves the suspects that are different though nothing was written meanwhile. False: the index is built again now. */
const lookAgain = async (
  source: CatalogSource,
  indexId: IndexId,
  suspects: Suspects,
  follow: () => Promise<Collection | undefined>,
): Promise<boolean> => {
  const { scope, catalogId } = indexId;
  for (let look = 0; look < LOOKS && suspects.size > 0; look += 1) {
    const collection = await follow();
    const plan = await planCatalog(source, scope, catalogId);
    if (collection === undefined || plan === undefined) return false;
    const products = new SegmentsComparison(inspectedProducts, collection.products.segments);
    const content = new SegmentsComparison(inspectedContent, collection.content.segments);
    const settings = productSettingsOf(plan);
    for (const { kind, id } of [...suspects.values()]) {
      if (kind === 'catalog') continue;
      if (kind === 'product') {
        const found: Product | undefined = await source.findProduct(scope, catalogId, id);
        const fresh = found && buildProductSegment(settings, [found]);
        suspect(suspects, kind, id, products.compare(id, fresh));
      } else {
        const found: ContentItem | undefined = await findItem(source, indexId, id);
        suspect(suspects, kind, id, content.compare(id, found && buildContentSegment([found])));
      }
    }
    compareTables(collection, plan, [...products.excess(), ...content.excess()], suspects);
    // Nothing was written since the index was brought up to date: what is left is really different.
    if ((await source.headPosition(scope)) === collection.position) return true;
  }
  return true;
};
