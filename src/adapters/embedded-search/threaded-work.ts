// The long work in threads of their own: a task goes to the least busy thread and its result comes back as shared memory.
// A thread that dies fails its tasks and is replaced at the next one.

import { Worker } from 'node:worker_threads';
import type { IndexWork } from './index-work.ts';

type Task = Exclude<keyof IndexWork, 'close'>;

export interface TaskMessage {
  readonly id: number;
  readonly task: Task;
  readonly values: readonly unknown[];
}

export type TaskResult =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: string };

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>;
}

/** Threads run the module at `entry` with `workerData`; it answers each TaskMessage with a TaskResult. */
export const openThreadedWork = (entry: URL, workerData: unknown, threadsMax: number): IndexWork => {
  const threads: Thread[] = [];
  let nextId = 0;
  let isClosed = false;

  const startThread = (): Thread => {
    const worker = new Worker(entry, { workerData });
    const thread: Thread = { worker, waiting: new Map() };
    worker.unref();
    worker.on('message', (result: TaskResult) => {
      const task = thread.waiting.get(result.id);
      thread.waiting.delete(result.id);
      if (thread.waiting.size === 0) worker.unref();
      if ('failure' in result) task?.reject(new Error(result.failure));
      else task?.resolve(result.value);
    });
    const end = (error: Error): void => {
      const place = threads.indexOf(thread);
      if (place !== -1) threads.splice(place, 1);
      for (const { reject } of thread.waiting.values()) reject(error);
      thread.waiting.clear();
    };
    worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => end(new Error(`an index thread ended with ${code}`)));
    threads.push(thread);
    return thread;
  };

  const pickThread = (): Thread => {
    const idle = threads.find(({ waiting }) => waiting.size === 0);
    if (idle !== undefined) return idle;
    if (threads.length < threadsMax) return startThread();
    return threads.reduce((least, thread) => (thread.waiting.size < least.waiting.size ? thread : least));
  };

  const run = <T>(task: Task, ...values: readonly unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      if (isClosed) {
        reject(new Error('the index is closed'));
        return;
      }
      const { worker, waiting } = pickThread();
      nextId += 1;
      waiting.set(nextId, { resolve: resolve as (value: unknown) => void, reject });
      worker.ref();
      worker.postMessage({ id: nextId, task, values } satisfies TaskMessage);
    });

  // The first one loads its modules while nobody waits for it yet.
  startThread();

  return {
    open: (...values) => run('open', ...values),
    buildProducts: (...values) => run('buildProducts', ...values),
    merge: (...values) => run('merge', ...values),
    save: (...values) => run('save', ...values),
    close: async () => {
      isClosed = true;
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
};
