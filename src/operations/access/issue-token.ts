// Issues access tokens. The secret is returned once and never stored; only its digest is.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Permission, Token } from '../../domain/access/token.ts';
import type { TokenStore } from '../../domain/access/token-store.ts';
import { invalidInput } from '../../domain/failures/failures.ts';

const SECRET_BYTES = 32;
/** Makes a leaked token easy to find for secret scanners. */
const SECRET_PREFIX = 'vtr_';

export interface TokenRequest {
  readonly tenantId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly permission: Permission;
  /** Null: every environment of the workspace. Never empty. */
  readonly environmentIds: readonly string[] | null;
  readonly expiresAt: string | null;
}

export const tokenDigest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const buildIssueToken =
  ({ store, now }: { readonly store: Pick<TokenStore, 'createToken'>; readonly now: () => Date }) =>
  async (request: TokenRequest): Promise<{ readonly token: Token; readonly secret: string }> => {
    if (request.environmentIds?.length === 0) {
      throw invalidInput(
        'too_few',
        'environment_ids',
        'environment_ids must name at least one environment; leave it out for the whole workspace',
      );
    }
    const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
    const token: Token = { ...request, id: randomUUID(), createdAt: now().toISOString(), revokedAt: null };
    await store.createToken(token, tokenDigest(secret));
    return { token, secret };
  };
