// Erases the submissions of one person, on the wire. They are found by an answer that identifies the person.

import { Type } from 'typebox';
import { manageFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, identifier, namedObject, text } from '../values.ts';

export const eraseSubmissions = defineOperation({
  name: 'erase-submissions',
  tag: 'Submissions',
  method: 'POST',
  path: '/manage/v1/submissions/erase',
  envelope: 'wrapped',
  scope: 'workspace',
  access: 'manage',
  summary: 'Erase submissions by a value',
  description:
    'Permanently erases every submission in the workspace that contains the value as an answer, for people who ask to be forgotten. Erase again to include later submissions.',
  params: closedObject({}),
  query: closedObject({}),
  headers: closedObject({}),
  body: namedObject('ErasureRequest', {
    value: text(
      'The complete answer to look for, for example an e-mail address. Case and surrounding white space are ignored.',
    ),
    form_id: Type.Optional(identifier('Only submissions of this form.')),
    field: Type.Optional(identifier('Only submissions in which this field has the value.')),
  }),
  success: namedObject('ErasureResult', {
    erased_count: Type.Integer({ minimum: 0, description: 'Number of submissions erased.' }),
  }),
  successDescription: 'The submissions were erased.',
  requestExample: { value: 'ada@example.com' },
  successExample: { erased_count: 2 },
  failures: { ...manageFailures, 404: 'The workspace, or the form in it, does not exist.' },
});
