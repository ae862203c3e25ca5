// A data folder with the fixture's workspaces and one saved index.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openEmbeddedSearch } from '../../../src/adapters/embedded-search/embedded-search.ts';
import { snapshotFile } from '../../../src/adapters/embedded-search/snapshots/snapshot-file.ts';
import { buildIndexWork } from '../../../src/adapters/embedded-search/work/index-work.ts';
import { openStore } from '../../../src/open-store.ts';
import { managedBundle } from '../operations/managed-things.ts';
import { home, PRODUCTION, shared } from '../service/fixture-bundle.ts';
import { importOnce } from '../service/imported-folder.ts';

const openFolder = importOnce(managedBundle);

export const scope = { tenantId: home.tenant, workspaceId: home.workspace, environmentId: PRODUCTION };
export const indexId = { scope, catalogId: shared.catalog };

export interface SavedIndex {
  readonly dataDir: string;
  /** That of the index. */
  readonly file: string;
}

export const openSavedIndex = async (t: TestContext): Promise<SavedIndex> => {
  const dataDir = await openFolder(t);
  const store = await openStore({ dataDir });
  const search = join(dataDir, 'search');
  const index = openEmbeddedSearch({
    source: store,
    work: buildIndexWork(store, search),
    memoryBudgetBytes: 1e9,
    onFailure: (error) => assert.fail(String(error)),
  });
  await index.warm(indexId, true);
  await index.close();
  await store.close();
  return { dataDir, file: snapshotFile(search, indexId) };
};
