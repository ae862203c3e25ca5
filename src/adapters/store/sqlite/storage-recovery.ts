// Finds out whether a disk that failed serves again. A file is written and flushed in the same folder, since what little SQLite
// writes may fit into space that it has already; then the store itself writes. Tried when somebody asks, now and then.

import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { faultOfSystemError } from '../../../domain/failures/storage-fault.ts';
import type { StorageHealth } from '../storage-health.ts';
import { JournalLost } from './rewrite-journal.ts';

const PROBE_FILE = 'storage-probe';
const PROBE_BYTES = 1024 * 1024;
const PAUSE_MS = 1_000;

export interface StorageRecovery {
  /** Tries once, unless it was tried just now. Never rejects: the health tells what came of it. */
  attempt(): Promise<void>;
}

export interface RecoveryOptions {
  /** Rejects with the system's error while nothing can be written to the folder. */
  readonly probeFolder?: () => Promise<void>;
  readonly pauseMs?: number;
}

interface Steps {
  /** Writes a little and flushes it. */
  readonly touch: () => Promise<void>;
  /** Brings onto the disk what a failed flush has left in doubt. */
  readonly mendJournal: () => Promise<void>;
}

export const buildStorageRecovery = (
  health: StorageHealth,
  dataDir: string,
  { touch, mendJournal }: Steps,
  { probeFolder = () => writeProbe(dataDir), pauseMs = PAUSE_MS }: RecoveryOptions = {},
): StorageRecovery => {
  let running: Promise<void> | undefined;
  let restsUntil = 0;

  const tryOnce = async (): Promise<void> => {
    const reading = health.read();
    try {
      await probeFolder();
      await (health.isStopped() ? mendJournal() : touch());
      health.recover(reading);
    } catch (error) {
      const fault = error instanceof JournalLost ? 'damaged' : faultOfSystemError(error);
      if (fault !== undefined) health.note(fault, error);
    }
    restsUntil = performance.now() + pauseMs;
  };

  return {
    attempt: async () => {
      const fault = health.fault();
      // Damage does not go away by itself.
      if (fault === undefined || (fault === 'damaged' && !health.isStopped())) return;
      if (running === undefined && performance.now() < restsUntil) return;
      running ??= tryOnce().finally(() => {
        running = undefined;
      });
      await running;
    },
  };
};

const writeProbe = async (dataDir: string): Promise<void> => {
  const path = join(dataDir, PROBE_FILE);
  try {
    const file = await open(path, 'w', 0o600);
    try {
      // Not zeros, which some file systems keep without taking any room.
      await file.writeFile(randomBytes(PROBE_BYTES));
      await file.datasync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
};
