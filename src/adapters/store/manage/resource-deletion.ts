// Deletes a resource, if it may be deleted, in one transaction: the last one of a deletion. Used by single and bulk requests. Nothing is
// written before the decision.

import type { DeleteResult } from '../../../domain/manage/managed-resource.ts';
import { buildDocumentWriters } from '../documents/document-writer.ts';
import type { FeedWriter } from '../feed/change-feed.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import { tenantLock } from '../objects/object-writer.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { removeResource } from './cascade-delete.ts';
import { type DeletionOptions, type DeletionTarget, decideDeletion, findTarget } from './decide-deletion.ts';
import { startRemoval } from './removal.ts';
import type { ResourceRows } from './resource-tables.ts';

export type DeleteResource = (
  tx: Db,
  feed: FeedWriter,
  usage: UsageWriter,
  target: DeletionTarget,
  options: DeletionOptions,
) => Promise<DeleteResult>;

export const buildDeleteResource = ({ reads }: Engine, rows: ResourceRows): DeleteResource => {
  const { write: writeDocument } = buildDocumentWriters(reads);
  return async (tx, feed, usage, target, options) => {
    const { workspace, kind } = target;
    if (kind === 'tenant' || kind === 'workspace') await feed.lock(tenantLock(workspace));
    const isFree = (await feed.lock(workspace)) === options.freeAt;
    const decision = isFree
      ? await findTarget(tx, rows, target, options.precondition)
      : await decideDeletion(tx, rows, target, options);
    if ('refusal' in decision) return decision.refusal;
    const removal = startRemoval({ tx, feed, usage, rows, writeDocument });
    await removeResource(removal, workspace, decision.current.object, decision.place, isFree);
    return { kind: 'done' };
  };
};
