// What a workspace uses of every limit, on the wire (Decision 0025).

import { Type } from 'typebox';
import { manageFailures } from '../common-failures.ts';
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
  summary: 'Get the limits and what is used of them',
  description:
    'Every limit, how much of it the workspace uses, and whether it is near: from 80 % on. A limit of a catalog or a form is told for the one that uses the most of it; a limit of the tenant counts all its workspaces. What is used is kept as it changes, so asking costs little.',
  params: closedObject({}),
  query: closedObject({}),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('LimitUsageList', {
    items: Type.Array(
      namedObject('LimitUsage', {
        limit: Type.String({ description: 'Its name: what is counted, per what.' }),
        allowed: Type.Integer({ minimum: 1 }),
        used: orNull(Type.Integer({ minimum: 0 }), {
          description: 'Null for a limit of one object, which is looked at when that object is written.',
        }),
        near: Type.Boolean({ description: 'Whether 80 % are used, or more.' }),
        fullest: orNull(Type.String(), {
          description: 'The catalog or the form that uses the most; null where there is only one place.',
        }),
        setting: Type.String({ description: 'What raises it; only the operator can.' }),
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
  failures: { ...manageFailures, 404: 'The workspace is unknown.' },
});
