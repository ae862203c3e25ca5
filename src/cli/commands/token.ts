// `token create|list|revoke`. Only `create` prints the secret, once.

import { loadConfig } from '../../config.ts';
import type { Permission, Token } from '../../domain/access/token.ts';
import { Failure } from '../../domain/failures/failures.ts';
import { parseInstant, spellInstant, YEAR_MAX } from '../../domain/text/instant.ts';
import { openStore } from '../../open-store.ts';
import { buildIssueToken, type TokenRequest } from '../../operations/access/issue-token.ts';
import { type Command, CommandError, EXIT_OK, textOption, UsageError } from '../command.ts';

export const tokenCreate: Command = {
  name: 'token create',
  summary: 'Create an access token and print it, once.',
  options: {
    tenant: textOption('TENANT', 'Tenant of the token.', true),
    workspace: textOption('WORKSPACE', 'Workspace of the token.', true),
    name: textOption('NAME', 'A name that says what the token is for.', true),
    permission: textOption('read|full', 'What the token allows.', true),
    environment: {
      ...textOption('ENVIRONMENT', 'Only this environment. Default: every environment of the workspace.'),
      multiple: true,
    },
    expires: textOption('ISO', 'When the token expires, as an ISO 8601 date or date-time. Default: never.'),
  },
  run: async (args, terminal) => {
    const environments = args.list('environment');
    const request = {
      tenantId: args.text('tenant') ?? '',
      workspaceId: args.text('workspace') ?? '',
      name: args.text('name') ?? '',
      permission: readPermission(args.text('permission')),
      environmentIds: environments.length === 0 ? null : [...new Set(environments)],
      expiresAt: readExpiry(args.text('expires')),
    };
    const store = await openStore(loadConfig());
    try {
      const { token, secret } = await buildIssueToken({ store, now: () => new Date() })(request);
      terminal.out.write(
        args.flag('json')
          ? `${JSON.stringify({ ...toJson(token), token: secret })}\n`
          : `${secret}\n\nToken ${token.id} (${token.name}, ${token.permission}). It is not shown again.\n`,
      );
      return EXIT_OK;
    } catch (error) {
      throw inOptions(error, request);
    } finally {
      await store.close();
    }
  },
};

export const tokenList: Command = {
  name: 'token list',
  summary: 'List tokens, without their secrets.',
  options: {
    tenant: textOption('TENANT', 'Only tokens of this tenant.'),
    workspace: textOption('WORKSPACE', 'Only tokens of this workspace.'),
  },
  run: async (args, terminal) => {
    const store = await openStore(loadConfig());
    try {
      const tenantId = args.text('tenant');
      const workspaceId = args.text('workspace');
      const tokens = await store.listTokens({
        ...(tenantId === undefined ? {} : { tenantId }),
        ...(workspaceId === undefined ? {} : { workspaceId }),
      });
      terminal.out.write(
        args.flag('json') ? `${JSON.stringify(tokens.map(toJson))}\n` : tokens.map(toLine).join(''),
      );
      return EXIT_OK;
    } finally {
      await store.close();
    }
  },
};

export const tokenRevoke: Command = {
  name: 'token revoke',
  summary: 'Revoke a token. A running service refuses it from the next request on.',
  positionals: ['ID'],
  options: {},
  run: async (args, terminal) => {
    const [id = ''] = args.positionals;
    const store = await openStore(loadConfig());
    try {
      if (!(await store.revokeToken(id, new Date().toISOString()))) {
        throw new CommandError(`there is no token ${id}`);
      }
      terminal.out.write(
        args.flag('json') ? `${JSON.stringify({ id, revoked: true })}\n` : `Revoked ${id}.\n`,
      );
      return EXIT_OK;
    } finally {
      await store.close();
    }
  },
};

/** Explains what does not exist, in terms of the options. */
const inOptions = (error: unknown, { tenantId, workspaceId, environmentIds }: TokenRequest): unknown => {
  if (!(error instanceof Failure)) return error;
  const place = `${tenantId}/${workspaceId}`;
  if (error.status === 404) return new CommandError(`there is no workspace ${place}`);
  const at = /^refused:environment_ids\.(\d+)$/.exec(error.code ?? '')?.[1];
  return at === undefined
    ? error
    : new CommandError(`there is no environment ${environmentIds?.[Number(at)]} in ${place}`);
};

const readPermission = (text: string | undefined): Permission => {
  if (text !== 'read' && text !== 'full') throw new UsageError('--permission must be read or full');
  return text;
};

const readExpiry = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  const instant = parseInstant(text);
  if (instant === undefined) throw new UsageError('--expires must be an ISO 8601 date or date-time');
  if (instant <= Date.now()) throw new UsageError('--expires is in the past');
  const spelt = spellInstant(instant);
  if (spelt === undefined) throw new UsageError(`--expires is after the year ${YEAR_MAX}, in UTC`);
  return spelt;
};

const toJson = (token: Token) => ({
  id: token.id,
  tenant_id: token.tenantId,
  workspace_id: token.workspaceId,
  name: token.name,
  permission: token.permission,
  environment_ids: token.environmentIds,
  created_at: token.createdAt,
  expires_at: token.expiresAt,
  revoked_at: token.revokedAt,
});

const toLine = (token: Token): string => {
  const state =
    token.revokedAt !== null ? 'revoked' : token.expiresAt !== null ? `until ${token.expiresAt}` : 'active';
  const reach = token.environmentIds === null ? '' : ` [${token.environmentIds.join(', ')}]`;
  return `${token.id}  ${token.tenantId}/${token.workspaceId}${reach}  ${token.permission}  ${state}  ${token.name}\n`;
};
