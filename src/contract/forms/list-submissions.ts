// The submissions of a form, on the wire, and the shape of one submission that several operations share.

import { Type } from 'typebox';
import { manageFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, dateTime, identifier, limitOfLong, namedObject, skip, text } from '../values.ts';

export const LIST_SUBMISSIONS_LIMIT = { default: 20, max: 100 } as const;

export const UNKNOWN_FORM = 'The workspace has no form with this id.';

/** Which submissions of a form to return. */
export const submissionFilter = {
  environment_id: Type.Optional(
    identifier('Only submissions made in this environment.', 'SubmissionEnvironment'),
  ),
  from: Type.Optional(text('Only submissions made at or after this date or date-time.', 'SubmittedFrom')),
  to: Type.Optional(text('Only submissions made before this date or date-time.', 'SubmittedBefore')),
};

export const ownedForm = { form_id: Type.String({ title: 'FormId', description: 'Id of the form.' }) };

export const submissionItem = namedObject('Submission', {
  submission_id: Type.String(),
  form_id: Type.String(),
  environment_id: Type.String(),
  submitted_at: dateTime('When the submission was received.'),
  values: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
    {
      description: 'The answers, by the names that the fields had at the time. Unanswered fields are absent.',
    },
  ),
});

export const submissionExample = {
  submission_id: '5f0c8f5e-8f3c-4a53-8f53-5b1c56b1d7aa',
  form_id: '9667c090-8897-8dc8-b03e-401c7e1930fa',
  environment_id: 'PRODUCTION-1',
  submitted_at: '2026-01-02T03:04:05.000Z',
  values: { email: 'ada@example.com', topics: ['repair'] },
};

export const listSubmissions = defineOperation({
  name: 'list-submissions',
  tag: 'Submissions',
  method: 'GET',
  path: '/manage/v1/forms/{form_id}/submissions',
  envelope: 'wrapped',
  scope: 'workspace',
  access: 'manage',
  summary: 'List submissions',
  description: 'Lists the submissions of a form, newest first.',
  params: closedObject(ownedForm),
  query: closedObject({
    ...submissionFilter,
    skip: Type.Optional(skip()),
    limit: Type.Optional(limitOfLong(LIST_SUBMISSIONS_LIMIT.default, LIST_SUBMISSIONS_LIMIT.max)),
  }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('SubmissionList', {
    total_count: Type.Integer({
      minimum: 0,
      description: 'Number of matching submissions before `skip` and `limit`.',
    }),
    items: Type.Array(submissionItem),
  }),
  successDescription: 'One page of submissions, and the total number that match.',
  successExample: { total_count: 1, items: [submissionExample] },
  failures: { ...manageFailures, 404: UNKNOWN_FORM },
});
