// Tokens: what they allow, and how one is checked against a scope. The secret is never stored, only its SHA-256 digest.

import {
  type Failure,
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

/** What an operation requires; see `Access` in the contract. */
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

/** When the token expires. An expiry that cannot be parsed counts as past. */
export const endOf = (token: Token): number =>
  token.expiresAt === null ? Number.POSITIVE_INFINITY : (parseInstant(token.expiresAt) ?? 0);

/** Whether the token is valid at `now`. */
export const isAlive = (token: Token, now: number): boolean => token.revokedAt === null && endOf(token) > now;

/** Throws unless the token is valid at `now`. */
export const assertAlive = (token: Token | undefined, now: number): Token => {
  if (token === undefined) throw unauthorized('unknown');
  if (token.revokedAt !== null) throw unauthorized('revoked');
  if (endOf(token) <= now) throw unauthorized('expired');
  return token;
};

/** Whether the token may be used in this environment of its own workspace. */
export const reachesEnvironment = (token: Token, environmentId: string): boolean =>
  token.environmentIds === null || token.environmentIds.includes(environmentId);

/**
 * Why a caller with this token (or none) does not have the required `access` in this scope; undefined if they have it. The result
 * for a token of another workspace does not depend on whether the environment exists, so that it reveals nothing.
 */
const findRefusal = (
  token: Token | undefined,
  scope: Scope,
  environment: Environment | undefined,
  access: Access,
): Failure | undefined => {
  if (token === undefined)
    return access !== 'open' || environment?.access === 'token_required'
      ? unauthorized('missing')
      : undefined;
  if (access === 'operator') return forbiddenToTokens();
  // Data of a workspace is shared by all its environments, so a token limited to some of them must not change it.
  if (access === 'manage' && token.environmentIds !== null) return forbiddenReach();
  const own = token.tenantId === scope.tenantId && token.workspaceId === scope.workspaceId;
  if (!own || (access !== 'manage' && !reachesEnvironment(token, scope.environmentId)))
    return forbiddenScope();
  if (access !== 'open' && access !== 'read' && token.permission !== 'full') return forbiddenPermission();
  return undefined;
};

export const isAllowed = (...asked: Parameters<typeof findRefusal>): boolean =>
  findRefusal(...asked) === undefined;

/** Throws unless the caller has the required `access`. */
export const assertAllowed = (...asked: Parameters<typeof findRefusal>): void => {
  const refusal = findRefusal(...asked);
  if (refusal !== undefined) throw refusal;
};

/** Throws unless the operator may do it. The operator manages; operations of storefronts and editors need a token of their scope. */
export const assertForOperator = (access: Access): void => {
  if (access !== 'manage' && access !== 'operator') throw forbiddenToOperator();
};
