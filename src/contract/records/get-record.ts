// One record as it is published in an environment, on the wire. Needs a token.

import { Type } from 'typebox';
import { contentModelMeta } from '../models/get-content-model.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, locale, namedObject } from '../values.ts';
import { selectedFields } from './list-records.ts';
import {
  expand,
  preview,
  RECORD_PATH,
  recordExample,
  recordParams,
  recordReadFailures,
  selectedRecord,
} from './record-shapes.ts';

export const getRecord = defineOperation({
  name: 'get-record',
  tag: 'Records',
  method: 'GET',
  path: RECORD_PATH,
  envelope: 'wrapped',
  scope: 'headers',
  access: 'read',
  isCacheable: true,
  isIndependentOfProducts: true,
  summary: 'Get a record',
  description:
    'Returns one published record in the first locale of the fallback chain in which it is published in the environment. With `preview` it returns the latest version.',
  params: closedObject(recordParams),
  query: closedObject({
    locale: Type.Optional(locale()),
    fields: Type.Optional(selectedFields()),
    expand: Type.Optional(expand()),
    preview: Type.Optional(preview()),
  }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('RecordResult', { record: selectedRecord, _meta_: contentModelMeta }),
  successDescription: 'The record.',
  successExample: {
    record: recordExample,
    _meta_: {
      tenant_id: 'acme',
      workspace_id: 'web',
      content_model_id: '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f',
    },
  },
  failures: {
    ...recordReadFailures,
    403: 'The token is for another scope, or it may only read and `preview` was requested.',
    404: 'The model does not exist in this scope, or the record is not published in the environment in any locale of the chain.',
  },
});
