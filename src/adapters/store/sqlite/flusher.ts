// Makes commits durable without blocking the process. The flush runs in a thread of Node's pool, and one flush covers all
// commits before it began. A write is acknowledged only after its flush.

import { type FileHandle, open } from 'node:fs/promises';
import { faultOfSystemError } from '../../../domain/failures/storage-fault.ts';
import { storageFailure } from '../../../domain/failures/unavailable-failures.ts';
import type { StorageHealth } from '../storage-health.ts';

export interface Flusher {
  /** Resolves when everything written so far is on disk. A failure stops the writes of all threads. */
  flush(): Promise<void>;
  /** Resolves when the running flush is done. */
  close(): Promise<void>;
}

/** Resolves when everything written to the file so far is on disk. */
export type SyncFile = (file: FileHandle) => Promise<void>;

export const syncData: SyncFile = (file) => file.datasync();

/**
 * SQLite never locks the journal, so closing our own handle releases no lock. It stays the same file while any connection
 * is open.
 */
export const openFlusher = async (
  journal: string,
  health: StorageHealth,
  syncFile: SyncFile = syncData,
): Promise<Flusher> => {
  let file = await open(journal, 'r+');
  let epoch = health.epoch();
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    health.assertWritable();
    try {
      // A handle that was open when a flush failed may report that failure again, or not at all.
      if (epoch !== health.epoch()) {
        epoch = health.epoch();
        const old = file;
        file = await open(journal, 'r+');
        await old.close();
      }
      await syncFile(file);
    } catch (error) {
      const fault = faultOfSystemError(error) ?? 'failed';
      health.stop(fault, new Error('The journal could not be flushed', { cause: error }));
      throw storageFailure(fault, error);
    }
    // If the system reports a failure only once, another thread may have got the report of ours.
    health.assertWritable();
  };

  const start = (): Promise<void> => {
    following = undefined;
    const begun = run().finally(() => {
      if (running === begun) running = undefined;
    });
    running = begun;
    return begun;
  };

  return {
    flush() {
      // A flush that is already running may have begun before the last commit, so it does not cover it.
      if (running === undefined) return start();
      following ??= running.then(start, start);
      return following;
    },
    async close() {
      await (following ?? running)?.catch(() => undefined);
      await file.close();
    },
  };
};
