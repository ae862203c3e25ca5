// One form on the wire: its texts and fields in one locale, and what a submission has to include.

import { Type } from 'typebox';
import { openFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, dateTime, locale, namedObject } from '../values.ts';
import { formFields } from './list-forms.ts';

export const formFieldTypes = [
  'text',
  'textarea',
  'email',
  'url',
  'tel',
  'number',
  'date',
  'select',
  'multi_select',
  'checkbox',
] as const;

/** Field names that work in a browser, a spreadsheet and a query. Names that begin with `_` are reserved for the service. */
export const FORM_FIELD_NAME_PATTERN = '^[A-Za-z][A-Za-z0-9_-]{0,63}$';

export const formFieldRules = {
  min_length: Type.Optional(Type.Integer({ minimum: 0 })),
  max_length: Type.Optional(Type.Integer({ minimum: 1 })),
  pattern: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  min: Type.Optional(Type.Union([Type.Number(), Type.String({ minLength: 1, maxLength: 10 })])),
  max: Type.Optional(Type.Union([Type.Number(), Type.String({ minLength: 1, maxLength: 10 })])),
};

export const formIdParam = () =>
  Type.String({
    title: 'FormIdOrName',
    description: 'Id of the form, or its name if only one form in the environment has that name.',
  });

const formField = namedObject('LocalizedFormField', {
  name: Type.String({ description: 'The name to send the answer under.' }),
  label: Type.String(),
  type: Type.Enum([...formFieldTypes]),
  is_required: Type.Boolean(),
  options: Type.Array(closedObject({ value: Type.String(), label: Type.String() }), {
    description: 'The choices of a `select` or `multi_select`.',
  }),
  validation: closedObject(formFieldRules, {
    description:
      'Lengths are in characters. `pattern` must match the whole answer, as in HTML. `min` and `max` are numbers for a `number` and dates such as `2026-01-31` for a `date`.',
  }),
  help_text: Type.String(),
  position: Type.Integer({ minimum: 0 }),
});

export const getForm = defineOperation({
  name: 'get-form',
  tag: 'Forms',
  method: 'GET',
  path: '/apis/setting-service/public/v1/forms/{form_id}',
  envelope: 'wrapped',
  scope: 'headers-or-domain',
  access: 'open',
  summary: 'Get one form',
  description:
    'Returns the form and its fields in the requested locale, ready to show. Send `stamp` back with the answers. It may be cached with a page and shared by all visitors until `stamp_expires_at`.',
  params: closedObject({ form_id: formIdParam() }),
  query: closedObject({ locale: Type.Optional(locale()) }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('LocalizedFormResult', {
    item: namedObject('LocalizedForm', {
      form_id: Type.String(),
      ...formFields,
      fields: Type.Array(formField, { description: 'In the order in which to show them.' }),
      honeypot_field: Type.String({
        description: 'Name of a field to hide from people and to send empty. Only a program fills it in.',
      }),
      stamp: Type.String({ description: 'Send it back as `_stamp`.' }),
      stamp_expires_at: dateTime('When the stamp expires.'),
      min_fill_seconds: Type.Integer({
        minimum: 0,
        description: 'The shortest time between getting the stamp and submitting the form.',
      }),
    }),
  }),
  successDescription: 'The form.',
  successExample: {
    item: {
      form_id: '9667c090-8897-8dc8-b03e-401c7e1930fa',
      name: 'contact',
      display_name: 'Contact us',
      description: 'Ask us anything',
      submit_btn_txt: 'Send',
      is_captcha_enabled: false,
      created_at: '2026-01-02T03:04:05Z',
      fields: [
        {
          name: 'email',
          label: 'E-mail',
          type: 'email',
          is_required: true,
          options: [],
          validation: {},
          help_text: 'We only use it to answer you.',
          position: 0,
        },
      ],
      honeypot_field: 'website',
      stamp: 'mk5zq8w0.7Qm3r0fYgqgXb0mCw1kY9h2tT5uB6vR4sE8nJ1pLxZc',
      stamp_expires_at: '2026-01-09T03:04:05.000Z',
      min_fill_seconds: 3,
    },
  },
  failures: { ...openFailures, 404: 'The host, the environment or the form does not exist.' },
});
