// Runs the slow work in worker threads, one task at a time each; results come back as shared memory. Urgent tasks,
// which a request waits for, go first and never wait behind a long task. Tenants take turns. A thread that dies fails
// its task and is replaced by the next one. A thread that has grown is terminated soon after, one that is surplus later:
// otherwise its heap would keep the memory, and the next task may be days away.

import { Worker } from 'node:worker_threads';
import { fromPlain, type PlainFailure } from '../../../domain/failures/plain-failure.ts';
import { FairQueue } from '../../../domain/limits/fair-queue.ts';
import type { IndexId } from '../index-id.ts';
import type { BuiltPart } from '../segments/built-catalog.ts';
import type { StoredSegment } from '../segments/segment-stack.ts';
import type { IndexWork } from './index-work.ts';
import { sendSettings } from './sent-settings.ts';

type TaskName = Exclude<keyof IndexWork, 'close'>;

export interface TaskMessage {
  readonly task: TaskName;
  readonly values: readonly unknown[];
}

/** `refusal`: an error for the caller; `failure`: an unexpected error. */
export type TaskResult = (
  | { readonly value: unknown }
  | { readonly refusal: PlainFailure }
  | { readonly failure: string }
) & {
  /** Memory that only the thread holds. */
  readonly heldBytes: number;
};

interface Task extends TaskMessage {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  task: Task | undefined;
  /** Terminates it if it stays idle. */
  timer: NodeJS.Timeout | undefined;
}

/** Short tasks that a request waits for. */
const urgentTasks: ReadonlySet<TaskName> = new Set(['load', 'plan', 'buildItems', 'buildProducts']);

/** A build creates much short-lived garbage: a larger young generation copies less of it. */
const YOUNG_MIB_MAX = 128;
/** Copying this much takes less than a millisecond. */
const COPIED_BYTES_MAX = 4 * 1024 * 1024;
/** A thread that holds more than this after its task … */
const HELD_BYTES_MAX = 64 * 1024 * 1024;
/** … and then is idle for this long is terminated. */
const IDLE_MS = 5_000;
/** One that holds less, but is not the only one: as long as changes come in now and then, it is not started again for each. */
const SURPLUS_IDLE_MS = 30_000;

export interface ThreadOptions {
  readonly heldBytesMax?: number;
  readonly idleMs?: number;
  readonly surplusIdleMs?: number;
  /** A thread that may still be starting is not asked to load what does not exist. */
  readonly hasSnapshot?: (indexId: IndexId) => boolean;
}

const defaults: Required<ThreadOptions> = {
  heldBytesMax: HELD_BYTES_MAX,
  idleMs: IDLE_MS,
  surplusIdleMs: SURPLUS_IDLE_MS,
  hasSnapshot: () => true,
};

/**
 * Threads run the module at `entry` with `workerData`; it replies to each TaskMessage with a TaskResult. At most
 * `threadsMax` do long work; one more may start for urgent tasks.
 */
