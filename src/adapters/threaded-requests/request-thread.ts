// The thread for long requests, from its start to its end: it starts when it is asked for, ends when it is idle, and is replaced when it does
// not respond. What it was doing then gets 503, and a write that had begun is told that its outcome is unknown.

import { Worker } from 'node:worker_threads';
import { fromPlain } from '../../domain/failures/plain-failure.ts';
import { outcomeUnknown, serviceBusy } from '../../domain/failures/unavailable-failures.ts';
import type {
  FromThread,
  News,
  RequestThreadSettings,
  ResultOf,
  Task,
  TaskResult,
  ToThread,
} from './thread-messages.ts';

/** An idle thread and what it keeps in memory are given up after this time. */
const IDLE_MS = 300_000;
/** After a thread could not start or ended by itself. */
const RESTART_AFTER_MS = 10_000;
/** While it has tasks, it is asked so often whether it responds, which it does between the steps of its tasks. */
const PING_EVERY_MS = 10_000;
/** Unanswered for as long as after the last of these pings, it does not respond any more. */
const PINGS_MAX = 3;
/** A last resort, for one task: reads are refused after half a minute, and a write waits for the database for less than a whole one. */
const TASK_MAX_MS = 120_000;
/** A thread that needs longer to start is given up. It takes a good part of a second on a busy machine. */
const START_MAX_MS = 10_000;
export const RETRY_AFTER_SECONDS = 2;

interface Pending {
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: Error) => void;
  readonly late: NodeJS.Timeout;
  readonly isWrite: boolean;
  /** Whether it is a write that may be done. */
  isBegun: boolean;
}

/** What happens outside of any task. */
export interface ThreadEvents {
  /** The thread has ended by itself, or was given up. */
  readonly onFailed: (error: unknown) => void;
  readonly onNews: (news: News) => void;
}

export class RequestThread {
  private readonly entry: URL;
  private readonly settings: RequestThreadSettings;
  private readonly events: ThreadEvents;
  private readonly now: () => number;
  private readonly pending = new Map<number, Pending>();
  /** Whether tasks may be sent to it. */
  isReady = false;
  private worker: Worker | undefined;
  private startsFrom = 0;
  /** Resolves when the worker that is starting is ready, or given up. */
  private started: Promise<void> | undefined;
  private onStarted = (): void => {};
  private isClosed = false;
  private count = 0;
  private idle: NodeJS.Timeout | undefined;
  private watching: NodeJS.Timeout | undefined;
  private unanswered = 0;

  constructor(entry: URL, settings: RequestThreadSettings, events: ThreadEvents, now: () => number) {
    this.entry = entry;
    this.settings = settings;
    this.events = events;
    this.now = now;
  }

  /** If it is not ready, it is started, unless that failed a moment ago. */
  isReadyOrStarts(): boolean {
    if (this.worker === undefined && !this.isClosed && this.now() >= this.startsFrom) this.start();
    return this.isReady;
  }

  get isStarting(): boolean {
    return this.worker !== undefined && !this.isReady;
  }

  /** Resolves once the thread that is starting is ready: false if there is none, or if it does not become ready. */
  async hasStarted(): Promise<boolean> {
    await this.started;
    return this.isReady;
  }

  run<T extends Task>(task: T): Promise<ResultOf<T>> {
    const { worker } = this;
    if (worker === undefined) return Promise.reject(serviceBusy(RETRY_AFTER_SECONDS));
    clearTimeout(this.idle);
    this.count += 1;
    const number = this.count;
    const moved = task.kind === 'write' ? [task.request.body.buffer] : [];
    worker.postMessage({ number, task } satisfies ToThread, moved);
    if (this.pending.size === 0) this.watch(worker);
    const result = new Promise<TaskResult>((resolve, reject) => {
      const late = setTimeout(() => this.interrupt(number, true), TASK_MAX_MS).unref();
      this.pending.set(number, { resolve, reject, late, isWrite: task.kind === 'write', isBegun: false });
    });
    // Safe: the thread returns a result of the kind of the task.
    return result as Promise<ResultOf<T>>;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    clearTimeout(this.watching);
    await this.worker?.terminate();
  }

  private start(): void {
    const worker = new Worker(this.entry, { workerData: this.settings });
    // The connections of clients keep the process alive, not this thread.
    worker.unref();
    worker.on('message', (message: FromThread) => {
      // Something may still come from one that was given up.
      if (this.worker === worker) this.onMessage(worker, message);
    });
    worker.on('error', (error) => this.events.onFailed(error));
    worker.once('exit', () => {
      if (this.worker === worker && !this.isClosed) this.startsFrom = this.now() + RESTART_AFTER_MS;
      this.end(worker);
    });
    this.worker = worker;
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(() => this.giveUp(worker, START_MAX_MS), START_MAX_MS).unref();
    this.started = promise;
    this.onStarted = () => {
      clearTimeout(late);
      resolve();
    };
  }

  private onMessage(worker: Worker, message: FromThread): void {
    this.unanswered = 0;
    if (message.kind === 'ready') {
      this.isReady = true;
      this.onStarted();
    } else if ('number' in message) this.settle(message);
    else this.events.onNews(message);
    if (this.pending.size > 0) return;
    clearTimeout(this.watching);
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      this.end(worker);
      void worker.terminate();
    }, IDLE_MS).unref();
  }

  private watch(worker: Worker): void {
    clearTimeout(this.watching);
    this.unanswered = 0;
    const ask = (): void => {
      if (this.unanswered === PINGS_MAX) {
        this.giveUp(worker, (PINGS_MAX + 1) * PING_EVERY_MS);
        return;
      }
      this.unanswered += 1;
      worker.postMessage('ping' satisfies ToThread);
      this.watching = setTimeout(ask, PING_EVERY_MS).unref();
    };
    this.watching = setTimeout(ask, PING_EVERY_MS).unref();
  }

  private giveUp(worker: Worker, afterMs: number): void {
    this.events.onFailed(
      new Error(`the thread for long requests did not respond for ${afterMs / 1_000} seconds`),
    );
    this.startsFrom = this.now() + RESTART_AFTER_MS;
    this.end(worker, true);
    void worker.terminate();
  }

  private settle(message: Extract<FromThread, { readonly number: number }>): void {
    const task = this.pending.get(message.number);
    if (task === undefined) return;
    if (message.kind === 'begun') {
      task.isBegun = true;
      return;
    }
    this.pending.delete(message.number);
    clearTimeout(task.late);
    if (message.kind === 'result') task.resolve(message.result);
    else if (message.kind === 'failure') task.reject(fromPlain(message.failure));
    else task.reject(new Error(message.cause));
  }

  /** Nothing is sent to this thread any more, and nothing will come from it. `goesOn`: it has not ended yet. */
  private end(worker: Worker, goesOn = false): void {
    if (this.worker !== worker) return;
    clearTimeout(this.idle);
    clearTimeout(this.watching);
    this.worker = undefined;
    this.isReady = false;
    for (const number of [...this.pending.keys()]) this.interrupt(number, goesOn);
    this.onStarted();
  }

  /** Nobody waits for it any more. `goesOn`: the thread may still begin with it. */
  private interrupt(number: number, goesOn: boolean): void {
    const task = this.pending.get(number);
    if (task === undefined) return;
    this.pending.delete(number);
    clearTimeout(task.late);
    const mayBeDone = task.isBegun || (task.isWrite && goesOn);
    task.reject(mayBeDone ? outcomeUnknown() : serviceBusy(RETRY_AFTER_SECONDS));
  }
}
