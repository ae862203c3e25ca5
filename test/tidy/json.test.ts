// Text from outside, and stored text, is parsed by `parseJson`: JSON.parse may be wrong about names with escapes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read, sources } from './import-graph.ts';

/** These read what the project itself wrote, with names that it chose. */
const ownTexts = new Set([
  'src/adapters/captcha/siteverify.ts',
  'src/adapters/embedded-search/snapshots/snapshot-file.ts',
  'src/adapters/embedded-search/use-order.ts',
  'src/adapters/store/migrations/0003-usage.ts',
  'src/cli/commands/bulk.ts',
  'src/cli/demo.ts',
  'src/cli/serve/readable-log.ts',
  'src/contract/schema-walk.ts',
  'src/domain/text/parse-json.ts',
  'src/http/openapi/openapi-share.ts',
  'src/http/openapi/read-openapi.ts',
  'src/markup/plain-text.ts',
  'src/pages/assets.ts',
  'src/pages/reference/client-sample.ts',
  'src/pages/reference/literals.ts',
  'src/pages/reference/sample-request.ts',
  'src/pages/render-wanted.ts',
  'src/runtime/version.ts',
  'src/search/engine/packing/tree-codec.ts',
  'src/search/engine/stored/stored-prices.ts',
]);

test('nothing else calls JSON.parse', () => {
  const found = sources
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.startsWith('src/') && !file.endsWith('.test.ts'))
    .filter((file) => read(file).includes('JSON.parse('));
  assert.deepEqual(found.sort(), [...ownTexts]);
});
