// A thread that runs checkpoints: it copies committed pages from the journal into the database file, and begins the journal anew.
// After a large import that takes seconds, and here it blocks nobody.

import { parentPort, workerData } from 'node:worker_threads';
import { type Connection, openConnection } from './connection.ts';
import { isBusy, sqliteCodeOf } from './sqlite-errors.ts';
import { touch } from './touch.ts';

/** The result of a checkpoint. `errcode` is SQLite's. */
export interface CheckpointResult {
  readonly failure?: { readonly errcode: number; readonly message: string };
}

const { file } = workerData as { readonly file: string };
let connection: Connection | undefined;

const checkpoint = (): CheckpointResult => {
  try {
    connection ??= openConnection(file, 'write');
    // Passive: does not wait for readers or writers. What it cannot copy yet is copied next time.
    connection.run('pragma wal_checkpoint(passive)', []);
    beginAnew(connection);
    return {};
  } catch (error) {
    // The connection may have been opened while the file was read-only.
    connection?.close();
    connection = undefined;
    const errcode = sqliteCodeOf(error);
    if (errcode === undefined) throw error;
    return { failure: { errcode, message: error instanceof Error ? error.message : '' } };
  }
};

/**
 * The first commit after everything was copied begins the journal anew: it flushes the first page of the journal, and cuts what is
 * too long, which takes tens of milliseconds after a large import. So this thread commits something at once. While others read the journal
 * or write, it has to wait for one of the next times.
 */
const beginAnew = (open: Connection): void => {
  try {
    open.run('begin immediate', []);
    touch(open);
    open.run('commit', []);
  } catch (error) {
    if (open.database.isTransaction) open.run('rollback', []);
    if (!isBusy(error)) throw error;
  }
};

parentPort?.on('message', (order: 'checkpoint' | 'close') => {
  if (order === 'close') {
    connection?.close();
    parentPort?.close();
  } else {
    parentPort?.postMessage(checkpoint());
  }
});
