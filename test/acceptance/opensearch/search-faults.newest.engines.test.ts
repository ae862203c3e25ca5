// Two processes on PostgreSQL and OpenSearch under load, and each fault once. Rounds of random faults are in
// `search-fault-rounds.long.test.ts`.

import { type TestContext, test } from 'node:test';
import { isLong } from '../../fixtures/long-runs.ts';
import { startFaultRun } from './fault-run.ts';
import { openSearchCluster } from './search-cluster.ts';
import { singleFaults } from './search-faults.ts';

test('each fault between the service and OpenSearch leaves the index as the store is', {
  timeout: 300_000,
}, async (t: TestContext) => {
  const run = startFaultRun(t, await openSearchCluster(t, 1), Math.random);
  await run.untilRecovered();
  for (const fault of singleFaults) if (isLong || fault.isLong !== true) await run.takeOne(fault);
  await run.end();
});
