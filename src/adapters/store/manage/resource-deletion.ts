// Decides whether a resource may be deleted, and deletes it. Used by single and bulk requests. Nothing is written before
// the decision.

import type { BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type {
  DeleteResult,
  ManagedResource,
  Precondition,
  ResourceKey,
  ResourceKind,
} from '../../../domain/manage/managed-resource.ts';
import { buildDocumentWriters } from '../documents/document-writer.ts';
import type { FeedWriter } from '../feed/change-feed.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import { tenantLock } from '../objects/object-writer.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { removeResource, startRemoval } from './cascade-delete.ts';
import { findDependents, findOutsideRelations } from './dependents.ts';
import { placeOf, type ResourceRows, toResource } from './resource-tables.ts';

export type DeleteResource = (
  tx: Db,
  feed: FeedWriter,
  usage: UsageWriter,
  target: { readonly workspace: WorkspaceScope; readonly kind: ResourceKind; readonly key: ResourceKey },
  options: { readonly precondition: Precondition; readonly cascade: boolean },
) => Promise<DeleteResult>;

export const holds = (precondition: Precondition, current: ManagedResource | undefined): boolean => {
  switch (precondition.kind) {
    case 'none':
      return true;
    case 'absent':
      return current === undefined;
    case 'present':
      return current !== undefined;
    case 'tag':
      return current !== undefined && precondition.tags.includes(current.tag);
  }
};

export const buildDeleteResource = ({ reads }: Engine, rows: ResourceRows): DeleteResource => {
  const { write: writeDocument } = buildDocumentWriters(reads);
  return async (tx, feed, usage, { workspace, kind, key }, { precondition, cascade }) => {
    if (kind === 'tenant' || kind === 'workspace') await feed.lock(tenantLock(workspace));
    await feed.lock(workspace);
    const place = placeOf(workspace, kind, key);
    const doc = place && (await rows.find(tx, kind, place));
    if (place === undefined || doc === undefined) return { kind: 'absent' };
    const current = toResource(kind, doc);
    if (!holds(precondition, current)) return { kind: 'refused', current };
    const needs = cascade
      ? await findUnremovable(tx, workspace, current)
      : await findDependents(tx, workspace, current.object);
    if (needs !== undefined && needs.count > 0) return { kind: 'needed', ...needs };
    const removal = startRemoval({ tx, feed, usage, rows, writeDocument });
    await removeResource(removal, workspace, current.object, place);
    return { kind: 'done' };
  };
};

/** Deleting a model deletes its records, but never records of other models that relate to them. */
const findUnremovable = async (tx: Db, workspace: WorkspaceScope, { object }: ManagedResource) => {
  const stored = object as ManagedResource['object'] & BundleObject;
  return stored.kind === 'content_model'
    ? findOutsideRelations(tx, workspace, stored.internal_name)
    : undefined;
};
