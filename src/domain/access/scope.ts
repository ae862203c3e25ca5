// Scope is a value you must hold: whoever has a `Scope` may look there and nowhere else.
// Ids are opaque strings; nothing here assumes a UUID.

export interface Scope {
  readonly tenantId: string;
  readonly workspaceId: string;
  readonly environmentId: string;
}

export interface WorkspaceScope {
  readonly tenantId: string;
  readonly workspaceId: string;
}

export type EnvironmentAccess = 'open' | 'token_required';

export interface Environment {
  readonly id: string;
  readonly envType: string;
  readonly defaultLocale: string;
  readonly access: EnvironmentAccess;
}

/** A map key that no two scopes share: ids may hold anything but NUL, which is refused wherever one comes in. */
export const scopeKey = (scope: Scope): string =>
  keyOf(scopeKeys, scope, () => `${scope.tenantId}\0${scope.workspaceId}\0${scope.environmentId}`);

/** The same for workspaces. */
export const workspaceKey = (workspace: WorkspaceScope): string =>
  keyOf(workspaceKeys, workspace, () => `${workspace.tenantId}\0${workspace.workspaceId}`);

/** Requests of one caller share their scope: its key is made once, and a map that has met it need not read it again. */
const scopeKeys = new WeakMap<Scope, string>();
const workspaceKeys = new WeakMap<WorkspaceScope, string>();

const keyOf = <T extends object>(keys: WeakMap<T, string>, of: T, make: () => string): string => {
  let key = keys.get(of);
  if (key === undefined) {
    key = make();
    keys.set(of, key);
  }
  return key;
};
