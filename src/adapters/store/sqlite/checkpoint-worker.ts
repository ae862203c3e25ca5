// A thread that copies committed pages from the journal into the database file whenever it is told to.
// A checkpoint of a large import takes seconds: here they are nobody's.

import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from './connection.ts';

const { file } = workerData as { readonly file: string };
const connection = openConnection(file, 'write');

parentPort?.on('message', (order: 'checkpoint' | 'close') => {
  if (order === 'close') {
    connection.close();
    parentPort?.close();
  } else {
    // Passive: waits for nobody and keeps nobody waiting; what it cannot copy yet it copies next time.
    connection.run('pragma wal_checkpoint(passive)', []);
    parentPort?.postMessage('done');
  }
});
