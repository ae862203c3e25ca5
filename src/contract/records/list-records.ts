// The records that are published in an environment, on the wire: with search, filters, sorting and paging. Needs a token.

import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import {
  closedObject,
  identifier,
  limitOfLong,
  locale,
  namedObject,
  RECORDS_LIMIT,
  skip,
  sortOrder,
  text,
} from '../values.ts';
import {
  expand,
  FILTER_MAX_CHARS,
  modelParams,
  preview,
  RECORDS_PATH,
  recordExample,
  recordReadFailures,
  selectedRecord,
  UNKNOWN_MODEL,
} from './record-shapes.ts';

export const selectedFields = () =>
  text(
    'Comma-separated properties of a record to return. Name single fields of the model as `fields.<internal name>`. Default: all.',
    'RecordFields',
  );

export const listRecords = defineOperation({
  name: 'list-records',
  tag: 'Records',
  method: 'GET',
  path: RECORDS_PATH,
  envelope: 'wrapped',
  scope: 'headers',
  access: 'read',
  isCacheable: true,
  isIndependentOfProducts: true,
  summary: 'List records',
  description:
    'Lists the records of a model that are published in the environment, each in the first locale of the fallback chain in which it exists. With `preview` it lists the latest versions.',
  params: closedObject(modelParams),
  query: closedObject({
    locale: Type.Optional(locale()),
    fields: Type.Optional(selectedFields()),
    search: Type.Optional(
      text('Substring of the title or of a searchable text field. Case and accents are ignored.'),
    ),
    filter: Type.Optional(
      Type.String({
        maxLength: FILTER_MAX_CHARS,
        description:
          'Groups of rules as JSON text, in the same format as in the product count. Fields: `id`, `title`, `page_slug`, `created_at`, `modified_at`, `published_at`, `created_by`, and the fields of the model by internal name.',
        examples: [
          '[{"group":{"operator":"AND","rules":[{"action":"less_than","field_name":"reading_minutes","value":"5"}]}}]',
        ],
      }),
    ),
    sort_by: Type.Optional(
      identifier(
        'Field to sort by: any field that `filter` accepts, except lists. Default `created_at`. Records without a value come last.',
      ),
    ),
    sort_order: Type.Optional(
      sortOrder('Default `desc` for dates, `asc` for everything else. Ties are sorted by record id.'),
    ),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limitOfLong(RECORDS_LIMIT.default, RECORDS_LIMIT.max)),
    expand: Type.Optional(expand()),
    preview: Type.Optional(preview()),
  }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('RecordList', {
    total_count: Type.Integer({
      minimum: 0,
      description: 'Number of matching records before `skip` and `limit`.',
    }),
    items: Type.Array(selectedRecord),
  }),
  successDescription: 'One page of records, and the total number that match.',
  successExample: { total_count: 1, items: [recordExample] },
  failures: {
    ...recordReadFailures,
    403: 'The token is for another scope, or it may only read and `preview` was requested.',
    404: UNKNOWN_MODEL,
  },
});
