// Read replicas: standbys of the database, for work that reads much and may see an older state (decision 0066). Nothing here
// decides whether the database can be reached: a replica that fails is left alone for a while.

import { setTimeout as sleep } from 'node:timers/promises';
import { BroadcastChannel } from 'node:worker_threads';
import type { RunStatement } from '../sql/driver.ts';
import type { ReplicaNews, ReplicaRefusal, Replicas, Snapshot } from '../sql/engine.ts';
import { ofPrimary, ReplicaUnfit } from '../sql/replica-unfit.ts';
import type { StorageShare } from '../storage-health.ts';
import type { PostgresClient } from './connections.ts';
import { NoStandby } from './postgres-errors.ts';
import { buildReplicaLag, readEnd, readReplayed } from './replica-lag.ts';
import { buildSnapshots } from './snapshots.ts';

/** Longer than a batch of rows should take; the primary can be asked instead. */
const STATEMENT_MAX_MS = 10_000;
/** After a failure. */
const PAUSE_MS = 5_000;
/** How long to wait for a replica to have what is needed. */
const CATCH_UP_MAX_MS = 2_000;
const CATCH_UP_EVERY_MS = 50;
/** The settings of a replica are not those of the primary, so its errors are passed on as they are. */
const noReach = { assertTried: () => {}, explain: (error: unknown) => error };

export interface OpenReplicas extends Replicas {
  close(): Promise<void>;
}

/** `readPrimary`: over the connections of the primary. `share`: what the threads of the process have in common. */
export const openReplicas = (
  urls: readonly string[],
  readPrimary: RunStatement,
  share: StorageShare,
): OpenReplicas | undefined => {
  if (urls.length === 0) return undefined;
  const news = openNews(share);
  const replicas = urls.map((url) => buildReplica(url, readPrimary, news.tell));
  const lag = buildReplicaLag(urls, readPrimary);
  let turn = 0;
  return {
    inTurn: () => {
      turn = (turn + 1) % replicas.length;
      return [...replicas.slice(turn), ...replicas.slice(0, turn)].filter((replica) => !replica.isPaused());
    },
    watch: news.watch,
    measureLag: lag.start,
    close: async () => {
      news.close();
      lag.close();
      for (const replica of replicas) await replica.close();
    },
  };
};

const buildReplica = (url: string, readPrimary: RunStatement, tell: (news: ReplicaNews) => void) => {
  const { host: address } = new URL(url);
  // With a scope in each statement: whether row-level security binds the role need not be asked.
  const snapshots = buildSnapshots(
    { url, name: 'vitrine replica', isScoped: true, isReplica: true, statementMaxMs: STATEMENT_MAX_MS },
    noReach,
  );
  let pausedUntilMs = 0;
  return {
    open: async (isCurrent: boolean): Promise<Snapshot> => {
      const end = isCurrent ? await ofPrimary(readEnd(readPrimary)) : undefined;
      return snapshots
        .open(async (client) => {
          if (end !== undefined) await untilReplayed(client, end);
        })
        .catch((error: unknown) => {
          throw error instanceof ReplicaUnfit ? error : new ReplicaUnfit('unreachable', error);
        });
    },
    isPaused: (): boolean => performance.now() < pausedUntilMs,
    note: (refusal: ReplicaRefusal | undefined, cause?: unknown): void => {
      if (refusal === 'unreachable' || refusal === 'failed') pausedUntilMs = performance.now() + PAUSE_MS;
      tell({ address, refusal, cause: cause instanceof Error ? cause.message : undefined });
    },
    close: snapshots.close,
  };
};

const untilReplayed = async (client: PostgresClient, end: number): Promise<void> => {
  const deadlineMs = performance.now() + CATCH_UP_MAX_MS;
  for (;;) {
    const replayed = await readReplayed(client);
    if (replayed === undefined) throw new NoStandby();
    if (replayed >= end) return;
    if (performance.now() > deadlineMs) throw new ReplicaUnfit('behind');
    await sleep(CATCH_UP_EVERY_MS);
  }
};

const openNews = ({ channel: name }: StorageShare) => {
  const channel = new BroadcastChannel(`${name}-replicas`);
  channel.unref();
  let listeners: ((news: ReplicaNews) => void)[] = [];
  let isClosed = false;
  const onNews = (news: ReplicaNews): void => {
    for (const listener of listeners) listener(news);
  };
  channel.onmessage = ({ data }: { readonly data: unknown }) => onNews(data as ReplicaNews);
  return {
    /** A read may end after everything was closed. */
    tell: (news: ReplicaNews): void => {
      if (isClosed) return;
      onNews(news);
      channel.postMessage(news);
    },
    watch: (listener: (news: ReplicaNews) => void): void => {
      listeners = [...listeners, listener];
    },
    close: (): void => {
      isClosed = true;
      listeners = [];
      channel.close();
    },
  };
};
