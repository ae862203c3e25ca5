// Erasing what someone sent in, on the wire: by a value that tells who it was.

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
    'Erases for good every submission of the workspace that has the value as an answer, for whoever asks to be forgotten. Asked again it erases what has come since.',
  params: closedObject({}),
  query: closedObject({}),
  headers: closedObject({}),
  body: namedObject('ErasureRequest', {
    value: text(
      'The whole answer, for instance an e-mail address. Case and white space around it are ignored.',
    ),
    form_id: Type.Optional(identifier('Only submissions of this form.')),
    field: Type.Optional(identifier('Only where it is the answer to the field of this name.')),
  }),
  success: namedObject('ErasureResult', {
    erased_count: Type.Integer({ minimum: 0, description: 'How many submissions are gone.' }),
  }),
  successDescription: 'They are gone.',
  requestExample: { value: 'ada@example.com' },
  successExample: { erased_count: 2 },
  failures: { ...manageFailures, 404: 'The workspace, or the form in it, is unknown.' },
});
