// Compares the saved index of a catalog with the store, after it has followed the feed in memory. No file is changed.

import type { KindCount } from '../../domain/limits/usage-ports.ts';
import { CatalogEntry } from './catalog/catalog-entry.ts';
import type { IndexId } from './index-id.ts';
import type { CatalogSource } from './segments/built-catalog.ts';
import { buildReadOnlyWork } from './work/index-work.ts';

export interface ComparedIndex {
  /** `rebuilt`: the saved index could not be used, which a service notices too. `gone`: there is no such catalog any more. */
  readonly state: 'equal' | 'different' | 'rebuilt' | 'gone';
  /** What is compared last: content if the products agree. */
  readonly kind: 'product' | 'content item';
  readonly indexed: number;
  readonly stored: number;
}

/** A write between two readings makes them differ: another look decides. */
const LOOKS = 3;
const nothing = (): void => {};

/** By the numbers of products and of content items. `readCounters` tells how many products the store has. */
export const compareIndex = async (
  source: CatalogSource,
  readCounters: (workspace: IndexId['scope']) => Promise<readonly KindCount[]>,
  snapshotDir: string,
  indexId: IndexId,
): Promise<ComparedIndex> => {
  let origin = 'snapshot';
  const entry = new CatalogEntry(source, buildReadOnlyWork(source, snapshotDir), indexId, {
    onFailure: nothing,
    onIndexed: nothing,
    onOpened: (from) => {
      origin = from;
    },
    onDiscarded: nothing,
    onMerged: nothing,
    onPending: nothing,
  });
  try {
    let counts: Pick<ComparedIndex, 'kind' | 'indexed' | 'stored'> = {
      kind: 'product',
      indexed: 0,
      stored: 0,
    };
    for (let look = 0; look < LOOKS; look += 1) {
      const collection = await entry.current();
      if (collection === undefined) return { state: 'gone', ...counts };
      const counters = await readCounters(indexId.scope);
      const stored =
        counters.find(({ kind, place }) => kind === 'product' && place === indexId.catalogId)?.objects ?? 0;
      counts = { kind: 'product', indexed: collection.products.size, stored };
      const isPending = collection.pendingProducts.size + collection.buildingProducts.length > 0;
      if (isPending || origin === 'store') return { state: 'rebuilt', ...counts };
      if (counts.indexed !== stored) continue;
      const indexed = collection.content.size;
      counts = { kind: 'content item', indexed, stored: await countContent(source, indexId) };
      if (indexed === counts.stored) return { state: 'equal', ...counts };
    }
    return { state: 'different', ...counts };
  } finally {
    await entry.close();
  }
};

/** Items and published records. No counter knows how many of them an environment shows. */
const countContent = async (source: CatalogSource, { scope, catalogId }: IndexId): Promise<number> => {
  const keys = new Set<string>();
  for await (const items of source.readContentItems(scope, catalogId))
    for (const { key } of items) keys.add(key);
  return keys.size;
};
