// Nodes of a cluster of three that are killed, one or all of them.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { placeHeaders } from '../faults/fault-cluster.ts';
import { searchPath } from '../faults/fault-load.ts';
import { readFeedMetric, type SearchCluster } from './search-cluster.ts';
import { type SearchFault, untilFed, untilNoted } from './search-faults.ts';

/** Within the deadline of a search and the wait for its position, and what a busy machine adds. */
const REFUSED_MAX_MS = 6_000;

const assertRefused = async (cluster: SearchCluster): Promise<void> => {
  for (const node of cluster.nodes) {
    const fromMs = performance.now();
    // A term that nobody has searched for: no cache knows the response.
    const path = searchPath(`unheard${Math.random()}`.replace('.', ''));
    const response = await fetch(new URL(path, node.address()), { headers: placeHeaders });
    const text = await response.text();
    assert.equal(response.status, 503, text);
    assert.ok(Number(response.headers.get('retry-after')) > 0, text);
    assert.ok(performance.now() - fromMs < REFUSED_MAX_MS, 'it took too long');
  }
};

/** `untilFound` resolves when searches are served again. */
export const oneKilled = (untilFound: () => Promise<number>): SearchFault => ({
  name: 'one of three nodes killed',
  share: 0,
  inject: async ({ cluster, random, goOn }) => {
    const node = Math.floor(random() * 3);
    await cluster.engine.kill(node);
    await goOn();
    // Two of three are enough.
    await untilFound();
    await cluster.engine.restart(node);
  },
});

export const allStopped = (leastMs: number): SearchFault => ({
  name: 'all three nodes stopped',
  share: 0,
  inject: async ({ cluster, goOn }) => {
    const all = cluster.engine.urls.map((_, node) => node);
    await Promise.all(all.map((node) => cluster.engine.kill(node)));
    await Promise.all([goOn(), pause(leastMs)]);
    await assertRefused(cluster);
    await untilNoted(cluster, '/readyz says how far behind', (notes) => notes.behind_changes > 0);
    const feeder = await untilFed(cluster);
    await waitUntil('so do the metrics', async () => (await readFeedMetric(feeder, 'behind_changes')) > 0);
    await Promise.all(all.map((node) => cluster.engine.restart(node)));
  },
});
