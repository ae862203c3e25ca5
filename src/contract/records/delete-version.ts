// Deletes one version of a record, on the wire. Needs a `full` token.

import { Type } from 'typebox';
import { fullFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, namedObject } from '../values.ts';
import { NEEDED } from './delete-record.ts';
import { UNKNOWN_VERSION, VERSION_PATH, versionExample, versionParams } from './record-shapes.ts';

export const deleteVersion = defineOperation({
  name: 'delete-version',
  tag: 'Records',
  method: 'DELETE',
  path: VERSION_PATH,
  envelope: 'wrapped',
  scope: 'headers',
  access: 'full',
  summary: 'Delete a version',
  description:
    'Deletes one version of a record. A version that is published anywhere, or that is the only one of its record, is not deleted.',
  params: closedObject(versionParams),
  query: closedObject({}),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('DeletedVersion', {
    version_id: Type.String({ description: 'Id of the deleted version.' }),
  }),
  successDescription: 'The version was deleted.',
  successExample: { version_id: versionExample.id },
  failures: { ...fullFailures, 404: UNKNOWN_VERSION, 409: NEEDED },
});
