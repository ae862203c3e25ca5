// Submits a form, on the wire: a flat object of answers by field name, with the stamp of the form.

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
    'Submits answers to a form as a JSON object, as `multipart/form-data` or as `application/x-www-form-urlencoded`. The answers are checked against the fields of the form; `Data.field_errors` lists everything that is wrong, the first hundred faults. A blank answer counts as no answer. Files are not accepted.',
  params: closedObject({ form_id: formIdParam() }),
  query: closedObject({}),
  headers: closedObject({}),
  body: Type.Object(
    {
      _stamp: Type.String({ description: 'The `stamp` of the form.' }),
      _captcha: Type.Optional(
        Type.String({
          description:
            'The response token of the captcha, if the form has one. The field names that common captchas use themselves are understood too.',
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
      description:
        'In addition: the answers by field name, and the field that `honeypot_field` names, empty.',
    },
  ),
  bodyReading: 'object',
  takesForms: true,
  success: namedObject('SubmissionReceipt', {
    form_id: Type.String({ description: 'Id of the form, even if the request named it by name.' }),
    submission_id: Type.String(),
    submitted_at: dateTime('When the submission was received.'),
  }),
  successStatus: 201,
  locationOf: (payload) => fillPath(SUBMISSION_PATH, payload),
  successDescription: 'The submission was stored.',
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
    400: 'The request cannot be parsed, an answer does not fit its field, the stamp is missing, forged, expired or too recent (`too_fast:_stamp`, with `Retry-After`), or the captcha was not solved.',
    404: 'The host, the environment or the form does not exist.',
    409: `The form requires a captcha, but no verifier is configured.${OR_LIMIT}`,
    429: 'Too many submissions from this address, or too many requests from the tenant. Try again after `Retry-After` seconds.',
    503: 'The service or the captcha verifier is temporarily unavailable. Try again after `Retry-After` seconds.',
  },
});
