// Decides whether a resource may be deleted. Writes nothing.

import type { BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type {
  DeleteResult,
  ManagedResource,
  Precondition,
  ResourceKey,
  ResourceKind,
} from '../../../domain/manage/managed-resource.ts';
import type { Db } from '../sql/engine.ts';
import { findDependents, findOutsideRelations } from './dependents.ts';
import { type Place, placeOf, type ResourceRows, tagOf, toResource } from './resource-tables.ts';

export interface DeletionTarget {
  readonly workspace: WorkspaceScope;
  readonly kind: ResourceKind;
  readonly key: ResourceKey;
}

export interface DeletionOptions {
  readonly precondition: Precondition;
  readonly cascade: boolean;
  /** At this position of the feed nothing needed the resource, and nothing listed it. */
  readonly freeAt?: number | undefined;
}

/** The resource as it is stored, or why it is not deleted. */
export type Deletion =
  | { readonly refusal: DeleteResult }
  | { readonly place: Place; readonly current: ManagedResource };

/** `doc`: the stored document. */
export const holds = (precondition: Precondition, doc: string | undefined): boolean => {
  switch (precondition.kind) {
    case 'none':
      return true;
    case 'absent':
      return doc === undefined;
    case 'present':
      return doc !== undefined;
    case 'tag':
      return doc !== undefined && precondition.tags.includes(tagOf(doc));
  }
};

export const decideDeletion = async (
  db: Db,
  rows: ResourceRows,
  target: DeletionTarget,
  { precondition, cascade }: DeletionOptions,
): Promise<Deletion> => {
  const found = await findTarget(db, rows, target, precondition);
  if ('refusal' in found) return found;
  const { workspace } = target;
  const needs = cascade
    ? await findUnremovable(db, workspace, found.current)
    : await findDependents(db, workspace, found.current.object);
  return needs !== undefined && needs.count > 0 ? { refusal: { kind: 'needed', ...needs } } : found;
};

/** Does not ask what needs it. */
export const findTarget = async (
  db: Db,
  rows: ResourceRows,
  { workspace, kind, key }: DeletionTarget,
  precondition: Precondition,
): Promise<Deletion> => {
  const place = placeOf(workspace, kind, key);
  const doc = place && (await rows.find(db, kind, place));
  if (place === undefined || doc === undefined) return { refusal: { kind: 'absent' } };
  const current = toResource(kind, doc);
  return holds(precondition, doc) ? { place, current } : { refusal: { kind: 'refused', current } };
};

/** Deleting a model deletes its records, but never records of other models that relate to them. */
const findUnremovable = async (db: Db, workspace: WorkspaceScope, { object }: ManagedResource) => {
  const stored = object as ManagedResource['object'] & BundleObject;
  return stored.kind === 'content_model'
    ? findOutsideRelations(db, workspace, stored.internal_name)
    : undefined;
};
