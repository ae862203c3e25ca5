// Rounds of random faults on PostgreSQL and OpenSearch under load, one after the other without a pause, and what all of them did to
// one index. VITRINE_TEST_SEARCH_FAULT_ROUNDS sets the number of rounds, VITRINE_TEST_SEED repeats the choice of the faults.

import { type TestContext, test } from 'node:test';
import { randomFor } from '../../../demo/build/random.ts';
import { runs, seed } from '../../fixtures/long-runs.ts';
import { startFaultRun } from './fault-run.ts';
import { openSearchCluster } from './search-cluster.ts';
import { singleFaults } from './search-faults.ts';

const ROUNDS = runs(10, 100, 'SEARCH_FAULT_ROUNDS');
/** After so many rounds the index is compared with the store. */
const VERIFY_EVERY = 10;

test(`an index is as the store is after ${ROUNDS} rounds of faults`, {
  timeout: 300_000 + ROUNDS * 10_000,
}, async (t: TestContext) => {
  t.diagnostic(`VITRINE_TEST_SEED=${seed}`);
  const random = randomFor(`${seed} search faults`);
  const drawn = singleFaults.flatMap((fault) => Array.from({ length: fault.share }, () => fault));
  const run = startFaultRun(t, await openSearchCluster(t, 1), random.fraction);
  await run.untilRecovered();
  const slowest = new Map<string, number>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const fault = random.pick(drawn);
    await run.inject(fault);
    if (round % VERIFY_EVERY !== 0 && round !== ROUNDS) continue;
    slowest.set(fault.name, Math.max(slowest.get(fault.name) ?? 0, await run.untilRecovered()));
    await run.verify();
  }
  for (const [name, ms] of slowest) t.diagnostic(`searches recovered ${Math.round(ms)} ms after ${name}`);
  await run.end();
});
