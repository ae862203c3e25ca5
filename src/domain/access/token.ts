// Tokens: what they allow, and the check of one against a scope. The secret itself is never stored: only its SHA-256 digest is.

import {
  forbiddenPermission,
  forbiddenReach,
  forbiddenScope,
  forbiddenToOperator,
  forbiddenToTokens,
  unauthorized,
} from '../failures/failures.ts';
import { parseInstant } from '../text/instant.ts';
import type { Environment, Scope } from './scope.ts';

export type Permission = 'read' | 'full';

/** What an operation asks for; see `Access` of the contract. */
type Access = 'open' | 'read' | 'full' | 'manage' | 'operator';

export interface Token {
  readonly id: string;
  readonly tenantId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly permission: Permission;
  /** Null: every environment of the workspace. Empty: none. */
  readonly environmentIds: readonly string[] | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** When the token ends by itself. An end that cannot be read is an end that has come. */
export const endOf = (token: Token): number =>
  token.expiresAt === null ? Number.POSITIVE_INFINITY : (parseInstant(token.expiresAt) ?? 0);

/** Whether nothing speaks against the token at `now`; nobody is always welcome. */
export const isAlive = (token: Token | undefined, now: number): boolean =>
  token === undefined || (token.revokedAt === null && endOf(token) > now);

/** Throws unless the token is alive at `now`. */
export const assertAlive = (token: Token | undefined, now: number): Token => {
  if (token === undefined) throw unauthorized('unknown');
  if (token.revokedAt !== null) throw unauthorized('revoked');
  if (endOf(token) <= now) throw unauthorized('expired');
  return token;
};

/** Whether the token reaches an environment of its own workspace. */
export const reachesEnvironment = (token: Token, environmentId: string): boolean =>
  token.environmentIds === null || token.environmentIds.includes(environmentId);

/**
 * Throws unless a caller with this token (or none) may do what `access` asks for in this scope. Whether the environment
 * exists plays no part in the answer to a foreign token, so that nothing can be learnt from it.
 */
export const assertAllowed = (
  token: Token | undefined,
  scope: Scope,
  environment: Environment | undefined,
  access: Access,
): void => {
  if (token === undefined) {
    if (access !== 'open' || environment?.access === 'token_required') throw unauthorized('missing');
    return;
  }
  if (access === 'operator') throw forbiddenToTokens();
  // What belongs to a workspace belongs to all of its environments: a token of some of them must not change it.
  if (access === 'manage' && token.environmentIds !== null) throw forbiddenReach();
  const own = token.tenantId === scope.tenantId && token.workspaceId === scope.workspaceId;
  if (!own || (access !== 'manage' && !reachesEnvironment(token, scope.environmentId)))
    throw forbiddenScope();
  if (access !== 'open' && access !== 'read' && token.permission !== 'full') throw forbiddenPermission();
};

/** Throws unless the operator may do it. He manages; what a storefront or an editor does needs a token of its scope. */
export const assertForOperator = (access: Access): void => {
  if (access !== 'manage' && access !== 'operator') throw forbiddenToOperator();
};
