// The faults of the rounds. Each breaks something while the clients go on, and mends it unless it has to mend itself.

import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterNode, FaultCluster } from './fault-cluster.ts';

export interface FaultKind {
  readonly name: string;
  /** Long: only in the long form of the test. */
  readonly isLong: boolean;
  /** Resolves when the fault is over; from then on recovery is measured. */
  readonly inject: (cluster: FaultCluster, random: () => number) => Promise<void>;
}

const anyOf = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T;

const between = (random: () => number, minMs: number, maxMs: number): Promise<void> =>
  pause(minMs + random() * (maxMs - minMs));

/** One process, or all of them. */
const someNodes = ({ nodes }: FaultCluster, random: () => number): readonly ClusterNode[] =>
  random() < 0.5 ? nodes : [anyOf(nodes, random)];

const stop = async (node: ClusterNode, work: () => Promise<void>): Promise<void> => {
  const pid = node.pid();
  process.kill(pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
};

const BACKENDS = `select pid from pg_stat_activity where usename = 'vitrine' and backend_type = 'client backend'`;

const short = (name: string, inject: FaultKind['inject']): FaultKind => ({ name, isLong: false, inject });
const long = (name: string, inject: FaultKind['inject']): FaultKind => ({ name, isLong: true, inject });

export const faultKinds: readonly FaultKind[] = [
  short('kill -9 of a process', async ({ nodes }, random) => {
    const node = anyOf(nodes, random);
    await node.kill();
    await node.start();
  }),
  short('connections ended by the server', async ({ pair }, random) => {
    for (let times = 0; times < 4; times += 1) {
      const order = random() < 0.5 ? '' : 'order by random() limit 3';
      await pair.query(`select pg_terminate_backend(pid) from (${BACKENDS} ${order}) as backend`);
      await between(random, 20, 120);
    }
  }),
  short('connections reset', async (cluster, random) => {
    for (let times = 0; times < 5; times += 1) {
      for (const { proxy } of someNodes(cluster, random)) proxy.reset();
      await between(random, 10, 150);
    }
  }),
  short('connections refused', async (cluster, random) => {
    const cut = someNodes(cluster, random);
    for (const { proxy } of cut) {
      proxy.set({ isRefusing: true });
      proxy.reset();
    }
    await between(random, 300, 1_500);
    for (const { proxy } of cut) proxy.set({});
  }),
  short('latency', async (cluster, random) => {
    const slow = someNodes(cluster, random);
    for (const { proxy } of slow) proxy.set({ latencyMs: 10 + random() * 190 });
    await between(random, 500, 1_500);
    for (const { proxy } of slow) proxy.set({});
  }),
  long('half-open connections', async (cluster, random) => {
    for (const { proxy } of someNodes(cluster, random)) proxy.forget();
    await between(random, 200, 400);
  }),
  long('silent network', async (cluster, random) => {
    const cut = someNodes(cluster, random);
    for (const { proxy } of cut) proxy.set({ isSilent: true });
    await between(random, 500, 9_000);
    for (const { proxy } of cut) proxy.set({});
  }),
  short('SIGSTOP of a process', async ({ nodes }, random) => {
    await stop(anyOf(nodes, random), () => between(random, 500, 2_000));
  }),
  long('long SIGSTOP of a process', async ({ nodes }, random) => {
    await stop(anyOf(nodes, random), () => between(random, 5_000, 9_000));
  }),
  short('kill -9 of a backend', async ({ pair }, random) => {
    const backends = await pair.query(BACKENDS);
    const pid = anyOf(backends, random)?.['pid'];
    if (typeof pid === 'number') process.kill(pid, 'SIGKILL');
    // The server ends all other connections too, and recovers.
    await between(random, 50, 200);
  }),
  short('restart of PostgreSQL', ({ pair }) => pair.restart()),
  long('failover to the standby', async (cluster) => {
    await cluster.pair.failOver();
    cluster.pointToPrimary();
  }),
];
