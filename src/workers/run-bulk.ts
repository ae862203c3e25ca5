// A thread that carries out one bulk request on its own connection to the store, and ends.

import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type BulkThreadRequest,
  type FromBulkThread,
  fromPlain,
  type ToBulkThread,
} from '../adapters/threaded-bulk/bulk-messages.ts';
import { bulkReader } from '../import/read-bulk.ts';
import { openTextSpool } from '../import/text-spool.ts';
import { openStore } from '../open-store.ts';
import { buildRunBulk } from '../operations/manage-bulk.ts';

/** Behind the thread that answers, so that it gets a core as soon as it wants one. */
const NICENESS = 5;
// Elsewhere than on Linux this would be said of the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

const { dataDir, action, sender } = workerData as BulkThreadRequest;
const port = parentPort;
if (port === null) throw new Error('run-bulk.ts is the module of a thread');
const say = (message: FromBulkThread): void => port.postMessage(message);

let giveBytes = Promise.withResolvers<Uint8Array | undefined>();
let wanted = Promise.withResolvers<boolean>();

port.on('message', (message: ToBulkThread) => {
  if (message.kind === 'bytes') giveBytes.resolve(message.bytes);
  else if (message.kind === 'end') giveBytes.resolve(undefined);
  else if (message.kind === 'broken') giveBytes.reject(fromPlain(message.failure));
  else wanted.resolve(message.kind === 'read');
});

async function* readBody(): AsyncGenerator<Uint8Array> {
  for (;;) {
    giveBytes = Promise.withResolvers();
    say({ kind: 'read' });
    const bytes = await giveBytes.promise;
    if (bytes === undefined) return;
    yield bytes;
  }
}

const store = await openStore({ dataDir });
try {
  const run = buildRunBulk({ bulk: store, bulkReader, openSpool: () => openTextSpool(dataDir) });
  let isWanted = await wanted.promise;
  if (isWanted) {
    for await (const text of run(action, sender, readBody())) {
      wanted = Promise.withResolvers();
      say({ kind: 'text', text });
      isWanted = await wanted.promise;
      if (!isWanted) break;
    }
  }
  if (isWanted) say({ kind: 'end' });
} finally {
  await store.close();
  port.close();
}
