// What a search gets while OpenSearch is silent, or has lost an index. Everything else runs on a real server, in
// `opensearch-search.engines.test.ts`.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openSearchStandIn, type Reply, wholeResponse } from '../../../test/fixtures/search-stand-in.ts';
import type { Failure } from '../../domain/failures/failure.ts';
import { openSearchServer } from './client/search-server.ts';
import { buildOpenSearchIndex } from './opensearch-search.ts';

const SCOPE = { tenantId: 'acme', workspaceId: 'web', environmentId: 'PROD' };
const STATE = {
  _source: {
    generation: 1,
    index: 'shop',
    index_uuid: 'first',
    position: 7,
    objects_position: 7,
    settings_position: 1,
  },
  _seq_no: 1,
  _primary_term: 1,
};
const isState = (url: string): boolean => url.includes('/_doc/');

const openIndex = async (t: TestContext, reply: Reply, callMs: number, deadlineMs: number) => {
  const standIn = await openSearchStandIn();
  t.after(() => standIn.close());
  standIn.reply = reply;
  const server = openSearchServer({ urls: [standIn.url], searchDeadlineMs: callMs });
  t.after(() => server.close());
  const index = buildOpenSearchIndex({
    ...{ server, prefix: 'test', waitMs: 0, deadlineMs, servesStale: false, onWaiting: () => {} },
    source: { loadCatalog: async () => ({}) as never, position: () => 0 },
  });
  return { standIn, count: () => index.countProducts(SCOPE, 'shop', { position: undefined } as never) };
};

const isFailure = (code: string) => (error: unknown) => (error as Failure).code === code;

test('a state that gets no response does not outlast the deadline of searches', async (t) => {
  const { count } = await openIndex(t, () => undefined, 30_000, 100);
  await assert.rejects(count(), isFailure('deadline_exceeded'));
});

// The deadline of the call is later than the end of the test.
test('all calls of a search share one deadline', { timeout: 60_000 }, async (t) => {
  const reply: Reply = ({ url }) => (isState(url) ? { body: STATE } : undefined);
  const { count, standIn } = await openIndex(t, reply, 600_000, 1_500);
  await assert.rejects(count(), isFailure('deadline_exceeded'));
  assert.ok(standIn.calls.some(({ url }) => !isState(url)));
});

test('an index that was deleted and made again is not searched', async (t) => {
  const names = new Set<string>();
  const reply: Reply = ({ url }) => {
    if (isState(url)) return { body: STATE };
    names.add(url.split('/')[1] ?? '');
    const error = { type: 'index_not_found_exception', reason: 'no such index' };
    return url.startsWith('/shop-second/')
      ? { body: wholeResponse }
      : { status: 404, body: { error, status: 404 } };
  };
  const { count } = await openIndex(t, reply, 30_000, 30_000);
  await assert.rejects(count(), isFailure('index_not_ready'));
  assert.deepEqual([...names], ['shop-first']);
});
