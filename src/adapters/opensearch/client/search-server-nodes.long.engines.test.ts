// The client on three nodes of a real OpenSearch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DOCUMENTS,
  type Found,
  fillIndex,
  totalOf,
} from '../../../../test/fixtures/opensearch/filled-index.ts';
import { startOpenSearch } from '../../../../test/fixtures/opensearch/start-opensearch.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { type OpenedSearchServer, openSearchServer } from './search-server.ts';
import { SearchServerGone } from './search-server-errors.ts';

test('one is killed, one is frozen, and every search gets a whole response', async (t) => {
  const cluster = await startOpenSearch({ nodes: 3, heapMiB: 256 });
  const server = openSearchServer({ urls: cluster.urls, searchDeadlineMs: 60_000, deadlineMs: 60_000 });
  t.after(async () => {
    await server.close();
    await cluster.close();
  });
  const health = (status: string, nodes: number) =>
    server.request({
      method: 'GET',
      path: '/_cluster/health',
      query: { wait_for_status: status, wait_for_nodes: String(nodes), timeout: '50s' },
    });
  await health('green', 3);
  await fillIndex(server, 2);
  await health('green', 3);
  await cluster.kill(0);
  for (let call = 0; call < 20; call += 1)
    assert.equal(totalOf(await server.search<Found>('shop', 'r', { size: 0 })), DOCUMENTS);
  await cluster.restart(0);
  await health('green', 3);
  cluster.freeze(1);
  for (let call = 0; call < 4; call += 1)
    assert.equal(
      totalOf(await server.search<Found>('shop', 'r', { size: 0 }, 10_000).catch(() => again(server))),
      DOCUMENTS,
    );
  cluster.thaw(1);
});

/** The cluster itself needs a while to notice that a node is frozen, and asks it for shards until then. */
const again = async (server: OpenedSearchServer): Promise<Found> => {
  let found: Found | undefined;
  await waitUntil('a whole response', async () => {
    found = await server.search<Found>('shop', 'r', { size: 0 }, 10_000).catch((error) => {
      assert.ok(error instanceof SearchServerGone);
      return undefined;
    });
    return found !== undefined;
  });
  return found as Found;
};
