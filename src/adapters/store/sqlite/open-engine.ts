// SQLite in the process: one connection for reads, one for writes, and one more for each snapshot. Several processes may
// share the file. Only its owner can read it, and only SQLite opens it once it exists.

import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asStorageFailure, faultOfSystemError } from '../../../domain/failures/storage-fault.ts';
import type { StoreMetrics } from '../../../domain/metric.ts';
import { buildDeadlineSemaphore } from '../sql/deadline-semaphore.ts';
import type { Engine } from '../sql/engine.ts';
import { openStorageHealth, type StorageShare } from '../storage-health.ts';
import { LOCK_TIMEOUT_MS, whileBusy } from './busy.ts';
import { buildCheckpointer } from './checkpointer.ts';
import { type Connection, openConnection } from './connection.ts';
import { buildVersion } from './data-version.ts';
import { buildDb } from './dialect.ts';
import { buildExplain } from './explain-error.ts';
import { type Flusher, openFlusher, type SyncFile, syncData } from './flusher.ts';
import { isInUse } from './in-use.ts';
import { buildLockAwaited } from './lock-awaited.ts';
import { buildRevisions } from './revisions.ts';
import { buildSnapshots } from './snapshots.ts';
import { isRefusedRow } from './sqlite-errors.ts';
import type { RecoveryOptions } from './storage-recovery.ts';
import { buildWriter } from './writer.ts';
import { buildWrites } from './writes.ts';

export const DATABASE_FILE = 'vitrine.db';

export interface SqliteEngine extends Engine {
  /** Opens one more connection to the same file. */
  openReader(): Promise<Connection>;
}

/** How the disk is accessed and observed. */
export interface DiskOptions extends RecoveryOptions {
  /** How the journal is flushed. */
  readonly syncFile?: SyncFile;
  readonly metrics?: Pick<StoreMetrics, 'waitedToWrite'> | undefined;
}

/** `share` comes from the thread that opened the same folder first: faults of the disk concern all threads. */
export const openSqliteEngine = async (
  dataDir: string,
  { syncFile = syncData, metrics, ...recoveryOptions }: DiskOptions = {},
  share?: StorageShare,
): Promise<SqliteEngine> => {
  const file = join(dataDir, DATABASE_FILE);
  const journal = `${file}-wal`;
  const health = openStorageHealth(share);
  const explain = buildExplain(health, [dataDir, file]);
  const open = (mode: 'read' | 'write'): Promise<Connection> =>
    whileBusy(() => openConnection(file, mode, explain), performance.now() + LOCK_TIMEOUT_MS);

  const opened = await openAll(file, open, () => openFlusher(journal, health, syncFile)).catch(
    (error: unknown) => {
      const fault = faultOfSystemError(error);
      if (fault !== undefined) health.note(fault, error);
      health.close();
      throw asStorageFailure(error);
    },
  );
  const { reader, flusher } = opened;
  const writer = buildWriter(opened.writer, () => open('write'), buildLockAwaited(health.share));
  const snapshots = buildSnapshots(() => open('read'));
  const version = buildVersion(writer.countOthers);
  const revisions = buildRevisions(reader, version);
  const mutex = buildDeadlineSemaphore(1);
  const checkpointer = buildCheckpointer(file, {
    onRefused: explain,
    onEnd: () => writer.checkpointItself(),
  });
  const parts = { health, writer, reader, flusher, mutex, revisions, checkpointer, metrics };
  const { write, recover, lockWorkspace } = buildWrites(parts, {
    dataDir,
    journal,
    syncFile,
    ...recoveryOptions,
  });

  const close = async (): Promise<void> => {
    const release = await mutex.acquire(performance.now() + LOCK_TIMEOUT_MS);
    if (writer.isOpen) {
      await checkpointer.close();
      await flusher.close();
      await snapshots.close();
      reader.close();
      writer.close();
      health.close();
    }
    release();
  };

  return {
    reads: buildDb(reader, { retryBusy: true }),
    write,
    lockWorkspace,
    lockSchema: async () => {},
    openSnapshot: snapshots.open,
    revision: revisions.revision,
    nonProductRevision: revisions.nonProductRevision,
    accessRevision: revisions.accessRevision,
    revisionAt: (head) => head,
    position: revisions.revision,
    catchUp: async () => version.forget(),
    flushed: flusher.flush,
    health,
    recover,
    openReader: () => open('read'),
    // `begin immediate` already keeps all other writers away.
    dialect: { nowMs: "cast(unixepoch('subsec') * 1000 as integer)", forShare: '', isRefusedRow },
    ddl: { text: 'text', integer: 'integer', inKeyOrder: 'without rowid', hasRowSecurity: false },
    close,
  };
};

interface Opened {
  readonly writer: Connection;
  readonly reader: Connection;
  readonly flusher: Flusher;
}

/** Opens all of them or none. */
const openAll = async (
  file: string,
  open: (mode: 'read' | 'write') => Promise<Connection>,
  openJournal: () => Promise<Flusher>,
): Promise<Opened> => {
  const opened: Connection[] = [];
  try {
    makeFile(file);
    const writer = await open('write');
    opened.push(writer);
    const reader = await open('read');
    opened.push(reader);
    return { writer, reader, flusher: await openJournal() };
  } catch (error) {
    for (const connection of opened) connection.close();
    throw error;
  }
};

export const hasSqliteFile = (dataDir: string): boolean => existsSync(join(dataDir, DATABASE_FILE));

/** By another process. */
export const isSqliteFileInUse = (dataDir: string): boolean =>
  hasSqliteFile(dataDir) && isInUse(join(dataDir, DATABASE_FILE));

/** Does not open an existing file: closing the handle would release SQLite's locks on it. */
const makeFile = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
};
