// Lists, creates, returns and revokes the tokens of a workspace. A token of another workspace does not exist here.

import {
  type createToken,
  type getToken,
  type listTokens,
  type revokeToken,
  TOKEN_LIST_LIMIT,
} from '../../contract/access/manage-tokens.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Token } from '../../domain/access/token.ts';
import type { TokenStore } from '../../domain/access/token-store.ts';
import { invalidInput, resourceNotFound } from '../../domain/failures/failures.ts';
import type { ResourceStore } from '../../domain/manage/managed-resource.ts';
import { buildMatches } from '../../domain/manage/resource-query.ts';
import { parseInstant, spellInstant, YEAR_MAX } from '../../domain/text/instant.ts';
import { pageOf } from '../page.ts';
import type { UseCase } from '../use-case.ts';
import { buildIssueToken } from './issue-token.ts';
import { requireWorkspace } from './require-workspace.ts';

export interface TokenDependencies {
  readonly tokens: TokenStore;
  readonly resources: ResourceStore;
  readonly now: () => Date;
}

const ownTokens = (tokens: TokenStore, { scope }: Caller): Promise<Token[]> =>
  tokens.listTokens({ tenantId: scope.tenantId, workspaceId: scope.workspaceId });

const findOwn = async (tokens: TokenStore, { scope }: Caller, tokenId: string): Promise<Token> => {
  const { tenantId, workspaceId } = scope;
  const found = (await tokens.listTokens({ tenantId, workspaceId, tokenId })).find(
    ({ id }) => id === tokenId,
  );
  if (found === undefined) throw resourceNotFound('token');
  return found;
};

export const buildListTokens =
  ({ tokens, resources }: Omit<TokenDependencies, 'now'>): UseCase<typeof listTokens> =>
  async (caller, { query }) => {
    const page = pageOf(query, TOKEN_LIST_LIMIT.default);
    const own = await ownTokens(tokens, caller);
    if (own.length === 0) await requireWorkspace(caller, resources);
    const { search } = query;
    const found =
      search === undefined ? own : own.filter(buildMatches({ filters: [], search }, ['id', 'name']));
    const shown = found.slice(page.skip, page.skip + page.limit);
    return { total_count: found.length, items: shown.map(toItem) };
  };

export const buildGetToken =
  ({ tokens }: Pick<TokenDependencies, 'tokens'>): UseCase<typeof getToken> =>
  async (caller, { params }) => ({ item: toItem(await findOwn(tokens, caller, params.token_id)) });

export const buildCreateToken = ({
  tokens,
  now,
}: Omit<TokenDependencies, 'resources'>): UseCase<typeof createToken> => {
  const issue = buildIssueToken({ store: tokens, now });
  return async ({ scope }, { body }) => {
    const { token, secret } = await issue({
      tenantId: scope.tenantId,
      workspaceId: scope.workspaceId,
      name: body.name,
      permission: body.permission,
      environmentIds: body.environment_ids === undefined ? null : [...new Set(body.environment_ids)],
      expiresAt: readEnd(body.expires_at, now()),
    });
    return { item: toItem(token), secret };
  };
};

/** Rejects an expiry in the past: the token would be useless, and nobody would notice. */
const readEnd = (text: string | undefined, now: Date): string | null => {
  if (text === undefined) return null;
  const end = parseInstant(text);
  if (end === undefined) {
    throw invalidInput('malformed', 'expires_at', 'expires_at must be an ISO 8601 date or date-time');
  }
  if (end <= now.getTime()) {
    throw invalidInput('out_of_range', 'expires_at', 'expires_at must be in the future');
  }
  const spelt = spellInstant(end);
  if (spelt === undefined) {
    throw invalidInput(
      'out_of_range',
      'expires_at',
      `expires_at must not be after the year ${YEAR_MAX}, in UTC`,
    );
  }
  return spelt;
};

export const buildRevokeToken =
  ({ tokens, now }: Omit<TokenDependencies, 'resources'>): UseCase<typeof revokeToken> =>
  async (caller, { params }) => {
    await findOwn(tokens, caller, params.token_id);
    await tokens.revokeToken(params.token_id, now().toISOString());
    return { item: toItem(await findOwn(tokens, caller, params.token_id)) };
  };

const toItem = (token: Token) => ({
  id: token.id,
  name: token.name,
  permission: token.permission,
  environment_ids: token.environmentIds === null ? null : [...token.environmentIds],
  created_at: token.createdAt,
  expires_at: token.expiresAt,
  revoked_at: token.revokedAt,
});
