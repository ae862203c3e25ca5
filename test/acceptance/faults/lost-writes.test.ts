// A failover to a standby that had not received everything. Acknowledged writes are lost with the primary, which no service can
// help. But what is left is shown as it is: no index, no cache and no list goes on with what never happened.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { compareNodes } from './compare-nodes.ts';
import { openClient, type Reply } from './fault-client.ts';
import { type ClusterNode, openCluster, untilReady } from './fault-cluster.ts';
import { newHistory } from './fault-history.ts';
import { itemPath, searchPath } from './fault-load.ts';

const everywhere = searchPath('everywhere');
const list = itemPath('a').replace('/a/en-us', '');

test('a failover that lost writes leaves nothing of them behind on any process', async (t) => {
  // Longer than the writes after the failover take: a cached revision is still believed.
  const cluster = await openCluster(t, 2);
  const client = openClient(cluster, (what) => assert.fail(what));
  t.after(() => client.close());
  const [first, second] = cluster.nodes as [ClusterNode, ClusterNode];
  const put = async (node: ClusterNode, word: string, value: string): Promise<Reply> => {
    const body = {
      type: 'article',
      title: `${word} ${value}`,
      body: 'everywhere',
      url: '/',
      created_at: '2026-01-02T03:04:05Z',
    };
    return client.send(node, { method: 'PUT', path: itemPath(word), body });
  };
  const titles = async (node: ClusterNode, path: string): Promise<string[]> => {
    const { status, text } = await client.send(node, { path });
    if (status !== 200) return [`${status}`];
    return [...text.matchAll(/"title":"([^"]*)"/g)].map(([, title = '']) => title).toSorted();
  };
  const untilShown = async (expected: readonly string[]): Promise<void> => {
    for (const node of [first, second]) {
      for (const path of [everywhere, list]) {
        await waitUntil(`${node.name} ${path} shows ${expected}`, async () => {
          const found = await titles(node, path);
          return JSON.stringify(found) === JSON.stringify(expected);
        });
      }
    }
  };
  for (const word of ['a', 'b']) assert.equal((await put(first, word, 'v1')).status, 201);
  await untilShown(['a v1', 'b v1']);
  await waitUntil('the standby has everything', () => cluster.pair.hasStandby());
  await cluster.pair.loseStandby();
  assert.equal((await put(first, 'a', 'lost')).status, 200);
  assert.equal((await put(first, 'c', 'lost')).status, 201);
  await untilShown(['a lost', 'b v1', 'c lost']);

  await cluster.pair.failOver();
  cluster.pointToPrimary();
  // As many writes as were lost: the feed ends at the same position again.
  await waitUntil('writes work', async () => (await put(second, 'b', 'v2')).status === 200);
  await waitUntil('writes work', async () => (await put(second, 'd', 'v2')).status === 201);
  await untilShown(['a v1', 'b v2', 'd v2']);
  await untilReady(cluster.nodes);
  await compareNodes(cluster.nodes, client, newHistory());
});
