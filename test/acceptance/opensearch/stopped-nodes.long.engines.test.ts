// A cluster of three nodes under load: one is killed, then all are stopped for a minute.

import { type TestContext, test } from 'node:test';
import { startFaultRun } from './fault-run.ts';
import { allStopped, oneKilled } from './node-faults.ts';
import { openSearchCluster } from './search-cluster.ts';

const STOPPED_MS = 60_000;

test('all nodes of OpenSearch stopped for a minute lose nothing', {
  timeout: 600_000,
}, async (t: TestContext) => {
  const run = startFaultRun(t, await openSearchCluster(t, 3), Math.random);
  await run.untilRecovered();
  for (const fault of [oneKilled(run.untilRecovered), allStopped(STOPPED_MS)]) await run.takeOne(fault);
  await run.end();
});
