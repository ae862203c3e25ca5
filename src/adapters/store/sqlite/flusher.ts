// Makes commits durable without holding the process still: the flush runs in a thread of the runtime, and one flush serves
// everything that was committed before it began. Nobody is told that a write is done before its flush is.

import { type FileHandle, open } from 'node:fs/promises';

export interface Flusher {
  /** Throws once a flush has failed: nobody can say then what is on disk, and nothing more may be written on top of it. */
  assertSound(): void;
  /** Resolves when all that was written before is on disk. */
  flush(): Promise<void>;
  /** Resolves when what was begun is done. */
  close(): Promise<void>;
}

/** Resolves when all that was written to the file before is on disk. */
export type SyncFile = (file: FileHandle) => Promise<void>;

/**
 * `journal`: SQLite never locks this file, so a handle of our own takes no lock away, and it stays the same file for as
 * long as any connection is open.
 */
export const openFlusher = async (
  journal: string,
  syncFile: SyncFile = (file) => file.datasync(),
): Promise<Flusher> => {
  const file = await open(journal, 'r+');
  let failure: Error | undefined;
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  const assertSound = (): void => {
    if (failure !== undefined) throw new Error('The journal could not be flushed', { cause: failure });
  };

  const run = async (): Promise<void> => {
    assertSound();
    try {
      await syncFile(file);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      assertSound();
    }
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
    assertSound,
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
