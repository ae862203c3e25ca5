// The versions of a record, on the wire: newest first, without texts. Needs a `full` token, since drafts are not public.

import { Type } from 'typebox';
import { fullFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, limit, namedObject, RECORDS_LIMIT, skip } from '../values.ts';
import {
  recordParams,
  UNKNOWN_RECORD,
  VERSIONS_PATH,
  versionSummary,
  versionSummaryExample,
} from './record-shapes.ts';

export const listVersions = defineOperation({
  name: 'list-versions',
  tag: 'Records',
  method: 'GET',
  path: VERSIONS_PATH,
  envelope: 'wrapped',
  scope: 'headers',
  access: 'full',
  isCacheable: true,
  isIndependentOfProducts: true,
  summary: 'List the versions of a record',
  description: 'Lists the versions of a record, newest first, with their publication states.',
  params: closedObject(recordParams),
  query: closedObject({
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(RECORDS_LIMIT.default, RECORDS_LIMIT.max)),
  }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('VersionList', {
    total_count: Type.Integer({ minimum: 0, description: 'Number of versions before `skip` and `limit`.' }),
    items: Type.Array(versionSummary),
  }),
  successDescription: 'One page of versions, and the total number.',
  successExample: { total_count: 1, items: [versionSummaryExample] },
  failures: { ...fullFailures, 404: UNKNOWN_RECORD },
});
