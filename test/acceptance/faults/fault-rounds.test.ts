// Three processes on PostgreSQL under load, and one fault after another: processes killed and frozen, connections and the
// database lost in many ways. Nothing acknowledged is lost or doubled, and in the end the index of every process equals the
// store. VITRINE_TEST_FAULT_ROUNDS sets the number of rounds, VITRINE_TEST_FAULT_SEED repeats the choice of the faults.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runs } from '../../fixtures/long-runs.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { checkAdded, checkHistory } from './check-history.ts';
import { compareNodes } from './compare-nodes.ts';
import { openClient } from './fault-client.ts';
import { type FaultCluster, openCluster, untilReady } from './fault-cluster.ts';
import { newHistory } from './fault-history.ts';
import { type FaultKind, faultKinds } from './fault-kinds.ts';
import { startLoad } from './fault-load.ts';

const ROUNDS = Number(process.env['VITRINE_TEST_FAULT_ROUNDS'] ?? runs(6, 14));
const SEED = Number(process.env['VITRINE_TEST_FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const TIME_MAX_MS = 5 * 60_000 + ROUNDS * 20_000;
const NODES = 3;
const CLIENTS = 6;
/** Between two faults, so that each hits a load that runs. */
const ACKNOWLEDGED_BETWEEN = 10;
/** How far a read without a position may lag: two seconds, and what a busy machine adds. */
const STALE_MS = 12_000;

/** mulberry32: the same numbers for the same seed. */
const randomOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** All kinds in turn, in an order of chance, over and over. */
const drawKinds = (rounds: number, random: () => number): FaultKind[] => {
  const kinds = faultKinds.filter(({ isLong }) => !isLong || runs(0, 1) === 1 || rounds > faultKinds.length);
  const drawn: FaultKind[] = [];
  while (drawn.length < rounds) {
    const order = kinds.map((kind) => ({ kind, at: random() })).toSorted((a, b) => a.at - b.at);
    drawn.push(...order.map(({ kind }) => kind));
  }
  return drawn.slice(0, rounds);
};

const table = (times: ReadonlyMap<string, readonly number[]>): string[] =>
  [...times].toSorted().map(([name, all]) => {
    const sorted = all.toSorted((a, b) => a - b).map((ms) => Math.round(ms));
    const median = sorted[Math.floor(sorted.length / 2)];
    return `${name.padEnd(34)} rounds ${String(sorted.length).padStart(3)}  recovery ms: min ${sorted[0]}, median ${median}, max ${sorted.at(-1)}`;
  });

/** A round is over when all processes are ready and writes are acknowledged again. */
const runRound = async (
  cluster: FaultCluster,
  kind: FaultKind,
  random: () => number,
  acknowledged: () => number,
): Promise<number> => {
  await kind.inject(cluster, random);
  const brokenMs = performance.now();
  await untilReady(cluster.nodes);
  const before = acknowledged();
  await waitUntil('writes are acknowledged again', () => acknowledged() > before);
  const tookMs = performance.now() - brokenMs;
  await waitUntil('the load runs', () => acknowledged() > before + ACKNOWLEDGED_BETWEEN);
  return tookMs;
};

/** For a round that went wrong. */
const describe = async ({ pair, nodes }: FaultCluster): Promise<string> => {
  const busy = await pair
    .query(
      `select application_name, state, wait_event, left(query, 100) as query, now() - state_change as since
        from pg_stat_activity where usename = 'vitrine'`,
    )
    .catch(String);
  return [JSON.stringify(busy), ...nodes.map((node) => `${node.name}: ${node.log().slice(-2_000)}`)].join(
    '\n',
  );
};

/** What a failover has used up. */
const restoreStandby = async ({ pair }: FaultCluster, isGone: boolean): Promise<void> => {
  if (isGone) await pair.addStandby();
  else await waitUntil('the standby has caught up', () => pair.hasStandby());
};

test(`nothing acknowledged is lost or doubled in ${ROUNDS} rounds of faults`, {
  timeout: TIME_MAX_MS,
}, async (t: TestContext) => {
  t.diagnostic(`VITRINE_TEST_FAULT_SEED=${SEED}`);
  const random = randomOf(SEED);
  const cluster = await openCluster(t, NODES);
  const history = newHistory();
  const load = startLoad(cluster, history, CLIENTS, Math.random);
  // Should the test fail before it stops them.
  t.after(() => load.stop());
  const times = new Map<string, number[]>();
  for (const kind of drawKinds(ROUNDS, random)) {
    const round = runRound(cluster, kind, random, load.acknowledged);
    const tookMs = await Promise.race([round, load.failed]).catch(async (error: unknown) => {
      throw new Error(`after the fault “${kind.name}”: ${await describe(cluster)}`, { cause: error });
    });
    times.set(kind.name, [...(times.get(kind.name) ?? []), tookMs]);
    await restoreStandby(cluster, kind.name.startsWith('failover'));
  }
  await load.stop();
  await untilReady(cluster.nodes);
  const client = openClient(cluster, (what) => history.strange.push(what));
  const marks = await compareNodes(cluster.nodes, client, history);
  client.close();
  const count = (outcome: string) =>
    history.events.filter((event) => event.kind !== 'read' && event.outcome === outcome).length;
  for (const line of table(times)) t.diagnostic(line);
  t.diagnostic(
    `writes: ${count('done')} acknowledged, ${count('failed')} refused, ${count('unknown')} unknown; ` +
      `reads: ${history.events.filter(({ kind }) => kind === 'read').length}`,
  );
  assert.deepEqual(history.strange, []);
  assert.deepEqual(checkHistory(history.events, STALE_MS), []);
  assert.deepEqual(checkAdded(history.events, marks), []);
});
