// Makes commits durable without holding the process still: the flush runs in a thread of the runtime, and one flush serves
// everything that was committed before it began. Nobody is told that a write is done before its flush is.

import { type FileHandle, open } from 'node:fs/promises';
import { faultOfSystemError } from '../../../domain/failures/storage-fault.ts';
import { storageFailure } from '../../../domain/failures/unavailable-failures.ts';
import type { StorageHealth } from '../storage-health.ts';

export interface Flusher {
  /** Resolves when all that was written before is on disk. A failure stops the writes of all threads. */
  flush(): Promise<void>;
  /** Resolves when what was begun is done. */
  close(): Promise<void>;
}

/** Resolves when all that was written to the file before is on disk. */
export type SyncFile = (file: FileHandle) => Promise<void>;

export const syncData: SyncFile = (file) => file.datasync();

/**
 * `journal`: SQLite never locks this file, so a handle of our own takes no lock away, and it stays the same file for as
 * long as any connection is open.
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
      // A handle that was open when a flush failed may tell of that failure once more, or not at all.
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
    // Where the system tells of a failure only once, another thread may have been told of ours.
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
      // One that runs already may have begun before the last commit: it proves nothing for that.
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
