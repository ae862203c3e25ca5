// Deletes a resource with everything that depends on it, in one transaction: the only one, or the last one of a deletion in several
// (`deletion-steps.ts`). Catalogs and forms are only attached to an environment: they are detached, not deleted. One feed entry for a
// catalog or an environment covers everything that was in it.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ResourceKind, ResourceObject } from '../../../domain/manage/managed-resource.ts';
import { leaveEnvironment } from '../access/token-store.ts';
import { tenantLock } from '../objects/object-writer.ts';
import { deleteRecordRows } from '../records/version-rows.ts';
import { deleteRows, type RowSet, readRows } from '../sql/key-range.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import { keysInWorkspace } from '../sql/table-keys.ts';
import {
  DOCUMENTS_AT_ONCE,
  environmentsOf,
  kindsOfEnvironments,
  liveTokens,
  publicationRows,
  recordedIn,
  recordRows,
  submissionRows,
} from './dependents.ts';
import { detachFrom, type Removal, removeObject, removeOne } from './removal.ts';
import { type Place, rowsOf, toObject } from './resource-tables.ts';

/**
 * `place` is the key of the object. The caller has checked that it may be deleted. `isFree`: no object lists an environment any more, and
 * no domain or store is in it.
 */
export const removeResource = async (
  removal: Removal,
  workspace: WorkspaceScope,
  object: ResourceObject,
  place: Place,
  isFree = false,
): Promise<void> => {
  const id = String(object['id']);
  switch (object.kind) {
    case 'tenant':
      return removeTenant(removal, workspace, place);
    case 'workspace':
      return removeWorkspace(removal, workspace);
    case 'environment':
      if (!isFree) await freeEnvironment(removal, workspace, id);
      await removeFromEnvironment(removal, workspace, id);
      break;
    case 'content_model':
      await removeRecords(removal, workspace, String(object['internal_name']));
      break;
    case 'catalog':
      await removeFromCatalog(removal, workspace, id);
      break;
    case 'form':
      await deleteRows(removal.tx, submissionRows(workspace, id));
      await removal.usage.clearPlace(workspace, id);
      break;
  }
  await removeOne(removal, workspace, object, place);
};

/** The feed is not deleted with the other tables: see `resetFeed`. */
const FEED_TABLES: ReadonlySet<string> = new Set(['change', 'feed_head']);

export const removeWorkspace = async (
  { tx, feed, usage, yieldIfDue }: Removal,
  { tenantId, workspaceId }: WorkspaceScope,
): Promise<void> => {
  await usage.clearWorkspace({ tenantId, workspaceId });
  const prefix = workspacePrefix({ tenantId, workspaceId });
  for (const [table, key] of Object.entries(keysInWorkspace)) {
    if (FEED_TABLES.has(table)) continue;
    await deleteRows(tx, { table: table as keyof typeof keysInWorkspace, prefix, key });
    await yieldIfDue();
  }
  feed.lists.forget({ tenantId, workspaceId });
  await feed.resetFeed({ tenantId, workspaceId });
};

const removeTenant = async (removal: Removal, tenant: WorkspaceScope, place: Place): Promise<void> => {
  const set = rowsOf(tenant, 'workspace', {});
  for await (const batch of readRows(removal.tx, set, { columns: [], rowsAtOnce: DOCUMENTS_AT_ONCE })) {
    for (const { workspace_id: workspaceId = '' } of batch) {
      const workspace = { tenantId: tenant.tenantId, workspaceId };
      await removal.feed.lock(workspace);
      await removeWorkspace(removal, workspace);
    }
  }
  await removal.rows.delete(removal.tx, 'tenant', place);
  await deleteRows(removal.tx, usageOfTenant(tenant));
  await removal.feed.resetFeed(tenantLock(tenant));
};

