// Bulk requests in threads of their own, few at once: reading, checking and the flush of every commit to the disk happen
// there, and whoever else is answered meanwhile does not notice. A thread that is done waits a while for the next request:
// starting one takes longer than a small request does.

import { Worker } from 'node:worker_threads';
import { Failure } from '../../domain/failures/failures.ts';
import { malformedRequest } from '../../domain/failures/http-failures.ts';
import { fromPlain, toPlain } from '../../domain/failures/plain-failure.ts';
import { defaultLimits, type Limits } from '../../domain/limits/limits.ts';
import type { NearLimit } from '../../domain/limits/usage-ports.ts';
import type { RunBulk } from '../../domain/manage/bulk-lines.ts';
import { buildKeyedSemaphore } from '../scheduling/keyed-semaphore.ts';
import type { StorageShare } from '../store/storage-health.ts';
import type { BulkThreadSettings, FromBulkThread, ToBulkThread } from './bulk-messages.ts';
import { buildMinThroughput, type MinThroughput, type ThroughputLimits } from './min-throughput.ts';

/** How long a thread without a request is kept. */
const IDLE_MS = 30_000;

/** A line that is slower than this keeps others waiting for nothing. */
const PACE: ThroughputLimits = { bytes: 64 * 1024, withinMs: 10_000 };

export interface ThreadedBulk {
  readonly run: RunBulk;
  /** Ends what is under way; batches that are committed stay. */
  close(): Promise<void>;
}

export interface BulkLimits {
  /** Throws while nothing may be written: what is refused then is not even read. */
  readonly assertWritable?: () => void;
  /** What is wrong with the disk, shared: the threads write through connections of their own. */
  readonly storage?: StorageShare;
  readonly throughputLimits?: ThroughputLimits;
  /** Told how long each request waited for its turn. */
  readonly onTurn?: (waitedMs: number) => void;
  /** What a tenant may keep; the usual unless said. */
  readonly limits?: Limits;
  readonly onNear?: (near: NearLimit) => void;
}

interface Thread {
  readonly worker: Worker;
  /** Ends it, should it be idle for too long. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * `entry` is the module of the threads. Requests beyond `threadsMax`, and a second one of the same workspace, wait; nothing
 * of them is read until their turn. While anyone waits, a sender, and after his last byte the reader of his results, must keep
 * the pace: a sender who does not is told so at the end of his results, a reader loses the rest of them.
 */
export const openThreadedBulk = (
  entry: URL,
  dataDir: string,
  threadsMax: number,
  {
    assertWritable = () => {},
    storage,
    throughputLimits = PACE,
    onTurn,
    limits = defaultLimits,
    onNear,
  }: BulkLimits = {},
): ThreadedBulk => {
  const threads = new Set<Thread>();
  const idle: Thread[] = [];
  const permits = buildKeyedSemaphore(threadsMax);
  let latest = 0;
  let isClosed = false;

  const startThread = (): Thread => {
    const settings: BulkThreadSettings = { dataDir, storage, limits };
    const thread: Thread = { worker: new Worker(entry, { workerData: settings }), timer: undefined };
    threads.add(thread);
    thread.worker.on('message', (message: FromBulkThread) => {
      if (message.kind === 'near') onNear?.(message.near);
    });
    // An error of the thread must never be nobody's: its exit says the same to whoever waits for a turn.
    thread.worker.on('error', () => {});
    thread.worker.once('exit', () => {
      threads.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    });
    return thread;
  };

  const takeThread = (): Thread => {
    const thread = idle.pop() ?? startThread();
    clearTimeout(thread.timer);
    thread.worker.ref();
    return thread;
  };

  const giveThread = (thread: Thread): void => {
    thread.worker.unref();
    thread.timer = setTimeout(() => {
      // Its exit takes a moment: nobody must be given a thread that is on its way out.
      idle.splice(idle.indexOf(thread), 1);
      void thread.worker.terminate();
    }, IDLE_MS).unref();
    idle.push(thread);
  };

  const carryOut: RunBulk = async function* (action, sender, body) {
    const owner = JSON.stringify([sender.tenantId, sender.workspaceId]);
    const askedAt = performance.now();
    await permits.acquire(owner);
    onTurn?.(performance.now() - askedAt);
    if (isClosed) {
      permits.release(owner);
      throw new Error('no bulk request is taken any more');
    }
    const thread = takeThread();
    latest += 1;
    const request = latest;
    // Its turn is over when the thread has finished with it, however early nobody reads the results any more.
    void whenFree(thread.worker, request).then((isReusable) => {
      if (isReusable) giveThread(thread);
      permits.release(owner);
    });
    const startThroughput = () => buildMinThroughput(throughputLimits, () => permits.isAwaited(owner));
    yield* converse(thread.worker, { request, kind: 'begin', action, sender }, body, startThroughput);
  };

  return {
    run: (...request) => {
      assertWritable();
      return carryOut(...request);
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
};

/** Resolves when the thread has done with its request: whether it can take another one. */
const whenFree = (worker: Worker, request: number): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isReusable: boolean): void => {
      worker.off('message', onMessage).off('exit', onExit);
      resolve(isReusable);
    };
    const onMessage = (message: FromBulkThread): void => {
      if (message.kind === 'free' && message.request === request) settle(true);
    };
    const onExit = (): void => settle(false);
    worker.on('message', onMessage).on('exit', onExit);
  });

