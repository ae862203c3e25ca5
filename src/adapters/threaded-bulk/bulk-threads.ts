// The worker threads of bulk requests and imports. One is kept for a while after its request: starting one takes longer than a small
// request. Its heap is limited, so that no import takes the memory of the service.

import { Worker } from 'node:worker_threads';
import { tooMuchAsked } from '../../domain/failures/failures.ts';
import type { NearLimit } from '../../domain/limits/usage-ports.ts';
import type { BulkThreadSettings, FromBulkThread } from './bulk-messages.ts';

/** How long an idle thread is kept. */
const IDLE_MS = 30_000;

/** A last resort: formats bound what they keep. */
const HEAP_MAX_MIB = 1_024;
/** V8 would let it grow further, which takes memory and saves no time. */
const YOUNG_HEAP_MAX_MIB = 32;

interface Thread {
  readonly worker: Worker;
  /** Terminates the thread when it has been idle for too long. */
  timer: NodeJS.Timeout | undefined;
}

export interface BulkThreads {
  /** An idle one, or a new one. */
  take(): Thread;
  /** It is idle again. */
  give(thread: Thread): void;
  /** Terminates all of them. */
  close(): Promise<void>;
}

/** `entry` is the module of the threads. */
export const openBulkThreads = (
  entry: URL,
  settings: BulkThreadSettings,
  onNear: ((near: NearLimit) => void) | undefined,
  heapMaxMiB = HEAP_MAX_MIB,
): BulkThreads => {
  const resourceLimits = { maxOldGenerationSizeMb: heapMaxMiB, maxYoungGenerationSizeMb: YOUNG_HEAP_MAX_MIB };
  const threads = new Set<Thread>();
  const idle: Thread[] = [];

  const start = (): Thread => {
    const thread: Thread = {
      worker: new Worker(entry, { workerData: settings, resourceLimits }),
      timer: undefined,
    };
    threads.add(thread);
    thread.worker.on('message', (message: FromBulkThread) => {
      if (message.kind === 'near') onNear?.(message.near);
    });
    // Without a listener the error would end the process. The exit event reports it to the request.
    thread.worker.on('error', () => {});
    thread.worker.once('exit', () => {
      threads.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    });
    return thread;
  };

  return {
    take: () => {
      const thread = idle.pop() ?? start();
      clearTimeout(thread.timer);
      thread.worker.ref();
      return thread;
    },
    give: (thread) => {
      thread.worker.unref();
      thread.timer = setTimeout(() => {
        // Termination takes a moment: the thread must not be reused meanwhile.
        idle.splice(idle.indexOf(thread), 1);
        void thread.worker.terminate();
      }, IDLE_MS).unref();
      idle.push(thread);
    },
    close: async () => {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
};

/** What to tell of the error that ended a thread. */
export const threadError = (error: unknown): Error => {
  if ((error as { code?: unknown } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return tooMuchAsked(
      'body',
      'it takes more memory than a bulk request or an import may have; send less at once',
    );
  }
  return error instanceof Error ? error : new Error(String(error));
};
