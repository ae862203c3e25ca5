// Unpublishing on the wire: takes versions of a record out of environments, in the very shapes of operation 5.

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
    'Takes, for each element, one version of the record out of one environment. All accepted elements commit in one transaction before the answer; an element that fails does not stop the others. A version that is not published there succeeds and changes nothing.',
  successDescription: 'What is not published any more, and what failed.',
});
