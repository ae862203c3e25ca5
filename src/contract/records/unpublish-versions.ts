// Unpublishes versions of a record from environments, on the wire. Request and response have the shapes of operation 5.

import { defineOperation } from '../operation.ts';
import { publishVersions } from './publish-versions.ts';
import { VERSIONS_PATH } from './record-shapes.ts';

export const unpublishVersions = defineOperation({
  ...publishVersions,
  name: 'unpublish-versions',
  ignoresUnknownQuery: false,
  path: `${VERSIONS_PATH}/unpublish`,
  summary: 'Unpublish record versions',
  description:
    'Each element unpublishes one version of the record from one environment. All accepted elements are committed in one transaction before the response is sent. An element that fails does not stop the others. Unpublishing a version that is not published there succeeds and changes nothing.',
  successDescription: 'The versions that are no longer published and those that failed.',
});
