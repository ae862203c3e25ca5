// Compares two versions of a record, on the wire. Needs a `full` token.

import { Type } from 'typebox';
import { fullFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, namedObject } from '../values.ts';
import {
  changeShape,
  UNKNOWN_VERSION,
  VERSION_PATH,
  versionParams,
  versionSummary,
  versionSummaryExample,
} from './record-shapes.ts';

export const compareVersions = defineOperation({
  name: 'compare-versions',
  tag: 'Records',
  method: 'GET',
  path: `${VERSION_PATH}/compare/{other_version_id}`,
  envelope: 'wrapped',
  scope: 'headers',
  access: 'full',
  isCacheable: true,
  isIndependentOfProducts: true,
  summary: 'Compare two versions',
  description:
    'Returns the differences between two versions of a record, by locale and field. A value that only one version has is compared with `null`.',
  params: closedObject({
    ...versionParams,
    other_version_id: Type.String({ description: 'Id of the version to compare it with.' }),
  }),
  query: closedObject({}),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('VersionComparison', {
    before: versionSummary,
    after: versionSummary,
    changes: Type.Array(changeShape, {
      description: 'Ordered by locale. Empty if the versions do not differ.',
    }),
  }),
  successDescription: 'Both versions and their differences.',
  successExample: {
    before: {
      ...versionSummaryExample,
      id: '1d0a5a0e-2f39-4f0a-8a53-3a7f1c0a9b21',
      number: 1,
      name: 'First',
      state: 'superseded',
      places: [],
    },
    after: versionSummaryExample,
    changes: [{ locale: 'en-us', field: 'title', before: 'Frost', after: 'First frost' }],
  },
  failures: { ...fullFailures, 404: UNKNOWN_VERSION },
});
