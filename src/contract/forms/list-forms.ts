// Operation 6 on the wire: lists forms, with field selection, search, sorting and paging.

import { Type } from 'typebox';
import { TOO_MANY } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, dateTime, limit, locale, namedObject, skip, sortOrder, text } from '../values.ts';

export const LIST_FORMS_LIMIT = { default: 20, max: 100 } as const;

export const formFields = {
  name: Type.String(),
  display_name: Type.String(),
  description: Type.String(),
  submit_btn_txt: Type.String(),
  is_captcha_enabled: Type.Boolean(),
  created_at: dateTime('When the form was created.'),
};

export const listForms = defineOperation({
  name: 'list-forms',
  tag: 'Forms',
  method: 'GET',
  path: '/apis/setting-service/public/v1/forms',
  envelope: 'wrapped',
  scope: 'headers-or-domain',
  access: 'open',
  isCacheable: true,
  isIndependentOfProducts: true,
  summary: 'List forms',
  description: 'Lists the forms of the environment, with their texts in the requested locale.',
  params: closedObject({}),
  query: closedObject({
    fields: Type.Optional(text(`Comma-separated fields to return: ${Object.keys(formFields).join(', ')}.`)),
    locale: Type.Optional(locale()),
    search: Type.Optional(text('Substring of the display name. Case and accents are ignored.')),
    sort_by: Type.Optional(
      Type.Enum(['created_at', 'name', 'display_name'], {
        description: 'Field to sort by. Default `created_at`.',
      }),
    ),
    sort_order: Type.Optional(sortOrder('Default `desc`. Ties are sorted by form id.')),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(LIST_FORMS_LIMIT.default, LIST_FORMS_LIMIT.max)),
  }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('FormSummaryList', {
    item: closedObject({
      total_count: Type.Integer({
        minimum: 0,
        description: 'Number of matching forms before `skip` and `limit`.',
      }),
      items: Type.Array(
        Type.Partial(Type.Object(formFields), { title: 'FormSummary', additionalProperties: false }),
      ),
    }),
  }),
  successDescription: 'One page of forms, and the total number that match.',
  successExample: {
    item: {
      total_count: 1,
      items: [
        {
          name: 'contact',
          display_name: 'Contact us',
          description: 'Ask us anything',
          submit_btn_txt: 'Send',
          is_captcha_enabled: false,
          created_at: '2026-01-02T03:04:05Z',
        },
      ],
    },
  },
  failures: {
    400: 'The request cannot be parsed or validated. `message` says what is wrong, `code` identifies the cause.',
    401: 'The environment requires a token and none was sent, or the token is not valid.',
    403: 'The token is for another scope.',
    404: 'The host or the environment does not exist.',
    413: 'The request body is too large.',
    429: TOO_MANY,
    500: 'Unexpected error.',
    503: 'The service is temporarily unavailable. Try again after `Retry-After` seconds.',
  },
});
