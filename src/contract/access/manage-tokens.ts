// Access tokens of a workspace on the wire. A secret is answered once, when it is made, and never again.

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
  created_at: dateTime('When it was made.'),
  expires_at: orNull(dateTime('When it ends by itself.')),
  revoked_at: orNull(dateTime('When it was revoked.')),
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
const noToken = 'There is no such token in this workspace.';

export const listTokens = defineOperation({
  ...common,
  name: 'manage-list-tokens',
  operationId: 'listTokens',
  method: 'GET',
  path: '/manage/v1/tokens',
  summary: 'List tokens',
  description: 'Lists the tokens of the workspace, the oldest first, revoked ones too. Secrets are not kept.',
  params: closedObject({}),
  query: closedObject({
    search: Type.Optional(text('Substring of id or name; case and accents are ignored.')),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(TOKEN_LIST_LIMIT.default, TOKEN_LIST_LIMIT.max)),
  }),
  body: undefined,
  success: namedObject('TokenList', {
    total_count: Type.Integer({ minimum: 0, description: 'How many match, before `skip` and `limit`.' }),
    items: Type.Array(token),
  }),
  successDescription: 'The tokens of this page, and how many match in all.',
  successExample: { total_count: 1, items: [tokenExample] },
  failures: { ...manageFailures, 404: 'The workspace is unknown.' },
});

export const createToken = defineOperation({
  ...common,
  name: 'manage-create-token',
  operationId: 'createToken',
  method: 'POST',
  path: '/manage/v1/tokens',
  summary: 'Create a token',
  description: 'Makes a token of the workspace. Its secret is in this answer and nowhere else.',
  params: closedObject({}),
  body: namedObject('NewToken', {
    name: text('For people, to know it again.'),
    permission: Type.Enum(['read', 'full'], {
      description: '`full` may publish, write and, without `environment_ids`, manage the workspace.',
    }),
    environment_ids: Type.Optional(
      Type.Array(identifier('Environment that it reaches.'), {
        minItems: 1,
        maxItems: TOKEN_ENVIRONMENTS_MAX,
        description:
          'The environments that it reaches. Left out or `null`: all of the workspace. An empty list is refused.',
      }),
    ),
    expires_at: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'A date or date-time of ISO 8601 in the future, not after the year 9999 in UTC. Left out: it never ends.',
      }),
    ),
  }),
  requestExample: { name: 'storefront', permission: 'read', environment_ids: ['PRODUCTION-1'] },
  success: namedObject('CreatedToken', {
    item: token,
    secret: Type.String({ description: 'Send it as `Authorization: Bearer <secret>`. It is not kept.' }),
  }),
  successStatus: 201,
  locationOf: ({ item }) => fillPath(TOKEN_PATH, { token_id: item.id }),
  successDescription: 'The token and its secret.',
  successExample: { item: tokenExample, secret: 'vtr_…' },
  failures: {
    ...manageFailures,
    404: 'The workspace is unknown.',
    409: 'One of the environments is unknown: `refused:environment_ids.<n>` says which.',
  },
});

export const getToken = defineOperation({
  ...common,
  name: 'manage-get-token',
  operationId: 'getToken',
  method: 'GET',
  path: TOKEN_PATH,
  summary: 'Get a token',
  description: 'What a token allows and whether it still does. Its secret is not kept.',
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
  description: 'Ends a token at once and for good. Revoking it again keeps the first time.',
  params: tokenParams,
  body: undefined,
  success: tokenResult,
  successDescription: 'The token, with the time it was revoked.',
  successExample: { item: { ...tokenExample, revoked_at: '2026-02-03T04:05:06.000Z' } },
  failures: { ...manageFailures, 404: noToken },
});

export const tokenOperations = {
  'manage-list-tokens': listTokens,
  'manage-create-token': createToken,
  'manage-get-token': getToken,
  'manage-revoke-token': revokeToken,
} as const;
