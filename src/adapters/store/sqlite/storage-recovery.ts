// Checks whether a failed disk works again. First a file is written and flushed in the same folder, because a small write of
// SQLite may fit into space it already has. Then the store itself writes. Tried on demand, with a minimum interval.

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
  /** Tries once, unless it was tried just before. Never rejects; `health` has the result. */
  attempt(): Promise<void>;
}

export interface RecoveryOptions {
  /** Rejects with the error of the system if the folder cannot be written. */
  readonly probeFolder?: () => Promise<void>;
  readonly pauseMs?: number;
}

interface Steps {
  /** Writes a little and flushes it. */
  readonly touch: () => Promise<void>;
  /** Writes the journal again after a failed flush. */
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
      // Damage is permanent.
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
      // Not zeros: some file systems store them without using space.
      await file.writeFile(randomBytes(PROBE_BYTES));
      await file.datasync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
};
