// Bulk requests in threads of their own, one each and few at once: reading, checking and the flush of every commit to the
// disk happen there, and whoever else is answered meanwhile does not notice. A thread ends with its request.

import { Worker } from 'node:worker_threads';
import type { RunBulk } from '../../domain/bulk-lines.ts';
import { Failure, malformedRequest } from '../../domain/failures.ts';
import { type BulkThreadRequest, type FromBulkThread, type ToBulkThread, toPlain } from './bulk-messages.ts';

export interface ThreadedBulk {
  readonly run: RunBulk;
  /** Ends what is under way; batches that are committed stay. */
  close(): Promise<void>;
}

/** `entry` is the module of the thread. Requests beyond `threadsMax` wait; nothing of them is read until their turn. */
export const openThreadedBulk = (entry: URL, dataDir: string, threadsMax: number): ThreadedBulk => {
  const workers = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let free = threadsMax;

  const takeTurn = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const giveTurn = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return {
    run: async function* (action, sender, body) {
      await takeTurn();
      const request: BulkThreadRequest = { dataDir, action, sender };
      const worker = new Worker(entry, { workerData: request });
      workers.add(worker);
      worker.once('exit', () => {
        workers.delete(worker);
        giveTurn();
      });
      yield* converse(worker, body);
    },
    close: async () => {
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
};

async function* converse(worker: Worker, body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const tell = (message: ToBulkThread): void => worker.postMessage(message);
  const feed = buildFeed(body, tell);
  let answer = Promise.withResolvers<FromBulkThread>();
  // A failure may come while nobody waits: the next look finds it.
  const fail = (error: Error): void => {
    answer.promise.catch(() => {});
    answer.reject(error);
  };
  worker.on('message', (message: FromBulkThread) => {
    if (message.kind === 'read') void feed();
    else answer.resolve(message);
  });
  worker.once('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.once('exit', (code) => fail(new Error(`the thread of a bulk request ended with ${code}`)));
  try {
    for (;;) {
      tell({ kind: 'read' });
      const message = await answer.promise;
      if (message.kind !== 'text') return;
      answer = Promise.withResolvers();
      yield message.text;
    }
  } finally {
    tell({ kind: 'stop' });
  }
}

/** Hands the next bytes of the body to the thread. */
const buildFeed = (
  body: AsyncIterable<Uint8Array>,
  tell: (message: ToBulkThread) => void,
): (() => Promise<void>) => {
  const source = body[Symbol.asyncIterator]();
  return async () => {
    try {
      const next = await source.next();
      tell(next.done === true ? { kind: 'end' } : { kind: 'bytes', bytes: next.value });
    } catch (error) {
      tell({ kind: 'broken', failure: toPlain(error instanceof Failure ? error : malformedRequest()) });
    }
  };
};
