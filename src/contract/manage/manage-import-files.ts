// Importing files of other systems, on the wire: form data with the files in, one report out, with progress before it.

import { Type } from 'typebox';
import { manageFailures, NOT_FOUND } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, flag, ID_PREFIX_PATTERN, identifier, LOCALE_PATTERN, uuid } from '../values.ts';

const formats = ['shopify-csv', 'wxr', 'contentful', 'products', 'content', 'forms'] as const;

const ENVIRONMENTS_MAX = 100;

const idPrefix = (description: string) =>
  Type.String({ pattern: ID_PREFIX_PATTERN, description, examples: ['wp-'] });

export const manageImportFiles = defineOperation({
  name: 'manage-import-files',
  operationId: 'importFiles',
  tag: 'Bulk',
  method: 'POST',
  path: '/manage/v1/import',
  envelope: 'wrapped',
  scope: 'workspace',
  access: 'manage',
  summary: 'Import files of another system',
  description:
    'Imports exports of Shopify, WordPress and Contentful, or NDJSON, JSON and CSV by a mapping, into the workspace of the request. Everything is read and checked first, then written in one transaction. If anything is bad, nothing is imported, unless `keep_going` is set. An import that is interrupted has changed nothing, and importing the same files again changes nothing: so send them again. The files are plain or gzipped, whatever they are called. The whole body may be gzipped too.',
  params: closedObject({}),
  query: closedObject({
    from: Type.Enum(formats, {
      description:
        'What the files are: `shopify-csv`, the product CSV of Shopify; `wxr`, exports of WordPress; `contentful`, an export of Contentful; `products`, `content` or `forms`, rows that `mapping` describes.',
    }),
    catalog_id: Type.Optional(
      uuid(
        'Catalog to import into. If omitted: the only one of the workspace. `contentful` and `forms` need none.',
      ),
    ),
    environment_id: Type.Optional(
      Type.Array(identifier('An environment.'), {
        maxItems: ENVIRONMENTS_MAX,
        description: 'Where records are published. If omitted: the environments of the catalog.',
      }),
    ),
    locale: Type.Optional(
      Type.String({
        pattern: LOCALE_PATTERN,
        maxLength: 35,
        description:
          'Locale of texts that name none. If omitted: that of the first environment of the catalog.',
        examples: ['en-us'],
      }),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        description: 'Currency of prices that name none. If omitted: that of the store of the catalog.',
        examples: ['USD'],
      }),
    ),
    id_prefix: Type.Optional(
      idPrefix(
        'Only for `wxr`: how the ids of its items begin. If omitted: with the address of the site. Name it if the catalog has ids of another site or of an earlier import.',
      ),
    ),
    old_id_prefix: Type.Optional(
      idPrefix('Only for `wxr` with `prune`: how they began in an earlier import, whose items are replaced.'),
    ),
    dry_run: Type.Optional(flag('Whether to report what would happen, and change nothing.')),
    prune: Type.Optional(
      flag('Whether to delete what the files no longer have. Nothing is deleted if anything is bad.'),
    ),
    keep_going: Type.Optional(flag('Whether to import the good objects even if others are bad.')),
  }),
  headers: closedObject({}),
  bodyReading: 'parts',
  body: closedObject({
    file: Type.Array(Type.String({ contentMediaType: 'application/octet-stream' }), {
      minItems: 1,
      maxItems: 20,
      description: 'The files of one export, each with its name.',
    }),
    mapping: Type.Optional(
      Type.String({
        contentMediaType: 'application/json',
        description:
          'Only for `products`, `content` and `forms`, which need it: which column becomes which field.',
      }),
    ),
  }),
  requestExample: { file: ['Handle,Title,Variant SKU,Variant Price\ntent,Tent,0012,199.00\n'] },
  responseFormat: 'lines',
  success: Type.Unsafe<AsyncIterable<string>>({ type: 'string' }),
  successDescription:
    'NDJSON. While it takes long, `{"progress":{"phase":…,"done":n,"total":n,"objects":n}}` about once a second: `wait` while others are imported, then `read` with bytes of the files, then `write` with objects. The last line is `{"summary":{…}}`: whether the import was `committed`; how many `objects` the files have; by kind, how many were `created`, `updated`, `unchanged` and `deleted`; what was left out on purpose (`skipped`), by reason; `fault_count` and the first hundred `faults`, each with its `line`, and its `file`, `column` and `value` if there are any; the first thousand objects that were `deleted`, or that are no longer in the files but were `kept` because others relate to them; and `prune_refusal`. If the import fails as a whole after a line was sent, the last line is `{"error":{name,message,code}}`.',
  successExample:
    '{"summary":{"committed":true,"dry_run":false,"objects":1,"kinds":{"product":{"created":1,"updated":0,"unchanged":0,"deleted":0}},"skipped":[],"fault_count":0,"faults":[],"deleted":[],"kept":[]}}\n',
  failures: {
    ...manageFailures,
    404: NOT_FOUND,
    413: 'The upload is larger than VITRINE_IMPORT_MAX_MIB.',
  },
});
