// The submissions of a form on the wire, and the shape of one that several operations share.

import { Type } from 'typebox';
import { manageFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, dateTime, identifier, limitOfLong, namedObject, skip, text } from '../values.ts';

export const LIST_SUBMISSIONS_LIMIT = { default: 20, max: 100 } as const;

export const UNKNOWN_FORM = 'The form is unknown in this workspace.';

/** Which submissions of a form are meant. */
export const submissionFilter = {
  environment_id: Type.Optional(identifier('Only what was sent in this environment.', 'SubmittedIn')),
  from: Type.Optional(text('Only what was sent at this date or date-time or after it.', 'SubmittedFrom')),
  to: Type.Optional(text('Only what was sent before this date or date-time.', 'SubmittedBefore')),
};

export const ownedForm = { form_id: Type.String({ title: 'ParentFormId', description: 'Id of the form.' }) };

export const submissionItem = namedObject('Submission', {
  submission_id: Type.String(),
  form_id: Type.String(),
  environment_id: Type.String(),
  submitted_at: dateTime('When it was received.'),
  values: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
    { description: 'The answers, by the names the fields had then. What was not answered is absent.' },
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
  description: 'Lists what was sent in by a form, the newest first.',
  params: closedObject(ownedForm),
  query: closedObject({
    ...submissionFilter,
    skip: Type.Optional(skip()),
    limit: Type.Optional(limitOfLong(LIST_SUBMISSIONS_LIMIT.default, LIST_SUBMISSIONS_LIMIT.max)),
  }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('SubmissionList', {
    total_count: Type.Integer({ minimum: 0, description: 'Matching submissions before `skip` and `limit`.' }),
    items: Type.Array(submissionItem),
  }),
  successDescription: 'The submissions of this page, and how many match in all.',
  successExample: { total_count: 1, items: [submissionExample] },
  failures: { ...manageFailures, 404: UNKNOWN_FORM },
});
