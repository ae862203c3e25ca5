// What the operations on records and versions share on the wire: paths, parameters, the shapes of a record and a version,
// and the descriptions of their failures.

import { type Static, type TSchema, Type } from 'typebox';
import { fullFailures, readFailures } from '../common-failures.ts';
import { MODELS_PATH } from '../models/list-content-models.ts';
import {
  closedObject,
  dateTime,
  IDENTIFIER_MAX_CHARS,
  LOCALE_PATTERN,
  namedObject,
  TEXT_MAX_CHARS,
  UUID_PATTERN,
} from '../values.ts';

export const RECORDS_PATH = `${MODELS_PATH}/{modelInternalName}/records`;
export const RECORD_PATH = `${RECORDS_PATH}/{contentModelDataId}`;
export const VERSIONS_PATH = `${RECORD_PATH}/versions`;
export const VERSION_PATH = `${VERSIONS_PATH}/{version_id}`;

export const EXPAND_MAX = 3;
/** Related records in one response. A record that appears twice counts twice. */
export const EXPANDED_RECORDS_MAX = 1_000;
/** Characters of all related records in one response, since a few long records are as large as many short ones. */
export const EXPANDED_CHARS_MAX = 2_000_000;
export const FILTER_MAX_CHARS = 8_000;

export const modelParams = {
  modelInternalName: Type.String({
    title: 'ModelInternalName',
    description: 'Internal name of the content model.',
  }),
};
export const recordParams = {
  ...modelParams,
  contentModelDataId: Type.String({ title: 'RecordId', description: 'Id of the record.' }),
};
export const versionParams = {
  ...recordParams,
  version_id: Type.String({ title: 'VersionId', description: 'Id of the version.' }),
};

export const idempotencyHeader = {
  'idempotency-key': Type.Optional(
    Type.String({
      title: 'IdempotencyKey',
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description:
        'Repeating a request with the same key within 24 hours returns the first response and changes nothing.',
    }),
  ),
};

const recordId = '7d0f1a34-6f5e-4d2b-9a55-0c1f6f5b2c11';
const versionId = '5f0c8f5e-8f3c-4a53-8f53-5b1c56b1d7aa';

export const recordExample = {
  id: recordId,
  model: 'blog',
  locale: 'en-us',
  version_id: versionId,
  version_number: 2,
  title: 'First frost',
  page_slug: '/journal/first-frost',
  summary: 'What to wear when the lakes freeze.',
  body: 'What to wear when the lakes freeze.',
  image_url: null,
  fields: { reading_minutes: 4 },
  created_at: '2026-01-02T03:04:05Z',
  created_by: 'Ines',
  modified_at: '2026-01-03T03:04:05Z',
  modified_by: 'Ines',
  published_at: '2026-01-03T04:00:00Z',
};

export const localizedExample = {
  'en-us': {
    title: 'First frost',
    page_slug: '/journal/first-frost',
    body: 'What to wear when the lakes freeze.',
    fields: { reading_minutes: 4 },
  },
};

export const versionSummaryExample = {
  id: versionId,
  record_id: recordId,
  number: 2,
  name: 'Second',
  created_at: '2026-01-03T03:04:05Z',
  created_by: 'Ines',
  locales: ['en-us'],
  state: 'published',
  places: [
    {
      environment_id: 'PRODUCTION-1',
      locale: 'en-us',
      state: 'published',
      published_at: '2026-01-03T04:00:00Z',
    },
  ],
};

export const versionExample = { ...versionSummaryExample, localized: localizedExample };
/** A version that was just saved. */
export const draftExample = { ...versionExample, state: 'draft', places: [] };

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const fieldValues = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

export const recordProperties = {
  id: Type.String({ format: 'uuid', description: 'Id of the record.' }),
  model: Type.String({ description: 'Internal name of the content model.' }),
  locale: Type.String({ description: 'The locale of the returned texts.' }),
  version_id: Type.String({ format: 'uuid', description: 'Id of the returned version.' }),
  version_number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  page_slug: Type.String(),
  summary: Type.String({ description: 'The stored summary, or one made from the body.' }),
  body: Type.String(),
  image_url: orNull(Type.String()),
  fields: fieldValues('Values of the fields of the model, by internal name. Unused fields are absent.'),
  created_at: dateTime('When the record was created.'),
  created_by: orNull(Type.String()),
  modified_at: dateTime('When the version was saved.'),
  modified_by: orNull(Type.String()),
  published_at: orNull(dateTime('When the version was published in this environment.')),
};

export const versionStates = ['draft', 'published', 'superseded', 'unpublished'] as const;

const stateProperty = Type.Optional(
  Type.Enum([...versionStates], {
    description: 'Only in a preview: the publication state of the version in this environment and locale.',
  }),
);

