// Runs long reads, and reads of tenants that have used up their share of the main thread, in one thread with its own connection to the
// store. Workspaces share it as they share the main thread: by time slices and permits. The first such read starts it; until it is ready,
// reads wait for it if other tenants would wait for them, and stay on the main thread otherwise, as they do while it cannot be had. Long
// texts are matched against patterns there too; they wait until it is ready.

import { Worker } from 'node:worker_threads';
import { type WorkspaceScope, workspaceKey } from '../../domain/access/scope.ts';
import { fromPlain } from '../../domain/failures/plain-failure.ts';
import { serviceBusy } from '../../domain/failures/unavailable-failures.ts';
import type { LongReads, ReadRequest } from '../../domain/limits/long-reads.ts';
import type { Meter } from '../../domain/limits/request-budget.ts';
import type { Metric } from '../../domain/metric.ts';
import type { FeedPositions } from '../../domain/ports.ts';
import type { LargeJson } from '../../domain/text/large-json.ts';
import type { MainThreadShare } from '../scheduling/main-thread-share.ts';
import type {
  FromReadThread,
  ReadResult,
  ReadTask,
  ReadThreadSettings,
  ToReadThread,
} from './read-messages.ts';

export interface ThreadedReads extends LongReads {
  /** Undefined if the thread cannot be had. */
  matchAside(workspace: WorkspaceScope, pattern: string, text: string): Promise<boolean | undefined>;
  readonly metrics: () => readonly Metric[];
  close(): Promise<void>;
}

export interface ThreadedReadOptions {
  /** Builds the meter of the reads that are on the main thread still. */
  readonly meterWith: (mayLeave: () => boolean) => Meter;
  readonly positions: Pick<FeedPositions, 'position'>;
  /** Tells whether a tenant may use more of the main thread now. */
  readonly share: Pick<MainThreadShare, 'isLeft' | 'isShared'>;
  /** The thread has ended by itself. */
  readonly onFailed: (error: unknown) => void;
  readonly now?: () => number;
}

/** How long such reads begin in the thread, before one of them is tried on the main thread again. */
const LONG_FOR_MS = 60_000;
/** The oldest are forgotten first. */
const KNOWN_MAX = 10_000;
/** An idle thread and what it keeps in memory are given up after this time. */
const IDLE_MS = 300_000;
/** After a thread could not start or ended by itself. */
const RESTART_AFTER_MS = 10_000;
/** The thread refuses reads that take 30 seconds: one that is so late does not respond any more. */
const LATE_MS = 40_000;
/** A thread that needs longer to start is given up. It takes a good part of a second on a busy machine. */
const START_MAX_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;
/** In one query parameter: a filter of more than about fifteen rules. */
const MUCH_CHARS = 1_000;

interface Pending {
  readonly resolve: (result: ReadResult) => void;
  readonly reject: (error: Error) => void;
  readonly late: NodeJS.Timeout;
}