/** Under workspace `''`. The workspaces are gone by now, so nothing is left to count. */
const usageOfTenant = ({ tenantId }: WorkspaceScope): RowSet => ({
  table: 'usage',
  prefix: workspacePrefix({ tenantId, workspaceId: '' }),
  key: ['place', 'kind'],
});

const removeFromCatalog = async (
  removal: Removal,
  workspace: WorkspaceScope,
  catalogId: string,
): Promise<void> => {
  await removeThose(removal, workspace, 'store', (store) => store['catalog_id'] === catalogId);
  const prefix = workspacePrefix(workspace, { catalog_id: catalogId });
  for (const [table, [first, ...key]] of Object.entries(keysInWorkspace)) {
    if (first === 'catalog_id' && table !== 'catalog') {
      await deleteRows(removal.tx, { table: table as keyof typeof keysInWorkspace, prefix, key });
    }
  }
  removal.feed.lists.forget(workspace, catalogId);
  await removal.usage.clearPlace(workspace, catalogId);
};

const freeEnvironment = async (
  removal: Removal,
  workspace: WorkspaceScope,
  environmentId: string,
): Promise<void> => {
  const isThere = (object: ResourceObject): boolean => object['environment_id'] === environmentId;
  await removeThose(removal, workspace, 'domain', isThere);
  await removeThose(removal, workspace, 'store', isThere);
  const names = (doc: string): boolean => environmentsOf(doc).includes(environmentId);
  for (const kind of kindsOfEnvironments) {
    for await (const object of readObjects(removal, workspace, kind, names)) {
      await detachFrom(removal, workspace, object, environmentId);
    }
  }
};

const removeFromEnvironment = async (
  removal: Removal,
  workspace: WorkspaceScope,
  environmentId: string,
): Promise<void> => {
  await deleteRows(removal.tx, publicationRows(workspace, environmentId));
  for await (const set of recordedIn(removal.tx, workspace, environmentId)) {
    await deleteRows(removal.tx, set);
  }
  const { set, some } = liveTokens(workspace, (ids) => ids?.includes(environmentId) ?? false);
  const options = { columns: some.columns, rowsAtOnce: DOCUMENTS_AT_ONCE };
  for await (const batch of readRows(removal.tx, set, options)) {
    for (const { token_id: tokenId = '', environment_ids: ids = '[]' } of batch.filter(some.needs)) {
      await leaveEnvironment(removal.tx, workspace, tokenId, parseStored<string[]>(ids), environmentId);
    }
  }
};

const removeRecords = async (removal: Removal, workspace: WorkspaceScope, model: string): Promise<void> => {
  const set = recordRows(workspace, model);
  for await (const batch of readRows(removal.tx, set, { columns: [], rowsAtOnce: DOCUMENTS_AT_ONCE })) {
    const ids = batch.map(({ record_id: recordId = '' }) => recordId);
    await deleteRecordRows(removal.tx, removal.usage, workspace, ids);
    for (const id of ids) removal.feed.records.noteRecord(workspace, id);
    await removal.yieldIfDue();
  }
};

const removeThose = async (
  removal: Removal,
  workspace: WorkspaceScope,
  kind: 'domain' | 'store',
  isMeant: (object: ResourceObject) => boolean,
): Promise<void> => {
  for await (const object of readObjects(removal, workspace, kind, () => true)) {
    if (isMeant(object)) await removeObject(removal, workspace, object);
  }
};

async function* readObjects(
  { tx, yieldIfDue }: Removal,
  workspace: WorkspaceScope,
  kind: ResourceKind,
  isMeant: (doc: string) => boolean,
): AsyncIterable<ResourceObject> {
  const set = rowsOf(workspace, kind, {});
  for await (const batch of readRows(tx, set, { columns: ['doc'], rowsAtOnce: DOCUMENTS_AT_ONCE })) {
    for (const { doc = '' } of batch) {
      if (isMeant(doc)) yield toObject(kind, doc);
      await yieldIfDue();
    }
  }
}
