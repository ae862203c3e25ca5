// Runs faults one after the other under load, and checks after each: nothing acknowledged is lost, the index has what the store has,
// all else went on, and searches were right, or refused in time.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { checkAdded, checkHistory } from '../faults/check-history.ts';
import { compareNodes } from '../faults/compare-nodes.ts';
import { openClient } from '../faults/fault-client.ts';
import { MODEL_ID } from '../faults/fault-cluster.ts';
import { type HistoryEvent, newHistory } from '../faults/fault-history.ts';
import { itemPath, searchPath, startLoad } from '../faults/fault-load.ts';
import { readFeedMetric, type SearchCluster } from './search-cluster.ts';
import { type FaultScene, type SearchFault, untilFed, untilNoted } from './search-faults.ts';

const CLIENTS = 4;
/** Acknowledged writes while a fault lasts. */
const ACKNOWLEDGED_MIN = 5;
const MODEL_PATH = `/content/v2/content-models/${MODEL_ID}`;
const FORMS_PATH = '/apis/setting-service/public/v1/forms';

export interface FaultRun {
  inject(fault: SearchFault): Promise<void>;
  /** One fault, then recovery, then a comparison. Prints the times. */
  takeOne(fault: SearchFault): Promise<void>;
  /** Waits until searches that follow a write are served everywhere, and returns how long that took. */
  untilRecovered(): Promise<number>;
  /** Compares the index with the store. */
  verify(): Promise<void>;
  /** Stops the clients and checks all that they have seen. */
  end(): Promise<void>;
}

export const startFaultRun = (t: TestContext, cluster: SearchCluster, random: () => number): FaultRun => {
  const history = newHistory();
  const onStrange = (what: string) => void history.strange.push(what);
  const client = openClient(cluster, onStrange);
  t.after(() => client.close());
  const load = startLoad(cluster, history, CLIENTS, Math.random, (_node, what, startMs) => {
    // One that is frozen in a transaction holds its lock for longer than a client waits.
    if (!cluster.wasFrozen(startMs)) onStrange(`${what}: no response`);
  });
  // Should the test fail before it stops them.
  t.after(() => load.stop());

  const goOn = async (): Promise<void> => {
    const before = load.acknowledged();
    await waitUntil('writes go on', () => load.acknowledged() >= before + ACKNOWLEDGED_MIN);
    for (const node of cluster.nodes) {
      if (node.address() === undefined) continue;
      for (const path of [MODEL_PATH, FORMS_PATH]) {
        const { status, text } = await client.send(node, { path });
        assert.equal(status, 200, `${node.name} ${path}: ${text}`);
      }
    }
  };
  const scene: FaultScene = { cluster, random, goOn, rest: load.rest };

  let marks = 0;
  const untilRecovered = async (): Promise<number> => {
    const fromMs = performance.now();
    marks += 1;
    const title = `recovery v${marks}`;
    const body = { type: 'article', title, body: 'everywhere', url: '/', created_at: '2026-01-02T03:04:05Z' };
    const [first] = cluster.nodes;
    assert.ok(first);
    const put = { method: 'PUT', path: itemPath('recovery'), body };
    const { position, outcome, text } = await client.send(first, put);
    assert.equal(outcome, 'done', text);
    for (const node of cluster.nodes)
      await waitUntil(`${node.name} finds what was written`, async () => {
        const reply = await client.send(node, { path: searchPath('recovery'), position });
        if (reply.status === 200) assert.ok(reply.text.includes(title), reply.text);
        return reply.status === 200;
      });
    return performance.now() - fromMs;
  };

  const inject = (fault: SearchFault): Promise<void> =>
    Promise.race([fault.inject(scene), load.failed]).catch((error: unknown) => {
      const logs = cluster.nodes.map((node) => `${node.name}: ${node.log().slice(-3_000)}`);
      throw new Error(`in the fault “${fault.name}”: ${logs.join('\n')}`, { cause: error });
    });
  const verify = async (): Promise<void> => {
    await load.rest(() => cluster.assertSame());
    await untilNoted(cluster, '/readyz says that nothing is behind', (notes) => notes.behind_changes === 0);
    const feeder = await untilFed(cluster);
    await waitUntil(
      'nothing is set aside',
      async () => (await readFeedMetric(feeder, 'parked_objects')) === 0,
    );
  };

  return {
    inject,
    untilRecovered,
    verify,
    takeOne: async (fault) => {
      const fromMs = performance.now();
      await inject(fault);
      const lastedMs = Math.round(performance.now() - fromMs);
      const recoveredMs = Math.round(await untilRecovered());
      t.diagnostic(`${fault.name}: lasted ${lastedMs} ms, searches recovered ${recoveredMs} ms later`);
      await verify();
    },
    end: async () => {
      await load.stop();
      const marked = await compareNodes(cluster.nodes, client, history);
      const count = (outcome: string) =>
        history.events.filter((event) => event.kind !== 'read' && event.outcome === outcome).length;
      t.diagnostic(
        `writes: ${count('done')} acknowledged, ${count('failed')} refused, ${count('unknown')} unknown; ` +
          `reads: ${history.events.filter(({ kind }) => kind === 'read').length}`,
      );
      assert.deepEqual(history.strange, []);
      // While OpenSearch is away the index stays behind for as long as that takes: what carries no position may be as old.
      const events = cluster.engine.urls.length === 1 ? history.events : history.events.map(apart);
      assert.deepEqual(checkHistory(events, Number.POSITIVE_INFINITY), []);
      assert.deepEqual(checkAdded(history.events, marked), []);
    },
  };
};

/** Two copies of a shard show a write at different moments: a search that carries no position may see less than the one before. */
const apart = (event: HistoryEvent, at: number): HistoryEvent =>
  event.kind === 'read' && / (?:search|count)$/.test(event.session)
    ? { ...event, session: `${event.session} ${at}` }
    : event;
