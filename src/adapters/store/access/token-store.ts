// Stores tokens: the digest of the secret, never the secret. A token can be revoked but not deleted; it is deleted only
// with its workspace.

import type { Selectable } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Permission, Token } from '../../../domain/access/token.ts';
import type { TokenStore } from '../../../domain/access/token-store.ts';
import { refusedByState, resourceNotFound } from '../../../domain/failures/failures.ts';
import { writeWithFeed } from '../feed/change-feed.ts';
import type { CountingEngine } from '../limits/usage-writer.ts';
import type { Db } from '../sql/engine.ts';
import { acrossWorkspaces, inWorkspace } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import type { Tables } from '../sql/tables.ts';

/** The digest is only used to find the token. */
export type TokenRow = Omit<Selectable<Tables['token']>, 'digest'>;

export const toToken = (row: TokenRow): Token => ({
  id: row.token_id,
  tenantId: row.tenant_id,
  workspaceId: row.workspace_id,
  name: row.name,
  permission: row.permission as Permission,
  environmentIds: row.environment_ids === null ? null : parseStored<string[]>(row.environment_ids),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
});

export const buildTokenStore = (engine: CountingEngine): TokenStore => ({
  createToken: (token, digest) =>
    writeWithFeed(engine, async (tx, feed) => {
      await feed.lock(token);
      await assertPlaceExists(tx, token);
      await inWorkspace(tx, token)
        .insertInto('token')
        .values({
          token_id: token.id,
          digest,
          name: token.name,
          permission: token.permission,
          environment_ids: token.environmentIds === null ? null : JSON.stringify(token.environmentIds),
          created_at: token.createdAt,
          expires_at: token.expiresAt,
          revoked_at: token.revokedAt,
        })
        .execute();
      await feed.append(token, { kind: 'token', catalogId: '', id: token.id });
    }),

  async listTokens({ tenantId, workspaceId, tokenId }) {
    if (tenantId !== undefined && workspaceId !== undefined) {
      const own = inWorkspace(engine.reads, { tenantId, workspaceId }).selectFrom('token').selectAll();
      const wanted = tokenId === undefined ? own : own.where('token_id', '=', tokenId);
      return (await wanted.orderBy('created_at').orderBy('token_id').execute()).map(toToken);
    }
    let query = acrossWorkspaces(engine.reads).selectFrom('token').selectAll();
    if (tenantId !== undefined) query = query.where('tenant_id', '=', tenantId);
    if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId);
    if (tokenId !== undefined) query = query.where('token_id', '=', tokenId);
    const rows = await query
      .orderBy('tenant_id')
      .orderBy('workspace_id')
      .orderBy('created_at')
      .orderBy('token_id')
      .execute();
    return rows.map(toToken);
  },

  revokeToken: (tokenId, at) =>
    writeWithFeed(engine, async (tx, feed) => {
      const find = acrossWorkspaces(tx)
        .selectFrom('token')
        .select(['tenant_id', 'workspace_id', 'revoked_at'])
        .where('token_id', '=', tokenId);
      const place = await find.executeTakeFirst();
      if (place === undefined) return false;
      const workspace = { tenantId: place.tenant_id, workspaceId: place.workspace_id };
      await feed.lock(workspace);
      // Only what is read under the lock stays true.
      const found = await find.executeTakeFirst();
      if (found?.revoked_at === null) {
        await inWorkspace(tx, workspace)
          .updateTable('token')
          .set({ revoked_at: at })
          .where('token_id', '=', tokenId)
          .execute();
        await feed.append(workspace, { kind: 'token', catalogId: '', id: tokenId });
      }
      return found !== undefined;
    }),
});

/**
 * Called when an environment is deleted. A token that was limited to it alone is revoked, and keeps its list: an empty
 * list would mean all environments.
 */
export const leaveEnvironment = async (
  tx: Db,
  workspace: WorkspaceScope,
  tokenId: string,
  environmentIds: readonly string[],
  environmentId: string,
): Promise<void> => {
  const left = environmentIds.filter((id) => id !== environmentId);
  await inWorkspace(tx, workspace)
    .updateTable('token')
    .set(
      left.length === 0
        ? { revoked_at: new Date().toISOString() }
        : { environment_ids: JSON.stringify(left) },
    )
    .where('token_id', '=', tokenId)
    .execute();
};

const assertPlaceExists = async (tx: Db, token: Token): Promise<void> => {
  const workspace = inWorkspace(tx, token);
  if ((await workspace.selectFrom('workspace').select('revision').executeTakeFirst()) === undefined) {
    throw resourceNotFound('workspace');
  }
  for (const [index, environmentId] of (token.environmentIds ?? []).entries()) {
    const environment = await workspace
      .selectFrom('environment')
      .select('environment_id')
      .where('environment_id', '=', environmentId)
      .executeTakeFirst();
    if (environment === undefined) {
      const field = `environment_ids.${index}`;
      throw refusedByState(
        field,
        `${field}: there is no environment ${JSON.stringify(environmentId)} in this workspace`,
      );
    }
  }
};
