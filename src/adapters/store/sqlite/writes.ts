// Write transactions: one at a time, durable before anybody hears of them, none while a disk has failed; and the way back from
// that.

import type { StoreMetrics } from '../../../domain/metric.ts';
import type { Db, Engine } from '../sql/engine.ts';
import type { StorageHealth } from '../storage-health.ts';
import { LOCK_TIMEOUT_MS } from './busy.ts';
import type { Checkpointer } from './checkpointer.ts';
import type { Connection } from './connection.ts';
import type { DataVersion } from './data-version.ts';
import type { DeadlineMutex } from './deadline-mutex.ts';
import type { Flusher, SyncFile } from './flusher.ts';
import { writeJournalAgain } from './rewrite-journal.ts';
import { buildStorageRecovery, type RecoveryOptions } from './storage-recovery.ts';
import type { Writer } from './writer.ts';

/** Whoever asks whether a disk serves again does not wait long for whoever writes. */
const PROBE_LOCK_TIMEOUT_MS = 1_000;

export interface WriteParts {
  readonly health: StorageHealth;
  readonly writer: Writer;
  readonly reader: Connection;
  readonly flusher: Flusher;
  readonly mutex: DeadlineMutex;
  readonly version: DataVersion;
  readonly checkpointer: Checkpointer;
  readonly metrics: Pick<StoreMetrics, 'waitedToWrite'> | undefined;
}

export interface WritePlaces extends RecoveryOptions {
  readonly dataDir: string;
  readonly journal: string;
  readonly syncFile: SyncFile;
}

export const buildWrites = (
  { health, writer, reader, flusher, mutex, version, checkpointer, metrics }: WriteParts,
  { dataDir, journal, syncFile, ...recoveryOptions }: WritePlaces,
): Pick<Engine, 'write' | 'recover'> => {
  const inTurn = async <T>(work: () => Promise<T>, deadline: number): Promise<T> => {
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
        await inTurn(() => writer.touch(deadline), deadline);
        version.forget();
        await flusher.flush();
      },
      mendJournal: async () => {
        const deadline = performance.now() + PROBE_LOCK_TIMEOUT_MS;
        const mend = () => writeJournalAgain(journal, countFrames(reader), syncFile);
        await inTurn(() => writer.exclude(mend, deadline), deadline);
      },
    },
    recoveryOptions,
  );

  const write = async <T>(
    work: (tx: Db) => Promise<T>,
    { lockTimeoutMs = LOCK_TIMEOUT_MS }: { readonly lockTimeoutMs?: number } = {},
  ): Promise<T> => {
    const askedAt = performance.now();
    const deadline = askedAt + lockTimeoutMs;
    if (health.isStopped()) await recovery.attempt();
    const result = await inTurn(async () => {
      health.assertWritable();
      const done = await writer.transact(() => {
        metrics?.waitedToWrite(performance.now() - askedAt);
        return work(writer.db);
      }, deadline);
      version.forget();
      checkpointer.afterCommit();
      return done;
    }, deadline);
    // Also when nothing was changed: it may have found, and be about to report, what another has yet to flush.
    await flusher.flush();
    return result;
  };

  return { write, recover: recovery.attempt };
};

const countFrames = (connection: Connection): number => {
  const [row] = connection.run('pragma wal_checkpoint(noop)', []).rows as { readonly log: number }[];
  return Math.max(0, row?.log ?? 0);
};
