// A submission on the wire: the answers by the names of the fields, flat, beside the stamp of the form.

import { Type } from 'typebox';
import { OR_LIMIT, openFailures } from '../common-failures.ts';
import { defineOperation, fillPath } from '../operation.ts';
import { closedObject, dateTime, namedObject } from '../values.ts';
import { formIdParam } from './get-form.ts';
import { SUBMISSION_PATH } from './get-submission.ts';

export const submitForm = defineOperation({
  name: 'submit-form',
  tag: 'Forms',
  method: 'POST',
  path: '/apis/setting-service/public/v1/forms/{form_id}/submit',
  envelope: 'wrapped',
  scope: 'headers-or-domain',
  access: 'open',
  summary: 'Submit a form',
  description:
    'Takes the answers to a form as a JSON object, as `multipart/form-data` or as `application/x-www-form-urlencoded`. They are held against the fields of the form; everything that is wrong is told at once in `Data.field_errors`. A blank answer is none. Files are not taken.',
  params: closedObject({ form_id: formIdParam() }),
  query: closedObject({}),
  headers: closedObject({}),
  body: Type.Object(
    {
      _stamp: Type.String({ description: '`stamp` of the form.' }),
      _captcha: Type.Optional(
        Type.String({
          description:
            'What the captcha gave, where the form asks for one. The names that the usual captchas give their own field are understood too.',
        }),
      ),
    },
    {
      title: 'FormAnswers',
      additionalProperties: Type.Union([
        Type.String(),
        Type.Number(),
        Type.Boolean(),
        Type.Array(Type.String()),
        Type.Null(),
      ]),
      description: 'Beside these, the answers by the names of the fields, and `honeypot_field`, empty.',
    },
  ),
  bodyReading: 'object',
  takesForms: true,
  success: namedObject('SubmissionReceipt', {
    form_id: Type.String({ description: 'Id of the form, whichever way it was named.' }),
    submission_id: Type.String(),
    submitted_at: dateTime('When it was received.'),
  }),
  successStatus: 201,
  locationOf: (payload) => fillPath(SUBMISSION_PATH, payload),
  successDescription: 'The answers are kept.',
  requestExample: {
    _stamp: 'mk5zq8w0.7Qm3r0fYgqgXb0mCw1kY9h2tT5uB6vR4sE8nJ1pLxZc',
    email: 'ada@example.com',
    website: '',
  },
  successExample: {
    form_id: '3e1b7c52-6a41-4d0e-9a58-7f0f3d1b2c44',
    submission_id: '5f0c8f5e-8f3c-4a53-8f53-5b1c56b1d7aa',
    submitted_at: '2026-01-02T03:04:05.000Z',
  },
  failures: {
    ...openFailures,
    400: 'The request cannot be parsed, an answer does not fit its field, the stamp is missing, forged, expired or too young (`too_fast:_stamp`, with `Retry-After`), or the captcha was not solved.',
    404: 'The host, the environment or the form is unknown.',
    409: `The form asks for a captcha, and no verifier is configured.${OR_LIMIT}`,
    429: 'Too many submissions from this address, or too many requests of the tenant; try again after `Retry-After` seconds.',
    503: 'A backend or the captcha verifier is down; try again after `Retry-After` seconds.',
  },
});
