// Deletes one submission, on the wire.

import { Type } from 'typebox';
import { manageFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, namedObject } from '../values.ts';
import { SUBMISSION_PATH, submissionParams, UNKNOWN_SUBMISSION } from './get-submission.ts';
import { submissionExample } from './list-submissions.ts';

export const deleteSubmission = defineOperation({
  name: 'delete-submission',
  tag: 'Submissions',
  method: 'DELETE',
  path: SUBMISSION_PATH,
  envelope: 'wrapped',
  scope: 'workspace',
  access: 'manage',
  summary: 'Delete one submission',
  description: 'Deletes one submission permanently.',
  params: submissionParams(),
  query: closedObject({}),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('DeletedSubmission', {
    submission_id: Type.String({ description: 'Id of the deleted submission.' }),
  }),
  successDescription: 'The submission was deleted.',
  successExample: { submission_id: submissionExample.submission_id },
  failures: { ...manageFailures, 404: UNKNOWN_SUBMISSION },
});
