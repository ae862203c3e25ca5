// Saves a draft version of a record, on the wire. Needs a `full` token. If the base is no longer the latest version, the
// response is 412 with the changes since then, and nothing is overwritten.

import { OR_LIMIT } from '../common-failures.ts';
import { defineOperation, fillPath } from '../operation.ts';
import { closedObject, namedObject, uuid } from '../values.ts';
import {
  draftExample,
  idempotencyHeader,
  localizedExample,
  newId,
  recordParams,
  recordWriteFailures,
  UNKNOWN_RECORD,
  VERSION_PATH,
  VERSIONS_PATH,
  versionBodyProperties,
  versionResult,
} from './record-shapes.ts';

export const saveVersion = defineOperation({
  name: 'save-version',
  tag: 'Records',
  method: 'POST',
  path: VERSIONS_PATH,
  envelope: 'wrapped',
  scope: 'headers',
  access: 'full',
  summary: 'Save a draft version',
  description:
    'Saves the next version of a record as a draft and publishes nothing. The version consists of exactly these texts: nothing is carried over from earlier versions.',
  params: closedObject(recordParams),
  query: closedObject({}),
  headers: closedObject(idempotencyHeader),
  body: namedObject('NewVersion', {
    base_version_id: uuid('Id of the version that was edited. It must still be the latest.'),
    id: newId('Id of the new version. Generated if omitted.'),
    ...versionBodyProperties,
  }),
  bodyReading: 'object',
  runsAsideWhenLarge: true,
  success: versionResult,
  successStatus: 201,
  locationOf: ({ version }, params) => fillPath(VERSION_PATH, { ...params, version_id: version.id }),
  successDescription: 'The saved version.',
  requestExample: {
    base_version_id: '1d0a5a0e-2f39-4f0a-8a53-3a7f1c0a9b21',
    created_by: 'Ines',
    localized: localizedExample,
  },
  successExample: { version: draftExample },
  failures: {
    ...recordWriteFailures,
    404: UNKNOWN_RECORD,
    409: `A version with this id already exists, the model is not versionable, or the idempotency key was used with another request.${OR_LIMIT}`,
    412: 'Another version was saved after the base: `Data.current_version_id` is the latest one, and `Data.changes` lists how it differs from the base. Or the record does not have the base version, or no longer has it (`base_gone`).',
  },
});