async function* converse(
  worker: Worker,
  begin: ToBulkThread,
  body: AsyncIterable<Uint8Array>,
  startThroughput: () => MinThroughput,
): AsyncGenerator<string> {
  const { request } = begin;
  const tell = (message: ToBulkThread): void => worker.postMessage(message);
  const feed = buildFeed(body, request, tell, startThroughput());
  const reading = startThroughput();
  let answer = Promise.withResolvers<FromBulkThread>();
  // A failure may come while nobody waits: the next look finds it.
  const onError = (error: unknown): void => {
    answer.promise.catch(() => {});
    answer.reject(error instanceof Error ? error : new Error(String(error)));
  };
  const onExit = (code: number): void =>
    onError(new Error(`the thread of a bulk request ended with ${code}`));
  const onMessage = (message: FromBulkThread): void => {
    if (message.request !== request) return;
    if (message.kind === 'read') void feed.next();
    else if (message.kind === 'refused') onError(fromPlain(message.failure));
    else if (message.kind === 'failed') onError(new Error(message.cause));
    else if (message.kind !== 'free') answer.resolve(message);
  };
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  try {
    tell(begin);
    for (;;) {
      tell({ request, kind: 'read' });
      const message = await answer.promise;
      if (message.kind !== 'text') return;
      answer = Promise.withResolvers();
      // Until then results wait aside and it is the sender who holds the turn.
      if (!feed.isOver) yield message.text;
      else {
        reading.begin();
        yield message.text;
        reading.end(message.text.length);
      }
    }
  } finally {
    tell({ request, kind: 'stop' });
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  }
}

interface Feed {
  /** Hands the next bytes of the body to the thread. */
  next(): Promise<void>;
  /** Nothing more comes. */
  readonly isOver: boolean;
}

const buildFeed = (
  body: AsyncIterable<Uint8Array>,
  request: number,
  tell: (message: ToBulkThread) => void,
  pace: MinThroughput,
): Feed => {
  const source = body[Symbol.asyncIterator]();
  const feed = { next, isOver: false };
  async function next(): Promise<void> {
    try {
      pace.begin();
      const arrived = await source.next();
      if (arrived.done === true) {
        feed.isOver = true;
        tell({ request, kind: 'end' });
      } else {
        pace.end(arrived.value.length);
        tell({ request, kind: 'bytes', bytes: arrived.value });
      }
    } catch (error) {
      feed.isOver = true;
      const failure = toPlain(error instanceof Failure ? error : malformedRequest());
      tell({ request, kind: 'broken', failure });
      // Lets whoever is too slow see the answer; any other failure is the body's own, and has ended it.
      source.return?.()?.catch(() => {});
    }
  }
  return feed;
};
