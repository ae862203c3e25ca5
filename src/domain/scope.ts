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
export const scopeKey = ({ tenantId, workspaceId, environmentId }: Scope): string =>
  `${tenantId}\0${workspaceId}\0${environmentId}`;

/** The same for workspaces. */
export const workspaceKey = ({ tenantId, workspaceId }: WorkspaceScope): string =>
  `${tenantId}\0${workspaceId}`;
