// For tests of the management interface: things in memory, with the two references that its paths name. What depends on
// what, and everything else about references, is the real store's to show.

import { createHash } from 'node:crypto';
import { keyFieldsOf, managedKinds } from '../../src/contract/manage-resources.ts';
import type {
  ManagedResource,
  Precondition,
  ResourceKey,
  ResourceKind,
  ResourceObject,
  ResourceStore,
  WriteResult,
} from '../../src/domain/managed-resource.ts';
import type { WorkspaceScope } from '../../src/domain/scope.ts';

const tagOf = (object: ResourceObject): string =>
  createHash('sha256').update(JSON.stringify(object)).digest('base64url').slice(0, 22);

const keyOf = (object: ResourceObject): ResourceKey => {
  const row = managedKinds.find(({ kind }) => kind === object.kind);
  const fields = row === undefined ? [] : keyFieldsOf(row);
  return Object.fromEntries(fields.map((field) => [field, String(object[field])]));
};

export interface FakeResourceStore extends ResourceStore {
  readonly things: Map<string, ResourceObject>;
  /** What the next deletion is told to be needed by. */
  dependents: { readonly kind: string; readonly id: string }[];
  readonly asked: { readonly hasAccepts: boolean; readonly page: object }[];
  readonly deletions: { readonly cascade: boolean; readonly precondition: Precondition }[];
}

const placeOf = ({ tenantId, workspaceId }: WorkspaceScope, kind: ResourceKind): string[] => {
  if (kind === 'tenant') return [];
  return kind === 'workspace' ? [tenantId] : [tenantId, workspaceId];
};

export const buildFakeResourceStore = (): FakeResourceStore => {
  const things = new Map<string, ResourceObject>();
  const asked: { hasAccepts: boolean; page: object }[] = [];
  const deletions: { cascade: boolean; precondition: Precondition }[] = [];
  const at = (workspace: WorkspaceScope, kind: ResourceKind, key: ResourceKey): string =>
    JSON.stringify([kind, placeOf(workspace, kind), Object.entries(key).sort()]);
  const find = (workspace: WorkspaceScope, kind: ResourceKind, key: ResourceKey) => {
    const object = things.get(at(workspace, kind, key));
    return object === undefined ? undefined : { object, tag: tagOf(object) };
  };
  const findMissing = (workspace: WorkspaceScope, object: ResourceObject): string | undefined => {
    const { tenantId, workspaceId } = workspace;
    if (object.kind === 'tenant') return undefined;
    if (find(workspace, 'tenant', { id: tenantId }) === undefined) return 'tenant_id';
    if (object.kind === 'workspace') return undefined;
    if (find(workspace, 'workspace', { id: workspaceId }) === undefined) return 'workspace_id';
    const needed = { catalog_id: 'catalog', environment_id: 'environment' } as const;
    return (Object.keys(needed) as (keyof typeof needed)[]).find(
      (field) =>
        object[field] !== undefined &&
        find(workspace, needed[field], { id: String(object[field]) }) === undefined,
    );
  };
  const isMet = (precondition: Precondition, current: ManagedResource | undefined): boolean => {
    if (precondition.kind === 'none') return true;
    if (precondition.kind === 'absent') return current === undefined;
    if (precondition.kind === 'present') return current !== undefined;
    return current !== undefined && precondition.tags.includes(current.tag);
  };
  return {
    things,
    asked,
    deletions,
    dependents: [],
    findResource: async (workspace, kind, key) => find(workspace, kind, key),
    listResources: async (workspace, kind, parent, page, accepts) => {
      asked.push({ hasAccepts: accepts !== undefined, page });
      const prefix = JSON.stringify([kind, placeOf(workspace, kind)]).slice(0, -1);
      const all = [...things]
        .filter(([place]) => place.startsWith(`${prefix},`))
        .map(([, object]) => object)
        .filter((object) => Object.entries(parent).every(([field, value]) => object[field] === value))
        .filter((object) => accepts?.(object) ?? true)
        .sort((a, b) => (JSON.stringify(keyOf(a)) < JSON.stringify(keyOf(b)) ? -1 : 1));
      const shown = all.slice(page.skip, page.skip + page.limit);
      return { items: shown.map((object) => ({ object, tag: tagOf(object) })), total: all.length };
    },
    writeResource: async (workspace, object, precondition): Promise<WriteResult> => {
      const current = find(workspace, object.kind, keyOf(object));
      if (!isMet(precondition, current)) return { kind: 'refused', current };
      const field = findMissing(workspace, object);
      if (field !== undefined) return { kind: 'fault', field, message: `${field}: there is no such thing` };
      things.set(at(workspace, object.kind, keyOf(object)), object);
      const resource = { object, tag: tagOf(object) };
      if (current === undefined) return { kind: 'created', resource };
      return { kind: current.tag === resource.tag ? 'unchanged' : 'updated', resource };
    },
    async deleteResource(workspace, kind, key, options) {
      deletions.push(options);
      const current = find(workspace, kind, key);
      if (current === undefined) return { kind: 'absent' };
      if (!isMet(options.precondition, current)) return { kind: 'refused', current };
      if (this.dependents.length > 0 && !options.cascade) {
        return { kind: 'needed', dependents: this.dependents, count: this.dependents.length };
      }
      things.delete(at(workspace, kind, key));
      return { kind: 'done' };
    },
  };
};
