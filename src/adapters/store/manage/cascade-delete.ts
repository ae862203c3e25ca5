// Deletes a resource with everything that depends on it. Catalogs and forms are only attached to an environment: they are
// detached, not deleted. One feed entry for a catalog or an environment covers everything that was in it.

import type { BundleLine, BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ResourceKind, ResourceObject } from '../../../domain/manage/managed-resource.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { leaveEnvironment } from '../access/token-store.ts';
import type { WriteDocument } from '../documents/document-writer.ts';
import type { FeedWriter } from '../feed/change-feed.ts';
import { measureOfStored } from '../limits/measure.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import { feedEntry, tenantLock } from '../objects/object-writer.ts';
import { deleteRecordRows } from '../records/version-rows.ts';
import type { DocumentKind } from '../sql/document-tables.ts';
import type { Db } from '../sql/engine.ts';
import { deleteRows, type RowSet, readRows } from '../sql/key-range.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import { keysInWorkspace } from '../sql/table-keys.ts';
import { recordedRows } from './delete-events.ts';
import {
  DOCUMENTS_AT_ONCE,
  environmentsOf,
  liveTokens,
  publicationRows,
  recordRows,
  submissionRows,
} from './dependents.ts';
import { type Place, placeOf, type ResourceRows, rowsOf, toObject } from './resource-tables.ts';

export interface Removal {
  readonly tx: Db;
  readonly feed: FeedWriter;
  readonly usage: UsageWriter;
  readonly rows: ResourceRows;
  readonly writeDocument: WriteDocument;
  readonly yieldIfDue: () => Promise<void> | undefined;
}

export const startRemoval = (parts: Omit<Removal, 'yieldIfDue'>): Removal => ({
  ...parts,
  yieldIfDue: buildYield(),
});

/** `place` is the key of the object. The caller has checked that it may be deleted. */
export const removeResource = async (
  removal: Removal,
  workspace: WorkspaceScope,
  object: ResourceObject,
  place: Place,
): Promise<void> => {
  const id = String(object['id']);
  switch (object.kind) {
    case 'tenant':
      return removeTenant(removal, workspace, place);
    case 'workspace':
      return removeWorkspace(removal, workspace);
    case 'environment':
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

const removeOne = async (
  { tx, feed, usage, rows }: Removal,
  workspace: WorkspaceScope,
  object: ResourceObject,
  place: Place,
): Promise<void> => {
  await rows.delete(tx, object.kind, place);
  const line = object as ResourceObject & BundleLine<DocumentKind>;
  await usage.replace(workspace, measureOfStored(line), undefined);
  await feed.lists.delete(workspace, line);
  const entry = feedEntry(line);
  if (entry !== undefined) await feed.append(workspace, entry);
};

/** The feed is not deleted with the other tables: see `resetFeed`. */
const FEED_TABLES: ReadonlySet<string> = new Set(['change', 'feed_head']);

const removeWorkspace = async (
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

const removeFromEnvironment = async (
  removal: Removal,
  workspace: WorkspaceScope,
  environmentId: string,
): Promise<void> => {
  const isThere = (object: ResourceObject): boolean => object['environment_id'] === environmentId;
  await removeThose(removal, workspace, 'domain', isThere);
  await removeThose(removal, workspace, 'store', isThere);
  for (const kind of ['catalog', 'form', 'content_item', 'merchandising_rule'] as const) {
    await detachThose(removal, workspace, kind, environmentId);
  }
  await deleteRows(removal.tx, publicationRows(workspace, environmentId));
  await removeEvents(removal, workspace, environmentId);
  const { set, some } = liveTokens(workspace, (ids) => ids?.includes(environmentId) ?? false);
  const options = { columns: some.columns, rowsAtOnce: DOCUMENTS_AT_ONCE };
  for await (const batch of readRows(removal.tx, set, options)) {
    for (const { token_id: tokenId = '', environment_ids: ids = '[]' } of batch.filter(some.needs)) {
      await leaveEnvironment(removal.tx, workspace, tokenId, parseStored<string[]>(ids), environmentId);
    }
  }
};

/** What was recorded in the environment since `deleteEvents`, and what was computed from it. */
const removeEvents = async (
  removal: Removal,
  workspace: WorkspaceScope,
  environmentId: string,
): Promise<void> => {
  for await (const { id } of readObjects(removal, workspace, 'catalog', () => true)) {
    for (const table of ['product_event', 'product_popularity'] as const) {
      await deleteRows(removal.tx, recordedRows(table, workspace, String(id), environmentId));
    }
  }
};

const removeRecords = async (removal: Removal, workspace: WorkspaceScope, model: string): Promise<void> => {
  const set = recordRows(workspace, model);
  for await (const batch of readRows(removal.tx, set, { columns: [], rowsAtOnce: DOCUMENTS_AT_ONCE })) {
    for (const { record_id: recordId = '' } of batch) {
      await deleteRecordRows(removal.tx, removal.usage, workspace, recordId);
      removal.feed.records.noteRecord(workspace, recordId);
      await removal.yieldIfDue();
    }
  }
};

const removeThose = async (
  removal: Removal,
  workspace: WorkspaceScope,
  kind: 'domain' | 'store',
  isMeant: (object: ResourceObject) => boolean,
): Promise<void> => {
  for await (const object of readObjects(removal, workspace, kind, () => true)) {
    const place = isMeant(object) ? placeOfObject(workspace, object) : undefined;
    if (place !== undefined) await removeOne(removal, workspace, object, place);
  }
};

/** A content item or merchandising rule that is only in this environment is deleted. Catalogs and forms stay, even if attached nowhere. */
const detachThose = async (
  removal: Removal,
  workspace: WorkspaceScope,
  kind: 'catalog' | 'form' | 'content_item' | 'merchandising_rule',
  environmentId: string,
): Promise<void> => {
  const names = (doc: string): boolean => environmentsOf(doc).includes(environmentId);
  for await (const object of readObjects(removal, workspace, kind, names)) {
    const left = (object['environment_ids'] as string[]).filter((id) => id !== environmentId);
    const place = placeOfObject(workspace, object);
    const isOnlyThere = left.length === 0 && (kind === 'content_item' || kind === 'merchandising_rule');
    if (isOnlyThere && place !== undefined) {
      await removeOne(removal, workspace, object, place);
    } else {
      const changed = { ...object, environment_ids: left } as ResourceObject & BundleObject;
      await removal.writeDocument(removal.tx, removal.usage, workspace, changed as never);
      await removal.feed.lists.put(workspace, changed, false);
      const entry = feedEntry(changed);
      if (entry !== undefined) await removal.feed.append(workspace, entry);
    }
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

const placeOfObject = (workspace: WorkspaceScope, object: ResourceObject): Place | undefined =>
  placeOf(workspace, object.kind, object as unknown as Readonly<Record<string, string>>);
