// The long work in threads of their own: one task at a time in each, its result comes back as shared memory.
// What somebody waits for goes before what nobody does, and never waits for a free thread behind a long task.
// A thread that dies fails its task and is replaced at the next one.

import { Worker } from 'node:worker_threads';
import { fromPlain, type PlainFailure } from '../../domain/plain-failure.ts';
import type { IndexWork } from './index-work.ts';

type TaskName = Exclude<keyof IndexWork, 'close'>;

export interface TaskMessage {
  readonly task: TaskName;
  readonly values: readonly unknown[];
}

/** `refusal`: what a caller may see; `failure`: what nobody foresaw. */
export type TaskResult =
  | { readonly value: unknown }
  | { readonly refusal: PlainFailure }
  | { readonly failure: string };

interface Task extends TaskMessage {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  task: Task | undefined;
}

/** Tasks that are short, or short enough, and that a request waits for. */
const urgentTasks: ReadonlySet<TaskName> = new Set(['load', 'plan', 'buildProducts']);

/** A build makes much that is soon thrown away: with more room for it, less of it is ever copied. */
const YOUNG_MIB_MAX = 128;

/**
 * Threads run the module at `entry` with `workerData`; it answers each TaskMessage with a TaskResult. At most `threadsMax` do
 * long work; one more may be started for what is urgent.
 */
export const openThreadedWork = (entry: URL, workerData: unknown, threadsMax: number): IndexWork => {
  const threads: Thread[] = [];
  const urgent: Task[] = [];
  const others: Task[] = [];
  let isClosed = false;

  const startThread = (): Thread => {
    const worker = new Worker(entry, {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB_MAX },
    });
    const thread: Thread = { worker, task: undefined };
    worker.unref();
    worker.on('message', (result: TaskResult) => {
      const { task } = thread;
      thread.task = undefined;
      worker.unref();
      handOut();
      if ('refusal' in result) task?.reject(fromPlain(result.refusal));
      else if ('failure' in result) task?.reject(new Error(result.failure));
      else task?.resolve(result.value);
    });
    const end = (error: Error): void => {
      const place = threads.indexOf(thread);
      if (place !== -1) threads.splice(place, 1);
      thread.task?.reject(error);
      thread.task = undefined;
      if (!isClosed) handOut();
    };
    worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => end(new Error(`an index thread ended with ${code}`)));
    threads.push(thread);
    return thread;
  };

  const findThread = (isUrgent: boolean): Thread | undefined => {
    const idle = threads.find(({ task }) => task === undefined);
    const inLongWork = threads.filter(({ task }) => task !== undefined && !urgentTasks.has(task.task));
    if (!isUrgent && inLongWork.length >= threadsMax) return undefined;
    return idle ?? (threads.length < threadsMax + Number(isUrgent) ? startThread() : undefined);
  };

  const handOut = (): void => {
    for (const waiting of [urgent, others]) {
      while (waiting.length > 0) {
        const thread = findThread(waiting === urgent);
        if (thread === undefined) break;
        const task = waiting.shift() as Task;
        thread.task = task;
        thread.worker.ref();
        thread.worker.postMessage({ task: task.task, values: task.values } satisfies TaskMessage);
      }
    }
  };

  const run = <T>(task: TaskName, ...values: readonly unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      if (isClosed) {
        reject(new Error('the index is closed'));
        return;
      }
      const entry = { task, values, resolve: resolve as (value: unknown) => void, reject };
      (urgentTasks.has(task) ? urgent : others).push(entry);
      handOut();
    });

  // The first one loads its modules while nobody waits for it yet.
  startThread();

  return asWork(run, async () => {
    isClosed = true;
    for (const task of [...urgent.splice(0), ...others.splice(0)])
      task.reject(new Error('the index is closed'));
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  });
};

const asWork = (
  run: <T>(task: TaskName, ...values: readonly unknown[]) => Promise<T>,
  close: () => Promise<void>,
): IndexWork => ({
  load: (...values) => run('load', ...values),
  plan: (...values) => run('plan', ...values),
  buildContent: (...values) => run('buildContent', ...values),
  buildStretch: (...values) => run('buildStretch', ...values),
  buildProducts: (...values) => run('buildProducts', ...values),
  merge: (...values) => run('merge', ...values),
  save: (...values) => run('save', ...values),
  sweep: () => run('sweep'),
  close,
});
