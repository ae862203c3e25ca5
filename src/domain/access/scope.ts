// Scope is a value you must hold: code with a `Scope` can read there and nowhere else.
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

/** A map key that is unique per scope: ids may contain anything except NUL, which is rejected everywhere. */
export const scopeKey = (scope: Scope): string =>
  keyOf(scopeKeys, scope, () => `${scope.tenantId}\0${scope.workspaceId}\0${scope.environmentId}`);

/** A map key that is unique per workspace. */
export const workspaceKey = (workspace: WorkspaceScope): string =>
  keyOf(workspaceKeys, workspace, () => `${workspace.tenantId}\0${workspace.workspaceId}`);

/** Requests of one caller share their scope object, so its key is computed once. */
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
