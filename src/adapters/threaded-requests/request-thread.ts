// The thread for long requests, from its start to its end: it starts when it is asked for, ends when it is idle, and is replaced when it does
// not respond. What it was doing then gets 503.

import { Worker } from 'node:worker_threads';
import { fromPlain } from '../../domain/failures/plain-failure.ts';
import { serviceBusy } from '../../domain/failures/unavailable-failures.ts';
import type { NearLimit } from '../../domain/limits/usage-ports.ts';
import type {
  FromThread,
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
/** The thread refuses requests that take 30 seconds: one that is so late does not respond any more. */
const LATE_MS = 40_000;
/** A thread that needs longer to start is given up. It takes a good part of a second on a busy machine. */
const START_MAX_MS = 10_000;
export const RETRY_AFTER_SECONDS = 2;

interface Pending {
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: Error) => void;
  readonly late: NodeJS.Timeout;
}

/** What happens outside of any task. */
export interface ThreadEvents {
  /** The thread has ended by itself, or was given up. */
  readonly onFailed: (error: unknown) => void;
  readonly onNear: (near: NearLimit) => void;
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
    const moved = task.kind === 'write' ? [task.request.body.buffer as ArrayBuffer] : [];
    worker.postMessage({ number, task } satisfies ToThread, moved);
    const result = new Promise<TaskResult>((resolve, reject) => {
      const late = setTimeout(() => this.giveUp(worker, LATE_MS), LATE_MS).unref();
      this.pending.set(number, { resolve, reject, late });
    });
    // Safe: the thread returns a result of the kind of the task.
    return result as Promise<ResultOf<T>>;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    await this.worker?.terminate();
  }

  private start(): void {
    const worker = new Worker(this.entry, { workerData: this.settings });
    // The connections of clients keep the process alive, not this thread.
    worker.unref();
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'near') this.events.onNear(message.near);
      else if (message.kind === 'ready') this.ready();
      else this.settle(message);
      if (this.pending.size > 0) return;
      this.idle = setTimeout(() => {
        this.end(worker);
        void worker.terminate();
      }, IDLE_MS).unref();
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

  private ready(): void {
    this.isReady = true;
    this.onStarted();
  }

  private giveUp(worker: Worker, afterMs: number): void {
    this.events.onFailed(
      new Error(`the thread for long requests did not respond for ${afterMs / 1_000} seconds`),
    );
    this.startsFrom = this.now() + RESTART_AFTER_MS;
    this.end(worker);
    void worker.terminate();
  }

  private settle(message: Exclude<FromThread, { kind: 'ready' | 'near' }>): void {
    const task = this.pending.get(message.number);
    if (task === undefined) return;
    this.pending.delete(message.number);
    clearTimeout(task.late);
    if (message.kind === 'result') task.resolve(message.result);
    else if (message.kind === 'failure') task.reject(fromPlain(message.failure));
    else task.reject(new Error(message.cause));
  }

  /** Nothing is sent to this thread any more, and nothing will come from it. */
  private end(worker: Worker): void {
    if (this.worker !== worker) return;
    clearTimeout(this.idle);
    this.worker = undefined;
    this.isReady = false;
    for (const { reject, late } of this.pending.values()) {
      clearTimeout(late);
      reject(serviceBusy(RETRY_AFTER_SECONDS));
    }
    this.pending.clear();
    this.onStarted();
  }
}
