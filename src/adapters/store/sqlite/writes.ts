// Write transactions: one at a time, durable before they are acknowledged, and none while the disk has failed. Also the
// recovery from that.

import { type WorkspaceScope, workspaceKey } from '../../../domain/access/scope.ts';
import type { StoreMetrics } from '../../../domain/metric.ts';
import type { DeadlineSemaphore } from '../sql/deadline-semaphore.ts';
import type { Db, Engine, WriteOptions } from '../sql/engine.ts';
import type { StorageHealth } from '../storage-health.ts';
import { LOCK_TIMEOUT_MS } from './busy.ts';
import type { Checkpointer } from './checkpointer.ts';
import type { Connection } from './connection.ts';
import type { Flusher, SyncFile } from './flusher.ts';
import type { Revisions } from './revisions.ts';
import { writeJournalAgain } from './rewrite-journal.ts';
import { buildStorageRecovery, type RecoveryOptions } from './storage-recovery.ts';
import type { Writer } from './writer.ts';

/** An attempt to recover does not wait long for other writers. */
const PROBE_LOCK_TIMEOUT_MS = 1_000;

export interface WriteParts {
  readonly health: StorageHealth;
  readonly writer: Writer;
  readonly reader: Connection;
  readonly flusher: Flusher;
  readonly mutex: DeadlineSemaphore;
  readonly revisions: Pick<Revisions, 'follow' | 'forget'>;
  readonly checkpointer: Checkpointer;
  readonly metrics: Pick<StoreMetrics, 'waitedToWrite'> | undefined;
}

export interface WritePlaces extends RecoveryOptions {
  readonly dataDir: string;
  readonly journal: string;
  readonly syncFile: SyncFile;
}

export const buildWrites = (
  { health, writer, reader, flusher, mutex, revisions, checkpointer, metrics }: WriteParts,
  { dataDir, journal, syncFile, ...recoveryOptions }: WritePlaces,
): Pick<Engine, 'write' | 'recover' | 'lockWorkspace'> => {
  /** By the transaction that is under way. */
  const locked = new Map<string, WorkspaceScope>();

  const withMutex = async <T>(work: () => Promise<T>, deadline: number): Promise<T> => {
    const release = await mutex.acquire(deadline);
    try {
      return await work();
    } finally {
      release();
    }
  };

  const recovery = buildStorageRecovery(
    health,
    dataDir,
    {
      touch: async () => {
        const deadline = performance.now() + PROBE_LOCK_TIMEOUT_MS;
        await withMutex(() => writer.touch(deadline), deadline);
        revisions.forget();
        await flusher.flush();
      },
      mendJournal: async () => {
        const deadline = performance.now() + PROBE_LOCK_TIMEOUT_MS;
        const mend = () => writeJournalAgain(journal, countFrames(reader), syncFile);
        await withMutex(() => writer.exclude(mend, deadline), deadline);
      },
    },
    recoveryOptions,
  );

  const write = async <T>(
    work: (tx: Db) => Promise<T>,
    { lockTimeoutMs = LOCK_TIMEOUT_MS }: WriteOptions = {},
  ): Promise<T> => {
    const askedAt = performance.now();
    const deadline = askedAt + lockTimeoutMs;
    if (health.isStopped()) await recovery.attempt();
    const result = await withMutex(async () => {
      health.assertWritable();
      locked.clear();
      let follow = revisions.forget;
      const transaction = async (): Promise<T> => {
        metrics?.waitedToWrite(performance.now() - askedAt);
        const done = await work(writer.db);
        follow = revisions.follow(writer, locked.values());
        return done;
      };
      // At once: what another process commits afterwards must not be replaced by what is known now.
      const followAtOnce = () => follow();
      const done = await writer.transact(transaction, deadline, followAtOnce).catch((error: unknown) => {
        revisions.forget();
        throw error;
      });
      checkpointer.afterCommit();
      return done;
    }, deadline);
    // Even if nothing was changed: the result may depend on a commit that is not flushed yet.
    await flusher.flush();
    return result;
  };

  return {
    write,
    recover: recovery.attempt,
    // `begin immediate` already locks the whole file for one writer.
    lockWorkspace: async (_, workspace) => {
      locked.set(workspaceKey(workspace), workspace);
    },
  };
};

const countFrames = (connection: Connection): number => {
  const [row] = connection.run('pragma wal_checkpoint(noop)', []).rows as { readonly log: number }[];
  return Math.max(0, row?.log ?? 0);
};
