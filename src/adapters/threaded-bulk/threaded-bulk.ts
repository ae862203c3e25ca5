// Runs bulk requests and imports in worker threads, a few at once. Reading, checking and flushing happen there, so other requests are not
// delayed.

import type { Worker } from 'node:worker_threads';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { Failure } from '../../domain/failures/failures.ts';
import { malformedRequest } from '../../domain/failures/http-failures.ts';
import { fromPlain, toPlain } from '../../domain/failures/plain-failure.ts';
import { defaultLimits, type Limits } from '../../domain/limits/limits.ts';
import type { NearLimit } from '../../domain/limits/usage-ports.ts';
import type { RunBulk } from '../../domain/manage/bulk-lines.ts';
import type { ReceiveUpload, RunImport } from '../../domain/manage/import-job.ts';
import type { FeedPositions } from '../../domain/ports.ts';
import { buildKeyedSemaphore } from '../scheduling/keyed-semaphore.ts';
import type { StorageShare } from '../store/storage-health.ts';
import type {
  BulkTask,
  BulkThreadSettings,
  FromBulkThread,
  ImportLimits,
  ToBulkThread,
} from './bulk-messages.ts';
import { openBulkThreads, threadError } from './bulk-threads.ts';
import { buildImportQueue, type Turn, tenantOf } from './import-queue.ts';
import { buildMinThroughput, type MinThroughput, type ThroughputLimits } from './min-throughput.ts';

/** Slower clients are cut off while others wait. */
const MIN_THROUGHPUT: ThroughputLimits = { bytes: 64 * 1024, withinMs: 10_000 };

/** The defaults of the settings. */
const IMPORT_LIMITS: ImportLimits = { maxBytes: 256 * 1024 * 1024, maxMs: 600_000, writeMaxMs: 8_000 };

export interface ThreadedBulk {
  readonly run: RunBulk;
  readonly runImport: RunImport;
  /** Undoes running imports and terminates running requests. Committed batches stay. */
  close(): Promise<void>;
}

export interface BulkLimits {
  /** Throws while writes are stopped. Then the body is not even read. */
  readonly assertWritable?: () => void;
  /** A database in place of the data folder's. */
  readonly storeUrl?: string | undefined;
  /** The shared state of the disk: each thread writes through its own connection. */
  readonly storage?: StorageShare;
  readonly throughputLimits?: ThroughputLimits;
  /** Of the heap of each thread. */
  readonly heapMaxMiB?: number;
  /** Called with the time each request waited for a thread. */
  readonly onPermit?: (waitedMs: number) => void;
  /** The limits of a tenant; the defaults if absent. */
  readonly limits?: Limits;
  readonly importLimits?: ImportLimits;
  /** Absent: nothing can be imported. */
  readonly receive?: ReceiveUpload;
  readonly onNear?: (near: NearLimit) => void;
  /** Called before results are sent, so that reads of this process show what they report. */
  readonly catchUp?: FeedPositions['catchUp'];
}

/** Of a task that needs none. */
const NO_BODY: AsyncIterable<Uint8Array> = (async function* () {})();

/**
 * `entry` is the module of the threads. Requests beyond `threadsMax`, and a second one of the same workspace, wait; their
 * bodies are not read meanwhile, and whoever disconnects leaves the queue. While others wait, a client must keep the minimum
 * throughput, first when sending the body, then when reading the results. A slow sender gets an error at the end of the results; a slow reader loses the rest of them.
 */
