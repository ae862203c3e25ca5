// One record as an environment shows it, on the wire. Needs a token.

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
  summary: 'Get a record',
  description:
    'Returns one published record in the first locale of the chain in which the environment shows it. With `preview` it is the latest version.',
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
    403: 'The token is for another scope, or may only read and asks for a preview.',
    404: 'The model is unknown in this scope, or the environment does not show the record in any locale of the chain.',
  },
});
