// Two processes on PostgreSQL and OpenSearch under load, and each fault once. Rounds of random faults are in
// `search-fault-rounds.long.test.ts`.

import { type TestContext, test } from 'node:test';
import { startFaultRun } from './fault-run.ts';
import { openSearchCluster } from './search-cluster.ts';
import { singleFaults } from './search-faults.ts';

test('each fault between the service and OpenSearch leaves the index as the store is', {
  timeout: 300_000,
}, async (t: TestContext) => {
  const cluster = await openSearchCluster(t, 1);
  const run = startFaultRun(t, cluster, Math.random);
  await run.untilRecovered();
  for (const fault of singleFaults) {
    const fromMs = performance.now();
    await run.inject(fault);
    const lastedMs = performance.now() - fromMs;
    const recoveredMs = await run.untilRecovered();
    t.diagnostic(
      `${fault.name}: lasted ${Math.round(lastedMs)} ms, searches recovered ${Math.round(recoveredMs)} ms later`,
    );
    await run.verify();
  }
  await run.end();
});
