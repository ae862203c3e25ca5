// Deleting a record with all its versions, on the wire. Needs a `full` token.

import { Type } from 'typebox';
import { fullFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, flag, namedObject } from '../values.ts';
import { RECORD_PATH, recordExample, recordParams, UNKNOWN_RECORD } from './record-shapes.ts';

export const NEEDED =
  'It is still needed: `Data.dependents` names the first hundred of `Data.dependent_count` things, each with `kind` and `id`.';

export const deleteRecord = defineOperation({
  name: 'delete-record',
  tag: 'Records',
  method: 'DELETE',
  path: RECORD_PATH,
  envelope: 'wrapped',
  scope: 'headers',
  access: 'full',
  summary: 'Delete a record',
  description:
    'Deletes a record with all its versions. While it is published anywhere it is refused, unless `cascade` unpublishes it first. While the latest or a published version of another record relates to it, it is always refused.',
  params: closedObject(recordParams),
  query: closedObject({
    cascade: Type.Optional(
      flag('Whether the record is unpublished everywhere first. Needs a token of the whole workspace.'),
    ),
  }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('DeletedRecord', { record_id: Type.String({ description: 'What is gone.' }) }),
  successDescription: 'It is gone.',
  successExample: { record_id: recordExample.id },
  failures: {
    ...fullFailures,
    403: 'The token is for another scope, may only read, or is for some environments and asks for `cascade`.',
    404: UNKNOWN_RECORD,
    409: NEEDED,
  },
});
