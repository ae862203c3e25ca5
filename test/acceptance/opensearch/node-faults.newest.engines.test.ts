// Two processes on PostgreSQL and a cluster of three nodes of OpenSearch under load: a node is killed, and all of them.

import { type TestContext, test } from 'node:test';
import { startFaultRun } from './fault-run.ts';
import { allStopped, oneKilled } from './node-faults.ts';
import { openSearchCluster } from './search-cluster.ts';

const STOPPED_MS = 2_000;

test('killed nodes of OpenSearch lose nothing', { timeout: 300_000 }, async (t: TestContext) => {
  const run = startFaultRun(t, await openSearchCluster(t, 3), Math.random);
  await run.untilRecovered();
  for (const fault of [oneKilled(run.untilRecovered), allStopped(STOPPED_MS)]) await run.takeOne(fault);
  await run.end();
});
