// Creates a record and its first version, on the wire. Needs a `full` token. It publishes nothing.

import { OR_LIMIT } from '../common-failures.ts';
import { defineOperation, fillPath } from '../operation.ts';
import { closedObject, namedObject } from '../values.ts';
import {
  draftExample,
  idempotencyHeader,
  localizedExample,
  modelParams,
  newId,
  RECORD_PATH,
  RECORDS_PATH,
  recordSummary,
  recordWriteFailures,
  UNKNOWN_MODEL,
  versionBodyProperties,
  versionPayload,
} from './record-shapes.ts';

const example = { ...draftExample, number: 1, name: 'First' };

export const createRecord = defineOperation({
  name: 'create-record',
  tag: 'Records',
  method: 'POST',
  path: RECORDS_PATH,
  envelope: 'wrapped',
  scope: 'headers',
  access: 'full',
  summary: 'Create a record',
  description:
    'Creates a record and its first version, which is a draft. Values are checked against the fields of the model. Every record that a relation refers to must exist.',
  params: closedObject(modelParams),
  query: closedObject({}),
  headers: closedObject(idempotencyHeader),
  body: namedObject('NewRecord', {
    id: newId('Id of the record. Generated if omitted.'),
    ...versionBodyProperties,
  }),
  bodyReading: 'object',
  runsAsideWhenLarge: true,
  success: namedObject('CreatedRecord', { record: recordSummary, version: versionPayload }),
  successStatus: 201,
  // Nothing is published yet, so only a preview shows the record.
  locationOf: ({ record }, params) =>
    `${fillPath(RECORD_PATH, { ...params, contentModelDataId: record.id })}?preview=true`,
  successDescription: 'The record and its first version.',
  requestExample: { created_by: 'Ines', name: 'First', localized: localizedExample },
  successExample: {
    record: {
      id: example.record_id,
      model: 'blog',
      created_at: example.created_at,
      created_by: example.created_by,
    },
    version: example,
  },
  failures: {
    ...recordWriteFailures,
    404: UNKNOWN_MODEL,
    409: `A record with this id already exists, the model allows only one record and has it, the model is not versionable, or the idempotency key was used with another request.${OR_LIMIT}`,
  },
});