export const openThreadedWork = (
  entry: URL,
  workerData: unknown,
  threadsMax: number,
  options: ThreadOptions = {},
): IndexWork => {
  const { heldBytesMax, idleMs, surplusIdleMs, hasSnapshot } = { ...defaults, ...options };
  const threads: Thread[] = [];
  const running = new Set<Promise<unknown>>();
  const [urgent, others] = [new FairQueue<Task>(), new FairQueue<Task>()];
  let isClosed = false;

  const startThread = (): Thread => {
    const worker = new Worker(entry, {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB_MAX },
    });
    const thread: Thread = { worker, task: undefined, timer: undefined };
    worker.unref();
    worker.on('message', (result: TaskResult) => {
      const { task } = thread;
      thread.task = undefined;
      worker.unref();
      dispatch();
      const hasGrown = result.heldBytes > heldBytesMax;
      if (thread.task === undefined)
        thread.timer = setTimeout(retire, hasGrown ? idleMs : surplusIdleMs, thread, hasGrown).unref();
      if (task !== undefined) settle(task, result);
    });
    const end = (error: Error): void => {
      remove(threads, thread);
      thread.task?.reject(error);
      thread.task = undefined;
      if (!isClosed) dispatch();
    };
    worker.on('error', (error) => end(asError(error)));
    worker.on('exit', (code) => end(new Error(`an index thread ended with ${code}`)));
    threads.push(thread);
    return thread;
  };

  const retire = (thread: Thread, hasGrown: boolean): void => {
    if (!hasGrown && threads.length === 1) return;
    remove(threads, thread);
    terminate(thread, running);
    // Load the modules of the next one before anybody waits for it.
    if (threads.length === 0) startThread();
  };

  const findThread = (isUrgent: boolean): Thread | undefined => {
    const idle = threads.find(({ task }) => task === undefined);
    const inLongWork = threads.filter(({ task }) => task !== undefined && !urgentTasks.has(task.task));
    if (!isUrgent && inLongWork.length >= threadsMax) return undefined;
    return idle ?? (threads.length < threadsMax + Number(isUrgent) ? startThread() : undefined);
  };

  const dispatch = (): void => {
    for (const waiting of [urgent, others]) {
      while (!waiting.isEmpty) {
        const thread = findThread(waiting === urgent);
        if (thread === undefined) break;
        const task = waiting.take()?.item as Task;
        thread.task = task;
        clearTimeout(thread.timer);
        thread.worker.ref();
        thread.worker.postMessage({ task: task.task, values: task.values } satisfies TaskMessage);
      }
    }
  };

  const run = <T>(task: TaskName, ...values: readonly unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(closedError());
      const entry = { task, values, resolve: resolve as (value: unknown) => void, reject };
      (urgentTasks.has(task) ? urgent : others).add(ownerOf(values), entry);
      dispatch();
    });

  // Load the modules of the first one before anybody waits for it.
  startThread();

  return asWork(run, hasSnapshot, async () => {
    isClosed = true;
    for (const task of [...urgent.clear(), ...others.clear()]) task.reject(closedError());
    for (const thread of threads) terminate(thread, running);
    await Promise.all(running);
  });
};

const remove = (threads: Thread[], thread: Thread): void => {
  const place = threads.indexOf(thread);
  if (place !== -1) threads.splice(place, 1);
};

/** The tenant that the task is for; tasks without a tenant share one queue. */
const ownerOf = ([indexId]: readonly unknown[]): string =>
  (indexId as Partial<IndexId> | undefined)?.scope?.tenantId ?? '';

const settle = ({ resolve, reject }: Task, result: TaskResult): void => {
  if ('refusal' in result) reject(fromPlain(result.refusal));
  else if ('failure' in result) reject(new Error(result.failure));
  else resolve(result.value);
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const closedError = (): Error => new Error('the index is closed');

const terminate = ({ worker, timer }: Thread, running: Set<Promise<unknown>>): void => {
  clearTimeout(timer);
  const ended = worker.terminate().finally(() => running.delete(ended));
  running.add(ended);
};

const asWork = (
  run: <T>(task: TaskName, ...values: readonly unknown[]) => Promise<T>,
  hasSnapshot: (indexId: IndexId) => boolean,
  close: () => Promise<void>,
): IndexWork => ({
  load: async (indexId) => (hasSnapshot(indexId) ? run('load', indexId) : 'absent'),
  plan: (...values) => run('plan', ...values),
  buildContent: async (...values) => copyPart(await run('buildContent', ...values)),
  buildRange: async (indexId, position, settings, range, isLarge) =>
    copyPart(await run('buildRange', indexId, position, await sendSettings(settings), range, isLarge)),
  buildItems: async (...values) => copySmall(await run('buildItems', ...values)),
  buildProducts: async (indexId, settings, ids) =>
    copySmall(await run('buildProducts', indexId, await sendSettings(settings), ids)),
  merge: async (...values) => copySmall(await run('merge', ...values)),
  save: (...values) => run('save', ...values),
  sweep: () => run('sweep'),
  close,
});

const copyPart = ({ segments, upTo }: BuiltPart): BuiltPart => ({ segments: segments.map(copySmall), upTo });

/**
 * A small buffer from a thread shares its memory pages with the thread's own data, and keeps all of them from being
 * freed when the thread ends. A large buffer has its own pages.
 */
const copySmall = ({ bytes, tombstones, live }: StoredSegment): StoredSegment => ({
  bytes: copied(bytes),
  tombstones,
  live: live && copied(live),
});

const copied = (bytes: Uint8Array): Uint8Array => {
  if (bytes.byteLength > COPIED_BYTES_MAX) return bytes;
  const own = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  own.set(bytes);
  return own;
};