export const openThreadedBulk = (
  entry: URL,
  dataDir: string,
  threadsMax: number,
  {
    assertWritable = () => {},
    storeUrl,
    storage,
    throughputLimits = MIN_THROUGHPUT,
    heapMaxMiB,
    onPermit,
    limits = defaultLimits,
    importLimits = IMPORT_LIMITS,
    receive = () => Promise.reject(new Error('no upload can be received')),
    onNear,
    catchUp,
  }: BulkLimits = {},
): ThreadedBulk => {
  const permits = buildKeyedSemaphore(threadsMax, { groupOf: tenantOf });
  let latest = 0;
  let isClosed = false;

  const settings: BulkThreadSettings = { dataDir, storeUrl, storage, limits, importLimits };
  const threads = openBulkThreads(entry, settings, onNear, heapMaxMiB);

  /** Resolves when a thread may be taken, to what lets others take it. */
  const takeTurn = async ({ tenantId, workspaceId }: WorkspaceScope, gone?: AbortSignal) => {
    const owner = JSON.stringify([tenantId, workspaceId]);
    const askedAt = performance.now();
    await permits.acquire(owner, gone);
    onPermit?.(performance.now() - askedAt);
    const isAwaited = () => permits.isAwaited(owner);
    return { isAwaited, release: () => permits.release(owner) };
  };

  const carryOut = async function* (
    { isAwaited, release }: Turn,
    task: BulkTask,
    workspace: WorkspaceScope,
    { body, gone }: { readonly body?: AsyncIterable<Uint8Array>; readonly gone?: AbortSignal },
  ): AsyncGenerator<string> {
    if (isClosed) {
      release();
      throw new Error('no bulk request is taken any more');
    }
    const thread = threads.take();
    latest += 1;
    const request = latest;
    // The permit is held until the thread is done, even if the client stops reading before.
    void whenFree(thread.worker, request).then((isReusable) => {
      if (isReusable) threads.give(thread);
      release();
    });
    const startThroughput = () => buildMinThroughput(throughputLimits, isAwaited);
    const begin: ToBulkThread = { request, kind: 'begin', task };
    for await (const text of converse(thread.worker, begin, body, startThroughput, gone)) {
      await catchUp?.(workspace);
      yield text;
    }
  };

  const imports = buildImportQueue({
    takeTurn,
    begin: (turn, job, uploaded, gone) =>
      carryOut(turn, { action: 'import', job, uploaded }, job.scope, { gone }),
    receive,
    throughputLimits,
  });

  return {
    run: (action, sender, body, gone) => {
      assertWritable();
      return (async function* () {
        yield* carryOut(await takeTurn(sender, gone), { action, sender }, sender, { body });
      })();
    },
    runImport: (job, upload) => {
      assertWritable();
      return imports.run(job, upload);
    },
    close: async () => {
      isClosed = true;
      await imports.close();
      await threads.close();
    },
  };
};

/** Resolves when the thread is done with its request, with whether it can take another one. */
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
  body: AsyncIterable<Uint8Array> = NO_BODY,
  startThroughput: () => MinThroughput,
  gone?: AbortSignal,
): AsyncGenerator<string> {
  const { request } = begin;
  const tell = (message: ToBulkThread): void => worker.postMessage(message);
  const feed = buildFeed(body, request, tell, startThroughput());
  const onGone = (): void => onError(gone?.reason);
  const reading = startThroughput();
  let response = Promise.withResolvers<FromBulkThread>();
  // An error may come while nothing awaits the response: the next await gets it.
  const onError = (error: unknown): void => {
    response.promise.catch(() => {});
    response.reject(threadError(error));
  };
  const onExit = (code: number): void =>
    onError(new Error(`the thread of a bulk request ended with ${code}`));
  const onMessage = (message: FromBulkThread): void => {
    if (message.request !== request) return;
    if (message.kind === 'read') void feed.next();
    else if (message.kind === 'refused') onError(fromPlain(message.failure));
    else if (message.kind === 'failed') onError(new Error(message.cause));
    else if (message.kind !== 'free') response.resolve(message);
  };
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  gone?.addEventListener('abort', onGone);
  try {
    tell(begin);
    for (;;) {
      tell({ request, kind: 'read' });
      const message = await response.promise;
      if (message.kind !== 'text') return;
      response = Promise.withResolvers();
      // Until the body has ended, the client is measured by what they send.
      if (!feed.isOver) yield message.text;
      else {
        reading.begin();
        yield message.text;
        reading.end(message.text.length);
      }
    }
  } finally {
    tell({ request, kind: 'stop' });
    gone?.removeEventListener('abort', onGone);
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  }
}

interface Feed {
  /** Sends the next bytes of the body to the thread. */
  next(): Promise<void>;
  /** Whether the body has ended. */
  readonly isOver: boolean;
}

const buildFeed = (
  body: AsyncIterable<Uint8Array>,
  request: number,
  tell: (message: ToBulkThread) => void,
  throughput: MinThroughput,
): Feed => {
  const source = body[Symbol.asyncIterator]();
  const feed = { next, isOver: body === NO_BODY };
  async function next(): Promise<void> {
    try {
      throughput.begin();
      const arrived = await source.next();
      if (arrived.done === true) {
        feed.isOver = true;
        tell({ request, kind: 'end' });
      } else {
        throughput.end(arrived.value.length);
        tell({ request, kind: 'bytes', bytes: arrived.value });
      }
    } catch (error) {
      feed.isOver = true;
      const failure = toPlain(error instanceof Failure ? error : malformedRequest());
      tell({ request, kind: 'broken', failure });
      // Closes the body of a slow client, so that they can read the response. After other errors it is closed already.
      source.return?.()?.catch(() => {});
    }
  }
  return feed;
};
