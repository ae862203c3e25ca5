// The content models of a workspace, on the wire, each in the shape of operation 4. Needs a token.

import { Type } from 'typebox';
import { readFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, limit, locale, namedObject, RECORDS_LIMIT, skip, text } from '../values.ts';
import { contentModelRecord, getContentModel, modelTypes } from './get-content-model.ts';

export const MODELS_PATH = '/content/v2/content-models';

export const listContentModels = defineOperation({
  name: 'list-content-models',
  tag: 'Content models',
  method: 'GET',
  path: MODELS_PATH,
  envelope: 'wrapped',
  scope: 'headers',
  access: 'read',
  isCacheable: true,
  isIndependentOfProducts: true,
  summary: 'List content models',
  description:
    'Lists the content models of the workspace, ordered by internal name, with their texts in the requested locale.',
  params: closedObject({}),
  query: closedObject({
    locale: Type.Optional(locale()),
    search: Type.Optional(text('Substring of the name or the internal name. Case and accents are ignored.')),
    type: Type.Optional(Type.Enum([...modelTypes], { description: 'Only models of this type.' })),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(RECORDS_LIMIT.default, RECORDS_LIMIT.max)),
  }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('LocalizedContentModelList', {
    total_count: Type.Integer({
      minimum: 0,
      description: 'Number of matching models before `skip` and `limit`.',
    }),
    items: Type.Array(contentModelRecord),
  }),
  successDescription: 'One page of models, and the total number that match.',
  successExample: {
    total_count: 1,
    items: [(getContentModel.successExample as { readonly record: unknown }).record],
  },
  failures: { ...readFailures, 404: 'The environment does not exist.' },
});
