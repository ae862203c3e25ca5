// Unpublishing shares publishing's ways; that it asks for the opposite, and never meets its idempotencyKeys, is shown here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure, storeWith } from '../../../test/fixtures/fake-caller.ts';
import { idOf, modelOf } from '../../../test/fixtures/fake-records.ts';
import type { PublishRequest } from '../../domain/ports.ts';
import { buildPublishVersions } from './publish-versions.ts';
import { buildUnpublishVersions } from './unpublish-versions.ts';

test('it unpublishes, with a claim of its own', async () => {
  const asked: (PublishRequest & { action: string })[] = [];
  const note = (action: string) => async (_: unknown, request: PublishRequest) => {
    asked.push({ ...request, action });
    return {
      kind: 'done' as const,
      outcomes: request.elements.map((element) => ({ element, ok: true as const })),
    };
  };
  const dependencies = {
    storeIn: storeWith({
      findContentModelByName: async (name) => (name === 'blog' ? modelOf('blog') : undefined),
      hasRecord: async () => true,
    }),
    publisher: { publish: note('publish'), unpublish: note('unpublish') },
    now: () => new Date(0),
  };
  const input = (modelInternalName: string) => ({
    params: { modelInternalName, contentModelDataId: idOf(1) },
    query: { locale: 'DE_at' },
    headers: { 'idempotency-key': 'k' },
    body: { version_data: [{ environment_id: 'P1', version_id: idOf(2) }] },
  });
  const unpublish = buildUnpublishVersions(dependencies);
  const result = await unpublish(caller, input('blog'));
  assert.deepEqual(result, { success: [idOf(2)], failures: [], failure_details: [] });
  await buildPublishVersions(dependencies)(caller, input('blog'));
  assert.deepEqual(
    asked.map(({ action, locale, recordId }) => [action, locale, recordId]),
    [
      ['unpublish', 'de-at', idOf(1)],
      ['publish', 'de-at', idOf(1)],
    ],
  );
  assert.equal(asked[0]?.idempotency?.key, asked[1]?.idempotency?.key);
  assert.notEqual(asked[0]?.idempotency?.fingerprint, asked[1]?.idempotency?.fingerprint);
  await assert.rejects(
    unpublish(caller, input('none')),
    failure(404, 'ContentModelNotFound', 'content_model_not_found'),
  );
});
