// One version of a record with its texts, on the wire. The texts can be sent back unchanged. Needs a `full` token.

import { fullFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject } from '../values.ts';
import {
  UNKNOWN_VERSION,
  VERSION_PATH,
  versionExample,
  versionParams,
  versionResult,
} from './record-shapes.ts';

export const getVersion = defineOperation({
  name: 'get-version',
  tag: 'Records',
  method: 'GET',
  path: VERSION_PATH,
  envelope: 'wrapped',
  scope: 'headers',
  access: 'full',
  isCacheable: true,
  isIndependentOfProducts: true,
  summary: 'Get a version',
  description: 'Returns one version of a record with its texts and its publication states.',
  params: closedObject(versionParams),
  query: closedObject({}),
  headers: closedObject({}),
  body: undefined,
  success: versionResult,
  successDescription: 'The version.',
  successExample: { version: versionExample },
  failures: { ...fullFailures, 404: UNKNOWN_VERSION },
});
