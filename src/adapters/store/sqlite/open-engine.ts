// SQLite in the process: one connection that reads, one that writes, one more for each snapshot. Several processes may
// share the file. The file is made readable to its owner only, and is never opened but by SQLite once it exists.

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreMetrics } from '../../../domain/metric.ts';
import type { Db, Engine, Snapshot } from '../engine.ts';
import { PATIENCE_MS, whileBusy } from './busy.ts';
import { buildCheckpointer } from './checkpointer.ts';
import { type Connection, openConnection } from './connection.ts';
import { buildDb } from './dialect.ts';
import { type Flusher, openFlusher, type SyncFile } from './flusher.ts';
import { buildRevisions } from './revisions.ts';
import { buildTurns } from './turns.ts';

const DATABASE_FILE = 'vitrine.db';

export interface SqliteEngine extends Engine {
  /** Another connection to the same file, for what only a connection of its own can do. */
  openReader(): Promise<Connection>;
}

/** `syncFile`: how the journal gets onto the disk, where that is watched. */
export const openSqliteEngine = async (
  dataDir: string,
  syncFile?: SyncFile,
  metrics?: Pick<StoreMetrics, 'waitedToWrite'>,
): Promise<SqliteEngine> => {
  const file = makeFile(dataDir);
  const open = (mode: 'read' | 'write'): Promise<Connection> =>
    whileBusy(() => openConnection(file, mode), performance.now() + PATIENCE_MS);

  const { writer, reader, flusher } = await openAll(open, () => openFlusher(`${file}-wal`, syncFile));
  const turns = buildTurns();
  const revisions = buildRevisions(reader);
  const snapshots = new Set<Snapshot>();
  const writerDb = buildDb(writer, { retryBusy: false });
  const checkpointer = buildCheckpointer(file, () => {
    if (writer.database.isOpen) writer.database.exec('pragma wal_autocheckpoint = 1000');
  });

  const write = async <T>(
    work: (tx: Db) => Promise<T>,
    { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {},
  ): Promise<T> => {
    const askedAt = performance.now();
    const deadline = askedAt + patienceMs;
    const endTurn = await turns.take(deadline);
    let result: T;
    try {
      flusher.assertSound();
      await whileBusy(() => writer.run('begin immediate', []), deadline);
      metrics?.waitedToWrite(performance.now() - askedAt);
      result = await commitOrRollBack(writer, () => work(writerDb));
      revisions.forget();
      checkpointer.afterCommit();
    } finally {
      endTurn();
    }
    // Also when nothing was changed: it may have found, and be about to report, what another has yet to flush.
    await flusher.flush();
    return result;
  };

  const openSnapshot = async (): Promise<Snapshot> => {
    const connection = await open('read');
    const snapshot: Snapshot = {
      db: buildDb(connection, { retryBusy: false }),
      close: async () => {
        if (snapshots.delete(snapshot)) connection.close();
      },
    };
    snapshots.add(snapshot);
    try {
      await whileBusy(() => pin(connection), performance.now() + PATIENCE_MS);
    } catch (error) {
      await snapshot.close();
      throw error;
    }
    return snapshot;
  };

  const close = async (): Promise<void> => {
    const endTurn = await turns.take(performance.now() + PATIENCE_MS);
    if (writer.database.isOpen) {
      await checkpointer.close();
      await flusher.close();
      for (const snapshot of snapshots) await snapshot.close();
      reader.close();
      writer.close();
    }
    endTurn();
  };

  return {
    reads: buildDb(reader, { retryBusy: true }),
    write,
    // `begin immediate` already lets one writer at a time into the whole file.
    lockWorkspace: async () => {},
    openSnapshot,
    revision: revisions.read,
    flushed: flusher.flush,
    assertWritable: flusher.assertSound,
    openReader: () => open('read'),
    ddl: { text: 'text', integer: 'integer', inKeyOrder: 'without rowid' },
    close,
  };
};

interface Opened {
  readonly writer: Connection;
  readonly reader: Connection;
  readonly flusher: Flusher;
}

/** All of them or none. */
const openAll = async (
  open: (mode: 'read' | 'write') => Promise<Connection>,
  openJournal: () => Promise<Flusher>,
): Promise<Opened> => {
  const opened: Connection[] = [];
  try {
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

/** An existing file is left alone: closing any handle of it would drop the locks that SQLite holds on it. */
const makeFile = (dataDir: string): string => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, DATABASE_FILE);
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return file;
};

const commitOrRollBack = async <T>(writer: Connection, work: () => Promise<T>): Promise<T> => {
  try {
    const result = await work();
    writer.run('commit', []);
    return result;
  } catch (error) {
    // SQLite has rolled back by itself after some errors; a second rollback would hide the first one.
    if (writer.database.isTransaction) writer.run('rollback', []);
    throw error;
  }
};

/** The view is taken by the first read, not by `begin`. */
const pin = (connection: Connection): void => {
  if (!connection.database.isTransaction) connection.run('begin', []);
  connection.run('select count(*) from sqlite_schema', []);
};
