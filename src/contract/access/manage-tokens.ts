// The access tokens of a workspace, on the wire. A secret is returned once, when its token is created, and never again.

import { Type } from 'typebox';
import { manageFailures } from '../common-failures.ts';
import { defineOperation, fillPath } from '../operation.ts';
import { closedObject, dateTime, identifier, limit, namedObject, skip, text } from '../values.ts';

export const TOKEN_LIST_LIMIT = { default: 20, max: 100 } as const;
export const TOKEN_ENVIRONMENTS_MAX = 100;

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const token = namedObject('Token', {
  id: Type.String(),
  name: Type.String(),
  permission: Type.Enum(['read', 'full']),
  environment_ids: orNull(Type.Array(Type.String())),
  created_at: dateTime('When the token was created.'),
  expires_at: orNull(dateTime('When the token expires. `null`: never.')),
  revoked_at: orNull(dateTime('When the token was revoked. `null`: it was not.')),
});

const tokenResult = namedObject('TokenResult', { item: token });

const tokenExample = {
  id: '7d9f2a34-1c7b-4a6f-9c3a-0f6f1f0f7b11',
  name: 'storefront',
  permission: 'read',
  environment_ids: ['PRODUCTION-1'],
  created_at: '2026-01-02T03:04:05.000Z',
  expires_at: null,
  revoked_at: null,
};

const common = {
  tag: 'Tokens',
  envelope: 'wrapped',
  scope: 'workspace',
  access: 'manage',
  headers: closedObject({}),
  query: closedObject({}),
} as const;

const tokenParams = closedObject({
  token_id: Type.String({ title: 'TokenId', description: 'Id of the token.' }),
});
const TOKEN_PATH = '/manage/v1/tokens/{token_id}';
const noToken = 'The workspace has no token with this id.';

export const listTokens = defineOperation({
  ...common,
  name: 'manage-list-tokens',
  operationId: 'listTokens',
  method: 'GET',
  path: '/manage/v1/tokens',
  summary: 'List tokens',
  description:
    'Lists the tokens of the workspace, oldest first, including revoked ones. Secrets are not stored, so they are not returned.',
  params: closedObject({}),
  query: closedObject({
    search: Type.Optional(text('Substring of the id or the name. Case and accents are ignored.')),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(TOKEN_LIST_LIMIT.default, TOKEN_LIST_LIMIT.max)),
  }),
  body: undefined,
  success: namedObject('TokenList', {
    total_count: Type.Integer({
      minimum: 0,
      description: 'Number of matching tokens before `skip` and `limit`.',
    }),
    items: Type.Array(token),
  }),
  successDescription: 'One page of tokens, and the total number that match.',
  successExample: { total_count: 1, items: [tokenExample] },
  failures: { ...manageFailures, 404: 'The workspace does not exist.' },
});

export const createToken = defineOperation({
  ...common,
  name: 'manage-create-token',
  operationId: 'createToken',
  method: 'POST',
  path: '/manage/v1/tokens',
  summary: 'Create a token',
  description: 'Creates a token for the workspace. Its secret is only ever in this response.',
  params: closedObject({}),
  body: namedObject('NewToken', {
    name: text('A name that tells people what the token is for.'),
    permission: Type.Enum(['read', 'full'], {
      description:
        '`read` may read. `full` may also write and publish and, without `environment_ids`, manage the workspace.',
    }),
    environment_ids: Type.Optional(
      Type.Array(identifier('An environment that the token may be used in.'), {
        minItems: 1,
        maxItems: TOKEN_ENVIRONMENTS_MAX,
        description:
          'The environments that the token may be used in. If omitted or `null`: every environment of the workspace. An empty list is rejected.',
      }),
    ),
    expires_at: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'An ISO 8601 date or date-time in the future, no later than the year 9999 in UTC. If omitted, the token never expires.',
      }),
    ),
  }),
  requestExample: { name: 'storefront', permission: 'read', environment_ids: ['PRODUCTION-1'] },
  success: namedObject('CreatedToken', {
    item: token,
    secret: Type.String({
      description: 'Send it as `Authorization: Bearer <secret>`. It is not stored and cannot be read again.',
    }),
  }),
  successStatus: 201,
  locationOf: ({ item }) => fillPath(TOKEN_PATH, { token_id: item.id }),
  successDescription: 'The token and its secret.',
  successExample: { item: tokenExample, secret: 'vtr_…' },
  failures: {
    ...manageFailures,
    404: 'The workspace does not exist.',
    409: 'One of the environments does not exist; the code `refused:environment_ids.<n>` says which.',
  },
});

export const getToken = defineOperation({
  ...common,
  name: 'manage-get-token',
  operationId: 'getToken',
  method: 'GET',
  path: TOKEN_PATH,
  summary: 'Get a token',
  description:
    'Returns what a token allows, when it expires and whether it was revoked. Its secret is not stored.',
  params: tokenParams,
  body: undefined,
  success: tokenResult,
  successDescription: 'The token.',
  successExample: { item: tokenExample },
  failures: { ...manageFailures, 404: noToken },
});

export const revokeToken = defineOperation({
  ...common,
  name: 'manage-revoke-token',
  operationId: 'revokeToken',
  method: 'DELETE',
  path: TOKEN_PATH,
  summary: 'Revoke a token',
  description:
    'Revokes a token immediately and permanently. Revoking it again changes nothing: `revoked_at` keeps its first value.',
  params: tokenParams,
  body: undefined,
  success: tokenResult,
  successDescription: 'The token, with the time at which it was revoked.',
  successExample: { item: { ...tokenExample, revoked_at: '2026-02-03T04:05:06.000Z' } },
  failures: { ...manageFailures, 404: noToken },
});

export const tokenOperations = {
  'manage-list-tokens': listTokens,
  'manage-create-token': createToken,
  'manage-get-token': getToken,
  'manage-revoke-token': revokeToken,
} as const;
