// A thread that copies committed pages from the journal into the database file whenever it is told to.
// A checkpoint of a large import takes seconds: here they are nobody's.

import { parentPort, workerData } from 'node:worker_threads';
import { type Connection, openConnection } from './connection.ts';
import { sqliteCodeOf } from './sqlite-errors.ts';

/** What a checkpoint came to: `errcode` is SQLite's own. */
export interface CheckpointResult {
  readonly failure?: { readonly errcode: number; readonly message: string };
}

const { file } = workerData as { readonly file: string };
let connection: Connection | undefined;

const checkpoint = (): CheckpointResult => {
  try {
    connection ??= openConnection(file, 'write');
    // Passive: waits for nobody and keeps nobody waiting; what it cannot copy yet it copies next time.
    connection.run('pragma wal_checkpoint(passive)', []);
    return {};
  } catch (error) {
    // It may have been opened where nothing could be written.
    connection?.close();
    connection = undefined;
    const errcode = sqliteCodeOf(error);
    if (errcode === undefined) throw error;
    return { failure: { errcode, message: error instanceof Error ? error.message : '' } };
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
