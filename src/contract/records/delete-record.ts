// Deletes a record and all its versions, on the wire. Needs a `full` token.

import { Type } from 'typebox';
import { fullFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, flag, namedObject } from '../values.ts';
import { RECORD_PATH, recordExample, recordParams, UNKNOWN_RECORD } from './record-shapes.ts';

export const NEEDED =
  'It is still needed. `Data.dependents` lists the first hundred of `Data.dependent_count` objects that need it, each with `kind` and `id`.';

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
    'Deletes a record and all its versions. A record that is published anywhere is not deleted unless `cascade` unpublishes it first. A record that the latest or a published version of another record relates to is never deleted.',
  params: closedObject(recordParams),
  query: closedObject({
    cascade: Type.Optional(
      flag('Whether to unpublish the record everywhere first. Needs a token for the whole workspace.'),
    ),
  }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('DeletedRecord', {
    record_id: Type.String({ description: 'Id of the deleted record.' }),
  }),
  successDescription: 'The record was deleted.',
  successExample: { record_id: recordExample.id },
  failures: {
    ...fullFailures,
    403: 'The token is for another scope, may only read, or is limited to some environments and `cascade` was requested.',
    404: UNKNOWN_RECORD,
    409: NEEDED,
  },
});