export const recordPayload = closedObject({ ...recordProperties, state: stateProperty });

/** Any of the properties, as a selection leaves them. */
export const selectedRecord = Type.Partial(Type.Object({ ...recordProperties, state: stateProperty }), {
  title: 'Record',
  additionalProperties: false,
  examples: [recordExample],
});

export const recordSummary = namedObject('RecordSummary', {
  id: recordProperties.id,
  model: recordProperties.model,
  created_at: recordProperties.created_at,
  created_by: recordProperties.created_by,
});

const textProperties = {
  title: Type.String({ description: 'Required.' }),
  page_slug: Type.Optional(Type.String({ description: 'Path of the page, relative to the storefront.' })),
  summary: Type.Optional(Type.String({ description: 'Made from the body if omitted.' })),
  body: Type.Optional(Type.String()),
  image_url: Type.Optional(Type.String({ description: 'A path or a URL.' })),
  fields: Type.Optional(fieldValues('Values of the fields of the model, by internal name.')),
};

export const localizedTexts = Type.Record(
  Type.String({ pattern: LOCALE_PATTERN }),
  namedObject('RecordText', textProperties),
  { title: 'RecordTexts', description: 'The texts by locale. Unused properties are absent.' },
);

const placeShape = namedObject('Publication', {
  environment_id: Type.String(),
  locale: Type.String(),
  state: Type.Enum(['published', 'superseded', 'unpublished']),
  published_at: dateTime('When the version was published there.'),
});

export const versionSummaryProperties = {
  id: Type.String({ format: 'uuid' }),
  record_id: Type.String({ format: 'uuid' }),
  number: Type.Integer({ minimum: 1, description: 'Counts up from 1 within the record.' }),
  name: Type.String(),
  created_at: dateTime('When the version was saved.'),
  created_by: orNull(Type.String()),
  locales: Type.Array(Type.String(), { description: 'Locales in which the version has texts.' }),
  state: Type.Enum([...versionStates], {
    description: 'Publication state in the environment of the request. `draft`: never published there.',
  }),
  places: Type.Array(placeShape, {
    description: 'Where the version is or was published, among the environments that the token may use.',
  }),
};

export const versionSummary = namedObject('VersionSummary', versionSummaryProperties, {
  examples: [versionSummaryExample],
});
export const versionPayload = namedObject(
  'Version',
  { ...versionSummaryProperties, localized: localizedTexts },
  { examples: [versionExample] },
);
export const versionResult = namedObject('VersionResult', { version: versionPayload });

export type RecordPayload = Static<typeof recordPayload>;
export type VersionSummary = Static<typeof versionSummary>;
export type VersionPayload = Static<typeof versionPayload>;

/** How a body that holds texts is described; the use case reads it (Decision 0022). */
export const versionBodyProperties = {
  created_by: Type.Optional(
    Type.String({ maxLength: IDENTIFIER_MAX_CHARS, description: 'Name of the author.' }),
  ),
  name: Type.Optional(Type.String({ maxLength: TEXT_MAX_CHARS, description: 'Name of the version.' })),
  localized: localizedTexts,
};

export const newId = (description: string) =>
  Type.Optional(Type.String({ pattern: UUID_PATTERN, description }));

export const changeShape = namedObject('VersionChange', {
  locale: Type.String(),
  field: Type.String({ description: 'Path of the field, such as `title` or `fields.price`.' }),
  before: Type.Unknown(),
  after: Type.Unknown(),
});

export const preview = () =>
  Type.Boolean({
    title: 'Preview',
    default: false,
    description:
      'Whether to return the latest version of each record, published or not, instead of the published one. Needs a `full` token.',
  });

export const expand = () =>
  Type.Integer({
    title: 'Expand',
    minimum: 0,
    maximum: EXPAND_MAX,
    default: 0,
    description: `How many levels of relations to replace by the related records, at most ${EXPAND_MAX}. A related record that is not visible here is returned as \`{ "id", "is_available": false }\`. A request whose response would hold more than ${EXPANDED_RECORDS_MAX} related records, or ${EXPANDED_CHARS_MAX} characters of them, is rejected (400).`,
  });

export const UNKNOWN_MODEL = 'The model does not exist in this scope.';
export const UNKNOWN_RECORD = 'The model or the record does not exist in this scope.';
export const UNKNOWN_VERSION = 'The model, the record or the version does not exist in this scope.';

export const recordReadFailures = { ...readFailures, 404: UNKNOWN_RECORD } as const;
export const recordWriteFailures = {
  ...fullFailures,
  400: 'The request cannot be parsed, or values do not fit the model. `Data.field_errors` then has one entry per invalid field, the first hundred, with `field`, `locale`, `code` and `message`; `Data.field_error_count` says how many there are.',
  404: UNKNOWN_RECORD,
} as const;
