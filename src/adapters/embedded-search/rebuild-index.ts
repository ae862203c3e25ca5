// Brings the saved index of a catalog up to date with the feed and saves it: for a data folder that no service uses.

import { openEmbeddedSearch } from './embedded-search.ts';
import type { IndexId } from './index-id.ts';
import type { CatalogSource } from './segments/built-catalog.ts';
import { buildIndexWork } from './work/index-work.ts';

export const rebuildIndex = async (
  source: CatalogSource,
  snapshotDir: string,
  indexId: IndexId,
): Promise<void> => {
  const failures: unknown[] = [];
  const index = openEmbeddedSearch({
    source,
    work: buildIndexWork(source, snapshotDir),
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    onFailure: (error) => failures.push(error),
  });
  try {
    await index.warm(indexId, true);
  } finally {
    await index.close();
  }
  if (failures.length > 0) throw failures[0];
};
