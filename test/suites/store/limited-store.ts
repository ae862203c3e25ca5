// Stores over SQLite with limits. When a test ends, its usage is recounted.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { openSqliteStore, type SqliteStore } from '../../../src/adapters/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { BundleObject } from '../../../src/contract/bundle.ts';
import type { WorkspaceScope } from '../../../src/domain/access/scope.ts';
import { defaultLimits, type LimitName, type Limits } from '../../../src/domain/limits/limits.ts';
import type { NearLimit } from '../../../src/domain/limits/usage-ports.ts';
import type { ResourceObject } from '../../../src/domain/manage/managed-resource.ts';
import { copySqliteFolder } from '../../fixtures/sqlite-folders.ts';
import { keptUsage, recountUsage } from '../../fixtures/usage-recount.ts';
import { ACME, everyKind, putAll } from './store-fixture.ts';
import { OTHER, SIBLING } from './store-resources-fixture.ts';

interface Opened {
  readonly store: SqliteStore;
  readonly near: NearLimit[];
  readonly dataDir: string;
  /** The same data, under other limits. */
  again(limits: Partial<Limits>): Promise<SqliteStore>;
}

/** One thing of every kind in each of three workspaces. */
const fill = async (store: Store): Promise<void> => {
  for (const workspace of [ACME, SIBLING, OTHER]) await putAll(store, workspace, everyKind(workspace));
};

export const openLimited = async (t: TestContext, limits: Partial<Limits> = {}): Promise<Opened> => {
  const dataDir = await copySqliteFolder(fill);
  const near: NearLimit[] = [];
  const stores: SqliteStore[] = [];
  const again = async (given: Partial<Limits>): Promise<SqliteStore> => {
    const settings = { limits: { ...defaultLimits, ...given }, onNear: (note: NearLimit) => near.push(note) };
    const store = await openSqliteStore({ dataDir, limits: settings });
    stores.push(store);
    return store;
  };
  t.after(async () => {
    for (const store of stores) await store.close();
    assert.deepEqual(keptUsage(dataDir), recountUsage(dataDir));
    rmSync(dataDir, { recursive: true });
  });
  return { store: await again(limits), near, dataDir, again };
};

export const put = (store: SqliteStore, object: BundleObject, workspace: WorkspaceScope = ACME) =>
  store.writeResource(workspace, object as ResourceObject & BundleObject, { kind: 'none' });

export const refusedBy = (limit: LimitName) => ({
  name: 'Conflict',
  status: 409,
  code: `limit_exceeded:${limit}`,
});
