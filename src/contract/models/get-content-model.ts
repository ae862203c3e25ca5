// Operation 4 on the wire: one content model with its fields. Needs a token.

import { Type } from 'typebox';
import { TOO_MANY } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, dateTime, locale, namedObject } from '../values.ts';

export const modelTypes = ['single', 'collection'] as const;
export const relationTypes = ['', 'one_to_one', 'one_to_many', 'many_to_one', 'many_to_many'] as const;
export const fieldDataTypes = [
  'text',
  'rich_text',
  'number',
  'currency',
  'boolean',
  'date',
  'select',
  'multi_select',
  'media',
  'json',
  'relation',
  'component',
] as const;

/** The markup formats of a text. */
export const textFormats = ['text', 'html', 'markdown', 'json'] as const;

export const fieldProperties = Type.Object(
  {
    internal_name: Type.String({ minLength: 1 }),
    display_name: Type.String(),
    data_type: Type.Enum([...fieldDataTypes]),
    is_searchable: Type.Boolean(),
    is_localized: Type.Boolean(),
    help_text: Type.String(),
    validation: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Rules that a value must satisfy, by rule name.',
    }),
    format: Type.Optional(
      Type.Enum([...textFormats], {
        description: 'Markup format of a `rich_text`. If omitted, it is detected for each text.',
      }),
    ),
  },
  { title: 'LocalizedFieldProperties', additionalProperties: true },
);

export const modelField = namedObject('LocalizedModelField', {
  component_id: Type.String(),
  destination_relation_field_id: Type.String(),
  field_properties: fieldProperties,
  is_required: Type.Boolean(),
  relation_type: Type.Enum([...relationTypes]),
  position: Type.Integer(),
  is_removable: Type.Boolean(),
  is_editable: Type.Boolean(),
});

export const contentModelRecord = namedObject('LocalizedContentModel', {
  id: Type.String({ format: 'uuid' }),
  internal_name: Type.String(),
  name: Type.String(),
  type: Type.Enum([...modelTypes]),
  created_at: dateTime('When the model was created.'),
  template: Type.String(),
  act_as_web_page: Type.Boolean(),
  is_localization_enabled: Type.Boolean(),
  group_id: Type.String(),
  description: Type.String(),
  is_versionable: Type.Boolean(),
  fields: Type.Array(modelField),
});

/** The scope of a response about one model or its records. */
export const contentModelMeta = namedObject('ContentModelMeta', {
  tenant_id: Type.String(),
  workspace_id: Type.String(),
  content_model_id: Type.String(),
});

/** Used in every example of a model. */
export const exampleField = {
  component_id: '',
  destination_relation_field_id: '',
  field_properties: {
    internal_name: 'title',
    display_name: 'Title',
    data_type: 'text',
    is_searchable: true,
    is_localized: true,
    help_text: '',
    validation: { max_length: 120 },
  },
  is_required: true,
  relation_type: '',
  position: 0,
  is_removable: false,
  is_editable: true,
};

export const getContentModel = defineOperation({
  name: 'get-content-model',
  tag: 'Content models',
  method: 'GET',
  path: '/content/v2/content-models/{id}',
  envelope: 'wrapped',
  scope: 'headers',
  access: 'read',
  isCacheable: true,
  isIndependentOfProducts: true,
  summary: 'Get a content model',
  description:
    'Returns the metadata and the field definitions of one content model, with its texts in the requested locale.',
  params: closedObject({ id: Type.String({ description: 'Id of the content model.' }) }),
  ignoresUnknownQuery: true,
  query: closedObject({ locale: Type.Optional(locale()) }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('LocalizedContentModelResult', {
    record: contentModelRecord,
    _meta_: contentModelMeta,
  }),
  successDescription: 'The model.',
  successExample: {
    record: {
      id: '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f',
      internal_name: 'blog',
      name: 'Blog',
      type: 'collection',
      created_at: '2026-01-02T03:04:05Z',
      template: '',
      act_as_web_page: true,
      is_localization_enabled: true,
      group_id: '',
      description: 'Articles',
      is_versionable: true,
      fields: [exampleField],
    },
    _meta_: {
      tenant_id: 'acme',
      workspace_id: 'web',
      content_model_id: '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f',
    },
  },
  failures: {
    400: 'A scoping header is missing or a parameter is not valid.',
    401: 'No token was sent, or it is not valid.',
    403: 'The token is for another scope.',
    404: 'The content model does not exist in this scope.',
    413: 'The request body is too large.',
    429: TOO_MANY,
    500: 'Unexpected error.',
    503: 'The service is temporarily unavailable. Try again after `Retry-After` seconds.',
  },
});
