// The limits of a workspace and their current usage, on the wire (Decision 0025).

import { Type } from 'typebox';
import { manageFailures, NOT_FOUND } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, namedObject } from '../values.ts';

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(
  schema: T,
  options: { readonly description: string },
) => Type.Union([schema, Type.Null()], options);

export const manageUsage = defineOperation({
  name: 'manage-get-usage',
  operationId: 'getUsage',
  tag: 'Limits',
  method: 'GET',
  path: '/manage/v1/usage',
  envelope: 'wrapped',
  scope: 'workspace',
  access: 'manage',
  summary: 'Get limits and usage',
  description:
    'Returns every limit, how much of it the workspace uses, and whether it is nearly reached (80 % or more). For a limit per catalog or per form, the usage is that of the fullest one. A limit per tenant counts all its workspaces. Usage is updated with each write, so this request is cheap.',
  params: closedObject({}),
  query: closedObject({}),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('LimitUsageList', {
    items: Type.Array(
      namedObject('LimitUsage', {
        limit: Type.String({ description: 'Name of the limit: what is counted, per what.' }),
        allowed: Type.Integer({ minimum: 1 }),
        used: orNull(Type.Integer({ minimum: 0 }), {
          description: '`null` for a limit on a single object, which is checked when that object is written.',
        }),
        near: Type.Boolean({ description: 'Whether 80 % or more is used.' }),
        fullest: orNull(Type.String(), {
          description:
            'Id of the catalog or form that uses the most; `null` if the limit is not per catalog or per form.',
        }),
        setting: Type.String({
          description: 'The setting that raises the limit. Only the operator can change it.',
        }),
      }),
    ),
  }),
  successDescription: 'All limits, in a fixed order.',
  successExample: {
    items: [
      {
        limit: 'synonym_sets_per_catalog',
        allowed: 1000,
        used: 870,
        near: true,
        fullest: '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f',
        setting: 'VITRINE_LIMIT_SYNONYM_SETS_PER_CATALOG',
      },
      {
        limit: 'phrases_per_synonym_set',
        allowed: 100,
        used: null,
        near: false,
        fullest: null,
        setting: 'VITRINE_LIMIT_PHRASES_PER_SYNONYM_SET',
      },
    ],
  },
  failures: { ...manageFailures, 404: NOT_FOUND },
});
