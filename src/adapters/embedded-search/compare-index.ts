// Compares the saved index of a catalog with the store, after it has followed the feed in memory. No file is changed.

import type { KindCount } from '../../domain/limits/usage-ports.ts';
import type { CatalogSource } from './catalog/built-catalog.ts';
import { CatalogEntry } from './catalog/catalog-entry.ts';
import type { IndexId } from './index-id.ts';
import { buildReadOnlyWork } from './work/index-work.ts';

export interface ComparedIndex {
  /** `rebuilt`: the saved index could not be used, which a service notices too. `gone`: there is no such catalog any more. */
  readonly state: 'equal' | 'different' | 'rebuilt' | 'gone';
  readonly indexed: number;
  readonly stored: number;
}

/** A write between two readings makes them differ: another look decides. */
const LOOKS = 3;
const nothing = (): void => {};

/** By the number of products. `readCounters` tells how many the store has. */
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
    let [indexed, stored] = [0, 0];
    for (let look = 0; look < LOOKS; look += 1) {
      const collection = await entry.current();
      if (collection === undefined) return { state: 'gone', indexed: 0, stored: 0 };
      const counters = await readCounters(indexId.scope);
      stored =
        counters.find(({ kind, place }) => kind === 'product' && place === indexId.catalogId)?.objects ?? 0;
      indexed = collection.products.size;
      const isPending = collection.pendingProducts.size + collection.buildingProducts.length > 0;
      if (isPending || origin === 'store') return { state: 'rebuilt', indexed, stored };
      if (indexed === stored) return { state: 'equal', indexed, stored };
    }
    return { state: 'different', indexed, stored };
  } finally {
    await entry.close();
  }
};
