// What a look at the servers tells: how far the clock of the database is from this machine's, and whether replicas follow it.

import { openClient } from './connections.ts';
import { readReplayed } from './replica-lag.ts';

const RESPONSE_MAX_MS = 4_000;
const NOW = `select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`;

export interface InspectedServers {
  /** By how much the server's clock is ahead of this machine's, at least; negative if it is behind. */
  readonly clockAheadMs: number;
  readonly replicas: readonly {
    /** Without user and password. */
    readonly address: string;
    readonly state: 'follows' | 'unreachable' | 'no_standby';
  }[];
}

export const inspectServers = async (
  url: string,
  replicaUrls: readonly string[],
): Promise<InspectedServers> => ({
  clockAheadMs: await compareClocks(url),
  replicas: await Promise.all(
    replicaUrls.map(async (replica) => ({
      address: new URL(replica).host,
      state: await inspectReplica(replica),
    })),
  ),
});

/** The server has read its clock at some time between the two readings here. */
const compareClocks = async (url: string): Promise<number> => {
  const client = await openClient(url, 'vitrine look', RESPONSE_MAX_MS);
  try {
    const beforeMs = Date.now();
    const { rows } = await client.query<{ ms: number }>(NOW);
    const afterMs = Date.now();
    const serverMs = Number(rows[0]?.ms);
    return Math.max(0, serverMs - afterMs) + Math.min(0, serverMs - beforeMs);
  } finally {
    await client.end().catch(() => {});
  }
};

const inspectReplica = async (url: string): Promise<InspectedServers['replicas'][number]['state']> => {
  const client = await openClient(url, 'vitrine look', RESPONSE_MAX_MS).catch(() => undefined);
  if (client === undefined) return 'unreachable';
  try {
    return (await readReplayed(client)) === undefined ? 'no_standby' : 'follows';
  } catch {
    return 'unreachable';
  } finally {
    await client.end().catch(() => {});
  }
};
