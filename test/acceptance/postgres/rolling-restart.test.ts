// Three nodes on one PostgreSQL behind a load balancer are restarted one by one under load, and no request fails. Only in the long form.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CHECK_EVERY_MS, startLoadBalancer } from '../../fixtures/load-balancer.ts';
import { runs } from '../../fixtures/long-runs.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { makeDataDir, type RunningService, startService } from '../service/running-service.ts';
import { OPERATOR, prepareShop } from '../service/shop-load.ts';
import { startSteadyLoad } from '../service/steady-load.ts';
import { createDatabaseFor, databaseVariables } from '../service/test-database.ts';

const NODES = 3;
const ROLLS = runs(0, 1, 'ROLLS');
const PER_SECOND = 500;

/** Each with a folder of its own; the first one fills the database. */
const startNodes = async (context: TestContext) => {
  const shared = await makeDataDir(context);
  await createDatabaseFor(shared, true);
  const variables = {
    ...databaseVariables(shared),
    VITRINE_OPERATOR_TOKEN: OPERATOR,
    VITRINE_SEARCH_RECORDING: 'false',
    VITRINE_LOG_LEVEL: 'warn',
    // Longer than the load balancer needs to see that a node is leaving, on a busy machine too.
    VITRINE_SHUTDOWN_DRAIN_MS: String(10 * CHECK_EVERY_MS),
  };
  const start = async (dataDir: string, words: readonly string[] = []): Promise<RunningService> => {
    const node = await startService(dataDir, variables, words);
    context.after(() => node.stop('SIGKILL'));
    return node;
  };
  const first = await start(await makeDataDir(context), ['--demo']);
  const others = Array.from({ length: NODES - 1 }, async () => start(await makeDataDir(context)));
  return { nodes: [first, ...(await Promise.all(others))], start };
};

const rollAll = async (context: TestContext): Promise<void> => {
  const { nodes, start } = await startNodes(context);
  const balancer = await startLoadBalancer();
  context.after(() => balancer.close());
  for (const { address } of nodes) await balancer.add(address);
  const shop = await prepareShop(balancer.address);
  const load = startSteadyLoad(balancer.address, PER_SECOND, shop.next);
  context.after(load.stop);
  for (let roll = 1; roll <= ROLLS; roll += 1) {
    for (const [at, node] of nodes.entries()) {
      assert.equal(await node.stop(), 0, node.log());
      balancer.remove(node.address);
      const next = await start(node.dataDir);
      await balancer.add(next.address);
      nodes[at] = next;
      await waitUntil('the new node responds', () => (balancer.served.get(next.address) ?? 0) > 10);
    }
    context.diagnostic(`roll ${roll}: ${load.served()} requests, ${load.failures.length} failures`);
    assert.deepEqual(load.failures.slice(0, 5), [], `${load.failures.length} failures after roll ${roll}`);
  }
  const perSecond = await load.stop();
  context.diagnostic(
    `${ROLLS} rolls, ${load.served()} requests, ${Math.round(perSecond)} a second, ${shop.acknowledged()} writes, ${load.failures.length} failures`,
  );
  assert.deepEqual(load.failures.slice(0, 5), []);
  assert.ok(shop.acknowledged() > 0);
  for (const { address } of nodes) await shop.assertComplete(address);
  for (const node of nodes) assert.equal(await node.stop(), 0, node.log());
};

if (ROLLS > 0)
  test('nodes are restarted one by one under load, and no request fails', { timeout: 1_800_000 }, rollAll);
