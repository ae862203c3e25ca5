// Saving a draft version of a record, on the wire. Needs a `full` token. Whoever saves from a base that is no longer the
// latest version gets 412 with what changed, and overwrites nothing.

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
    'Saves the next version of a record, a draft. The texts are the whole version: what is left out is not in it. Nothing is published by it.',
  params: closedObject(recordParams),
  query: closedObject({}),
  headers: closedObject(idempotencyHeader),
  body: namedObject('NewVersion', {
    base_version_id: uuid('The version that was changed. It must still be the latest.'),
    id: newId('Id of the new version. Made where it is left out.'),
    ...versionBodyProperties,
  }),
  bodyReading: 'object',
  success: versionResult,
  successStatus: 201,
  locationOf: ({ version }, params) => fillPath(VERSION_PATH, { ...params, version_id: version.id }),
  successDescription: 'The version that was saved.',
  requestExample: {
    base_version_id: '1d0a5a0e-2f39-4f0a-8a53-3a7f1c0a9b21',
    created_by: 'Ines',
    localized: localizedExample,
  },
  successExample: { version: draftExample },
  failures: {
    ...recordWriteFailures,
    404: UNKNOWN_RECORD,
    409: `A version of that id stands already, the model is not versionable, or the idempotency key was used with another request.${OR_LIMIT}`,
    412: 'Another version was saved since the base: `Data.current_version_id` is the latest, `Data.changes` what is different between the base and it. Or the record does not have the base, or not any more (`base_gone`).',
  },
});