export const openThreadedReads = (
  entry: URL,
  settings: ReadThreadSettings,
  { meterWith, positions, share, onFailed, now = () => performance.now() }: ThreadedReadOptions,
): ThreadedReads => {
  const thread = new ReadThread(entry, settings, onFailed, now);
  const longUntil = new Map<string, number>();
  let moved = 0;
  /** While other tenants are there, who would wait for the read, it waits for a thread that starts. */
  const mayMove = (): boolean => thread.isReadyOrStarts() || (share.isShared && thread.isStarting);
  return {
    meter: meterWith(mayMove),
    belongsAside: (request, canWait) => {
      if (!share.isLeft(request.caller.scope.tenantId)) return mayMove();
      if (share.isShared && asksMuch(request)) return mayMove();
      if (canWait && share.isShared && thread.isReady) return true;
      if (longUntil.size === 0 || !thread.isReady) return false;
      return now() < (longUntil.get(keyOf(request)) ?? 0);
    },
    noteLong: (request) => {
      const key = keyOf(request);
      longUntil.delete(key);
      longUntil.set(key, now() + LONG_FOR_MS);
      if (longUntil.size > KNOWN_MAX) longUntil.delete(longUntil.keys().next().value as string);
    },
    run: async (request) => {
      if (thread.isStarting && !(await thread.hasStarted())) throw serviceBusy(RETRY_AFTER_SECONDS);
      moved += 1;
      const position = positions.position(request.caller.scope);
      return thread.run({ kind: 'read', request, position }) as Promise<string | LargeJson>;
    },
    matchAside: async ({ tenantId, workspaceId }, pattern, text) => {
      if (!thread.isReadyOrStarts() && !(await thread.hasStarted())) return undefined;
      moved += 1;
      const workspace = { tenantId, workspaceId };
      return thread.run({ kind: 'match', workspace, pattern, text }) as Promise<boolean>;
    },
    metrics: () => [
      {
        name: 'long_reads_total',
        kind: 'counter',
        help: 'Reads that took long or were beyond the share of their tenant, and long texts to match, that another thread took over.',
        value: moved,
      },
    ],
    close: () => thread.close(),
  };
};

/** A long filter has many rules, and even to prepare them takes milliseconds. */
const asksMuch = ({ input: { query } }: ReadRequest): boolean =>
  Object.values(query).some((value) => typeof value === 'string' && value.length > MUCH_CHARS);

/** One page of a list says little about another list, a search in it says a lot about other searches. */
const keyOf = ({ operation, caller, input: { query } }: ReadRequest): string => {
  const parameters = Object.keys(query).filter((name) => query[name] !== undefined);
  return [workspaceKey(caller.scope), operation, ...parameters.sort()].join('\0');
};

class ReadThread {
  private readonly entry: URL;
  private readonly settings: ReadThreadSettings;
  private readonly onFailed: (error: unknown) => void;
  private readonly now: () => number;
  private readonly pending = new Map<number, Pending>();
  /** Whether reads may be sent to it. */
  isReady = false;
  private worker: Worker | undefined;
  private startsFrom = 0;
  /** Resolves when the worker that is starting is ready, or given up. */
  private started: Promise<void> | undefined;
  private onStarted = (): void => {};
  private isClosed = false;
  private count = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    entry: URL,
    settings: ReadThreadSettings,
    onFailed: (error: unknown) => void,
    now: () => number,
  ) {
    this.entry = entry;
    this.settings = settings;
    this.onFailed = onFailed;
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

  /** The result is of the kind of the task. */
  run(task: ReadTask): Promise<ReadResult> {
    const { worker } = this;
    if (worker === undefined) return Promise.reject(serviceBusy(RETRY_AFTER_SECONDS));
    clearTimeout(this.idle);
    this.count += 1;
    const number = this.count;
    worker.postMessage({ number, task } satisfies ToReadThread);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.giveUp(worker, LATE_MS), LATE_MS).unref();
      this.pending.set(number, { resolve, reject, late });
    });
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
    worker.on('message', (message: FromReadThread) => {
      if (message.kind === 'ready') this.ready();
      else this.settle(message);
      if (this.pending.size > 0) return;
      this.idle = setTimeout(() => {
        this.end(worker);
        void worker.terminate();
      }, IDLE_MS).unref();
    });
    worker.on('error', (error) => this.onFailed(error));
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
    this.onFailed(new Error(`the thread for long reads did not respond for ${afterMs / 1_000} seconds`));
    this.startsFrom = this.now() + RESTART_AFTER_MS;
    this.end(worker);
    void worker.terminate();
  }

  private settle(message: Exclude<FromReadThread, { kind: 'ready' }>): void {
    const read = this.pending.get(message.number);
    if (read === undefined) return;
    this.pending.delete(message.number);
    clearTimeout(read.late);
    if (message.kind === 'result') read.resolve(message.result);
    else if (message.kind === 'failure') read.reject(fromPlain(message.failure));
    else read.reject(new Error(message.cause));
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
