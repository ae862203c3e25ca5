// Bulk writing and deleting on the wire: a bundle in, one line of result for each of its lines out, of any length.

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
  answerForm: 'lines',
  success: Type.Unsafe<AsyncIterable<string>>({ type: 'string' }),
  successDescription:
    'NDJSON. For each line that is not blank, in order, `{"line":n,"outcome":…}` or `{"line":n,"error":{name,message,code}}`; at last `{"summary":{…}}`, in which `is_complete` says whether all of the request was read. What a result line says is committed.',
  failures: manageFailures,
} as const;

const ANY_LENGTH =
  'NDJSON of any length, gzipped or not. Lines are written in batches, each of them committed before its results are sent; a line at fault changes nothing and stops no other. A request that breaks off leaves what was committed, and can be sent again as a whole.';

export const manageBulk = defineOperation({
  ...common,
  query: closedObject({
    allow_duplicates: Type.Optional(
      flag(
        'Whether a line may have the key of an earlier one and take its place. Default `false`: it is refused.',
      ),
    ),
  }),
  name: 'manage-bulk-write',
  operationId: 'writeBulk',
  path: '/manage/v1/bulk',
  summary: 'Write many things',
  description: `Takes the lines of a bundle and writes each of them under its key. ${ANY_LENGTH} A line may only refer to what stands or comes before it. A line with the key of an earlier one (of the first million) is refused, except for word for word repetitions of what other lines stand in, such as a catalog. A \`scope\` line must name the workspace of the request; \`tenant\` and \`workspace\` lines need the operator. Outcomes: \`created\`, \`updated\`, \`unchanged\`, for a scope line \`accepted\`.`,
  requestExample: '{"kind":"tenant","id":"acme","name":"Acme"}\n',
  successExample:
    '{"line":1,"outcome":"created"}\n{"summary":{"lines":1,"created":1,"updated":0,"unchanged":0,"deleted":0,"absent":0,"failed":0,"is_complete":true}}\n',
});

export const manageBulkDelete = defineOperation({
  ...common,
  name: 'manage-bulk-delete',
  operationId: 'deleteBulk',
  path: '/manage/v1/bulk/delete',
  summary: 'Delete many things',
  description: `Each line holds \`kind\` and the fields of the key, or is a whole line of a bundle, of which only those are looked at. The key of a record is \`id\`, of a version \`record_id\` and \`id\`, of a publication \`record_id\`, \`environment_id\` and \`version_id\`, with \`locales\` where not all are meant. ${ANY_LENGTH} What is still needed is not deleted, and nothing is deleted with it but the versions of a record. A publication that is deleted is unpublished. Outcomes: \`deleted\`, \`absent\`, for a scope line \`accepted\`.`,
  requestExample:
    '{"kind":"product","catalog_id":"0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f","id":"p1"}\n{"kind":"domain","host":"shop.acme.test"}\n',
  successExample:
    '{"line":1,"outcome":"deleted"}\n{"line":2,"outcome":"absent"}\n{"summary":{"lines":2,"created":0,"updated":0,"unchanged":0,"deleted":1,"absent":1,"failed":0,"is_complete":true}}\n',
});
