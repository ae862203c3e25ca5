// Bulk writes and deletes, on the wire: a bundle of any length in, one result line for each of its lines out.

import { Type } from 'typebox';
import { manageFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, flag } from '../values.ts';

const common = {
  tag: 'Bulk',
  method: 'POST',
  envelope: 'wrapped',
  scope: 'workspace',
  access: 'manage',
  params: closedObject({}),
  query: closedObject({}),
  headers: closedObject({}),
  body: closedObject({}),
  bodyReading: 'stream',
  responseFormat: 'lines',
  success: Type.Unsafe<AsyncIterable<string>>({ type: 'string' }),
  successDescription:
    'NDJSON. For each line that is not blank, in order: `{"line":n,"outcome":…}` or `{"line":n,"error":{name,message,code}}`. The last line is `{"summary":{…}}`; its `is_complete` says whether the whole request was read. A line is committed before its result is sent.',
  failures: manageFailures,
} as const;

const ANY_LENGTH =
  'The body is NDJSON of any length, optionally gzipped. Lines are processed in batches; each batch is committed before its results are sent. A line that fails changes nothing and does not stop the others. If the connection breaks, committed lines stay committed and the whole request can be sent again.';

export const manageBulk = defineOperation({
  ...common,
  query: closedObject({
    allow_duplicates: Type.Optional(
      flag(
        'Whether a line may repeat the key of an earlier line and replace it. Default `false`: such a line is rejected.',
      ),
    ),
  }),
  name: 'manage-bulk-write',
  operationId: 'writeBulk',
  path: '/manage/v1/bulk',
  summary: 'Write objects in bulk',
  description: `Creates or replaces the object in each line of a bundle. ${ANY_LENGTH} A line may only refer to objects that exist or that come before it. A line that repeats the key of one of the first million lines is rejected, unless it is an exact repetition of an object that contains others, such as a catalog. A \`scope\` line must name the workspace of the request. \`tenant\` and \`workspace\` lines need the operator's token. Outcomes: \`created\`, \`updated\`, \`unchanged\`, and \`accepted\` for a scope line.`,
  requestExample: '{"kind":"tenant","id":"acme","name":"Acme"}\n',
  successExample:
    '{"line":1,"outcome":"created"}\n{"summary":{"lines":1,"created":1,"updated":0,"unchanged":0,"deleted":0,"absent":0,"failed":0,"is_complete":true}}\n',
});

export const manageBulkDelete = defineOperation({
  ...common,
  name: 'manage-bulk-delete',
  operationId: 'deleteBulk',
  path: '/manage/v1/bulk/delete',
  summary: 'Delete objects in bulk',
  description: `Deletes the object that each line names by \`kind\` and key. A complete bundle line works too; its other fields are ignored. The key of a record is \`id\`; of a version \`record_id\` and \`id\`; of a publication \`record_id\`, \`environment_id\` and \`version_id\`, and \`locales\` to unpublish only some. ${ANY_LENGTH} An object that others still need is not deleted. Deleting a record deletes its versions, and deleting a publication unpublishes it; nothing else is deleted along with an object. Outcomes: \`deleted\`, \`absent\`, and \`accepted\` for a scope line.`,
  requestExample:
    '{"kind":"product","catalog_id":"0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f","id":"p1"}\n{"kind":"domain","host":"shop.acme.test"}\n',
  successExample:
    '{"line":1,"outcome":"deleted"}\n{"line":2,"outcome":"absent"}\n{"summary":{"lines":2,"created":0,"updated":0,"unchanged":0,"deleted":1,"absent":1,"failed":0,"is_complete":true}}\n',
});
