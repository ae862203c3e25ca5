// One submission on the wire.

import { Type } from 'typebox';
import { manageFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, namedObject } from '../values.ts';
import { ownedForm, submissionExample, submissionItem } from './list-submissions.ts';

export const SUBMISSION_PATH = '/manage/v1/forms/{form_id}/submissions/{submission_id}';

export const UNKNOWN_SUBMISSION =
  'The workspace has no such form, or the form has no submission with this id.';

export const submissionParams = () =>
  closedObject({
    ...ownedForm,
    submission_id: Type.String({ title: 'SubmissionId', description: 'Id of the submission.' }),
  });

export const getSubmission = defineOperation({
  name: 'get-submission',
  tag: 'Submissions',
  method: 'GET',
  path: SUBMISSION_PATH,
  envelope: 'wrapped',
  scope: 'workspace',
  access: 'manage',
  summary: 'Get one submission',
  description: 'Returns one submission of a form.',
  params: submissionParams(),
  query: closedObject({}),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('SubmissionResult', { item: submissionItem }),
  successDescription: 'The submission.',
  successExample: { item: submissionExample },
  failures: { ...manageFailures, 404: UNKNOWN_SUBMISSION },
});
