// The resources of the management interface and their store port. Records, versions and publications are not among them:
// they have their own operations.

import type { WorkspaceScope } from '../access/scope.ts';
import type { Dependent, Failure } from '../failures/failures.ts';
import type { RequestBudget } from '../limits/request-budget.ts';
import type { ResourceQuery } from './resource-query.ts';

export const resourceKinds = [
  'tenant',
  'workspace',
  'environment',
  'domain',
  'content_model',
  'catalog',
  'store',
  'category',
  'product',
  'content_item',
  'synonyms',
  'merchandising_rule',
  'attribute',
  'facet',
  'form',
] as const;

export type ResourceKind = (typeof resourceKinds)[number];

/** A bundle object in canonical form, with every default filled in. */
export type ResourceObject = Readonly<Record<string, unknown>> & { readonly kind: ResourceKind };

/** The fields that identify an object of its kind within a workspace, by their names in the bundle: `{ catalog_id, id }`. */
export type ResourceKey = Readonly<Record<string, string>>;

export interface ManagedResource {
  readonly object: ResourceObject;
  /** Changes if and only if the object changes. */
  readonly tag: string;
}

/** What must be true of the stored object for a write to happen. */
export type Precondition =
  | { readonly kind: 'none' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'present' }
  | { readonly kind: 'tag'; readonly tags: readonly string[] };

export type WriteResult =
  | { readonly kind: 'created' | 'updated' | 'unchanged'; readonly resource: ManagedResource }
  /** The precondition does not hold. `current` is the stored object, if any. */
  | { readonly kind: 'refused'; readonly current: ManagedResource | undefined }
  /** It refers to a missing object or uses a name that is taken. The message is for people. */
  | { readonly kind: 'fault'; readonly field: string; readonly message: string };

export type DeleteResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly current: ManagedResource }
  /** `dependents` are the first hundred of `count`. */
  | { readonly kind: 'needed'; readonly dependents: readonly Dependent[]; readonly count: number };

export interface ResourceList {
  readonly items: readonly ManagedResource[];
  readonly total: number;
}

/**
 * Everything is bound to the given workspace. A workspace is addressed by its own scope, a tenant by its id and the workspace
 * `''`, each with the key `{ id }`. Lists of tenants leave out both ids, lists of workspaces the second.
 */
export interface ResourceStore {
  findResource(
    workspace: WorkspaceScope,
    kind: ResourceKind,
    key: ResourceKey,
  ): Promise<ManagedResource | undefined>;
  /**
   * Objects of one kind under `parent` (`{ catalog_id }`) that match the query, in key order. Only an index is read, in bounded
   * steps, and the documents of the page.
   */
  listResources(
    workspace: WorkspaceScope,
    kind: ResourceKind,
    parent: ResourceKey,
    page: { readonly skip: number; readonly limit: number },
    query: ResourceQuery | undefined,
    budget?: RequestBudget,
  ): Promise<ResourceList>;
  /** One transaction, committed when it resolves. Throws `limitExceeded`. */
  writeResource(
    workspace: WorkspaceScope,
    object: ResourceObject,
    precondition: Precondition,
  ): Promise<WriteResult>;
  /**
   * With `cascade`, everything that needs it is deleted too: what is in an environment, but not what is only attached to it. In one
   * transaction, or in many short ones if it is much. The result is still `needed` if records of other models relate to records of a
   * content model.
   */
  deleteResource(
    workspace: WorkspaceScope,
    kind: ResourceKind,
    key: ResourceKey,
    options: { readonly precondition: Precondition; readonly cascade: boolean },
  ): Promise<DeleteResult>;
}

/** One line of a bulk request. `object` may be of any kind in a bundle. */
export type BulkStep =
  | {
      readonly action: 'put';
      readonly object: Readonly<Record<string, unknown>> & { readonly kind: string };
    }
  | BulkDelete;

/** Kinds that are not managed resources but can be deleted in bulk. */
export const recordKinds = ['record', 'version', 'publication'] as const;
export type RecordKind = (typeof recordKinds)[number];

export interface BulkDelete {
  readonly action: 'delete';
  readonly kind: ResourceKind | RecordKind;
  readonly key: ResourceKey;
  /** For a publication: only these locales. Absent: all in which it is published. */
  readonly locales?: readonly string[];
}

export type BulkOutcome =
  | { readonly kind: 'created' | 'updated' | 'unchanged' | 'deleted' | 'absent' }
  /** `failure`: what to throw if the line is the whole request. Absent if the fault is a reference. */
  | { readonly kind: 'fault'; readonly message: string; readonly code: string; readonly failure?: Failure }
  | { readonly kind: 'needed'; readonly dependents: readonly Dependent[]; readonly count: number };

export interface BulkStore {
  /** Runs all steps in order in one transaction, committed when it resolves. A step that fails changes nothing and does not stop the others. */
  writeBatch(workspace: WorkspaceScope, steps: readonly BulkStep[]): Promise<readonly BulkOutcome[]>;
}
