// Deletes single objects within a transaction, as every write does: with their row, their usage, their place in lists, and an entry in
// the feed. What is deleted few at a time, and what the last transaction of a deletion deletes, goes through here.

import type { BundleLine, BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ResourceKind, ResourceObject } from '../../../domain/manage/managed-resource.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { WriteDocument } from '../documents/document-writer.ts';
import type { FeedWriter } from '../feed/change-feed.ts';
import { measureOf, measureOfStored } from '../limits/measure.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import { feedEntry } from '../objects/object-writer.ts';
import { canonicalJsonWithout } from '../sql/canonical-json.ts';
import type { DocumentKind } from '../sql/document-tables.ts';
import type { Db } from '../sql/engine.ts';
import { type Place, placeOf, type ResourceRows, toObject } from './resource-tables.ts';

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

type Stored = ResourceObject & BundleLine<DocumentKind>;

export const removeOne = async (
  { tx, feed, usage, rows }: Removal,
  workspace: WorkspaceScope,
  object: ResourceObject,
  place: Place,
): Promise<void> => {
  await rows.delete(tx, object.kind, place);
  const line = object as Stored;
  await usage.replace(workspace, measureOfStored(line), undefined);
  await feed.lists.delete(workspace, line);
  const entry = feedEntry(line);
  if (entry !== undefined) await feed.append(workspace, entry);
};

export const removeObject = async (
  removal: Removal,
  workspace: WorkspaceScope,
  object: ResourceObject,
): Promise<void> => {
  const place = placeOfObject(workspace, object);
  if (place !== undefined) await removeOne(removal, workspace, object, place);
};

/** For objects of a catalog whose rows the caller deletes at once. The caller tells the feed that the catalog has changed. */
export const forgetInCatalog = async (
  { feed, usage, yieldIfDue }: Removal,
  workspace: WorkspaceScope,
  kind: ResourceKind,
  docs: readonly string[],
): Promise<void> => {
  for (const doc of docs) {
    const line = toObject(kind, doc) as Stored;
    await usage.replace(workspace, measureOf(line, doc), undefined);
    await feed.lists.delete(workspace, line);
    await yieldIfDue();
  }
};

/** A content item or merchandising rule that is only in this environment is deleted. Catalogs and forms stay, even if attached nowhere. */
export const detachFrom = async (
  removal: Removal,
  workspace: WorkspaceScope,
  object: ResourceObject,
  environmentId: string,
): Promise<void> => {
  const left = (object['environment_ids'] as string[]).filter((id) => id !== environmentId);
  const isOnlyThere =
    left.length === 0 && (object.kind === 'content_item' || object.kind === 'merchandising_rule');
  if (isOnlyThere) await removeObject(removal, workspace, object);
  else await attachTo(removal, workspace, object, left);
};

/** Whether an environment shows it, or all do. */
export const isAttached = (object: ResourceObject): boolean => {
  const { environment_ids: ids } = object as { readonly environment_ids?: readonly string[] | null };
  return ids === null || (ids !== undefined && ids.length > 0);
};

/** Returns the document as it is stored now. */
export const attachTo = async (
  { tx, feed, usage, writeDocument }: Removal,
  workspace: WorkspaceScope,
  object: ResourceObject,
  environmentIds: readonly string[],
): Promise<string> => {
  const changed = { ...object, environment_ids: environmentIds } as ResourceObject & BundleObject;
  await writeDocument(tx, usage, workspace, changed as never);
  await feed.lists.put(workspace, changed, { value: object });
  const entry = feedEntry(changed);
  if (entry !== undefined) await feed.append(workspace, entry);
  return canonicalJsonWithout(changed, 'kind');
};

const placeOfObject = (workspace: WorkspaceScope, object: ResourceObject): Place | undefined =>
  placeOf(workspace, object.kind, object as unknown as Readonly<Record<string, string>>);
