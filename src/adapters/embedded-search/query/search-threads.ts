// Threads for queries that may take long. Tenants take turns, however many queries one of them sends. A query that misses its
// deadline is abandoned, and a thread that does not stop in time is replaced.

import { AsyncLocalStorage } from 'node:async_hooks';
import { Worker } from 'node:worker_threads';
import { type Failure, tooMuchAsked } from '../../../domain/failures/failures.ts';
import { fromPlain } from '../../../domain/failures/plain-failure.ts';
import { deadlineExceeded, serviceBusy } from '../../../domain/failures/unavailable-failures.ts';
import { FairQueue } from '../../../domain/limits/fair-queue.ts';
import { type SearchQuestion, writeQuestion } from './search-question.ts';
import type { SearchOutcome, SearchResults, SearchTask } from './search-task.ts';

export interface SearchThreadLimits {
  readonly threadsMax: number;
  /** From the moment a query is submitted. */
  readonly deadlineMs: number;
  /** The largest budget of one query; see `work-budget.ts`. */
  readonly budgetUnits: number;
}

/** A task without its deadline. */
export type SearchOrder = Pick<SearchTask, 'segments' | 'content' | 'contents'>;

export interface SearchThreads {
  /** Rejects with a failure when the query exceeds its budget, or there is no time for it now. */
  run<K extends SearchQuestion['kind']>(
    tenantId: string,
    question: SearchQuestion & { readonly kind: K },
    order: SearchOrder,
  ): Promise<SearchResults[K]>;
  close(): Promise<void>;
}

interface Waiting {
  readonly tenantId: string;
  /** Until a thread has its copy: a question may be a megabyte. */
  task: SearchTask | undefined;
  readonly since: number;
  /** Calls a function as part of the request that waits, although it is another one that makes room for it. */
  readonly asRequest: ReturnType<typeof AsyncLocalStorage.snapshot>;
  readonly settle: (outcome: SearchOutcome | Failure) => void;
  readonly timer: NodeJS.Timeout;
}

interface Thread {
  readonly worker: Worker;
  current: Waiting | undefined;
}

/** How many queries of one tenant may wait. */
const WAITING_PER_TENANT_MAX = 256;
/** A thread checks the clock every fraction of a millisecond: one that is this late never will. */
const GRACE_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;

const ADVICE =
  'use fewer filter rules, longer texts in contains rules, fewer words, fewer synonym phrases or a smaller skip';

/** `onWaited` is called with the time a query waited for a thread, as part of its request. */
export const openSearchThreads = (
  entry: URL,
  limits: SearchThreadLimits,
  onWaited: (waitedMs: number) => void,
): SearchThreads => {
  const pool = new ThreadPool(entry, limits.threadsMax, onWaited);
  const { deadlineMs, budgetUnits } = limits;
  const submit = <Result>(tenantId: string, question: string, order: SearchOrder): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const settle = (outcome: SearchOutcome | Failure): void => {
      if (outcome instanceof Error) reject(outcome);
      else if ('result' in outcome) resolve(outcome.result as Result);
      else reject(toError(outcome));
    };
    const waiting: Waiting = {
      tenantId,
      task: { question, ...order, budgetUnits, deadlineMs: Date.now() + deadlineMs },
      since: performance.now(),
      asRequest: AsyncLocalStorage.snapshot(),
      settle,
      timer: setTimeout(() => pool.giveUp(waiting), deadlineMs).unref(),
    };
    pool.add(waiting);
    return promise;
  };
  return {
    run: (tenantId, question, order) => {
      const written = writeQuestion(question);
      return typeof written === 'string'
        ? submit(tenantId, written, order)
        : written.then((text) => submit(tenantId, text, order));
    },
    close: () => pool.close(),
  };
};

/** How many of the threads one tenant may use. */
export const shareOfThreads = (threads: number): number => Math.max(1, threads - 1);

class ThreadPool {
  private readonly entry: URL;
  private readonly threadsMax: number;
  private readonly onWaited: (waitedMs: number) => void;
  private readonly threads: Thread[] = [];
  private readonly queue = new FairQueue<Waiting>();
  private isClosed = false;

  constructor(entry: URL, threadsMax: number, onWaited: (waitedMs: number) => void) {
    this.entry = entry;
    this.threadsMax = threadsMax;
    this.onWaited = onWaited;
  }

  add(waiting: Waiting): void {
    if (this.isClosed || this.queue.countOf(waiting.tenantId) >= WAITING_PER_TENANT_MAX) {
      this.settle(waiting, serviceBusy(RETRY_AFTER_SECONDS));
      return;
    }
    this.queue.add(waiting.tenantId, waiting);
    this.handOut();
  }

  /** At the deadline a waiting query is rejected, and a running one gets a short grace period. */
  giveUp(waiting: Waiting): void {
    const thread = this.threads.find(({ current }) => current === waiting);
    if (thread === undefined) this.queue.remove(waiting.tenantId, waiting);
    else {
      setTimeout(() => {
        if (thread.current === waiting) void thread.worker.terminate();
      }, GRACE_MS).unref();
    }
    this.settle(waiting, deadlineExceeded(RETRY_AFTER_SECONDS));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const waiting of this.queue.clear()) this.settle(waiting, serviceBusy(RETRY_AFTER_SECONDS));
    await Promise.all(this.threads.map(({ worker }) => worker.terminate()));
  }

  private settle(waiting: Waiting, outcome: SearchOutcome | Failure): void {
    clearTimeout(waiting.timer);
    waiting.settle(outcome);
  }

  private handOut(): void {
    while (!this.isClosed && !this.queue.isEmpty) {
      const free = this.findFree();
      if (free === undefined && !this.mayStart) return;
      const next = this.queue.take((tenantId) => !this.hasItsShare(tenantId))?.item;
      if (next === undefined) return;
      next.asRequest(this.onWaited, performance.now() - next.since);
      const thread = free ?? this.startThread();
      const { task } = next;
      next.task = undefined;
      thread.current = next;
      thread.worker.ref();
      thread.worker.postMessage(task);
      // Its start takes a few hundred milliseconds: the next tenant should not have to wait for it.
      if (free !== undefined && this.mayStart && this.findFree() === undefined) this.startThread();
    }
  }

  private findFree(): Thread | undefined {
    return this.threads.find(({ current }) => current === undefined);
  }

  private get mayStart(): boolean {
    return this.threads.length < this.threadsMax;
  }

  /** Whether the tenant uses as many threads as it may: one is left to the others. */
  private hasItsShare(tenantId: string): boolean {
    const running = this.threads.filter(({ current }) => current?.tenantId === tenantId);
    return running.length >= shareOfThreads(this.threadsMax);
  }

  private startThread(): Thread {
    const worker = new Worker(this.entry);
    const thread: Thread = { worker, current: undefined };
    worker.unref();
    worker.on('message', (outcome: SearchOutcome) => this.finish(thread, outcome));
    worker.on('error', (error) => this.end(thread, String(error)));
    worker.on('exit', (code) => this.end(thread, `a search thread ended with ${code}`));
    this.threads.push(thread);
    return thread;
  }

  private finish(thread: Thread, outcome: SearchOutcome): void {
    const { current } = thread;
    thread.current = undefined;
    thread.worker.unref();
    if (current !== undefined) this.settle(current, outcome);
    this.handOut();
  }

  private end(thread: Thread, error: string): void {
    const place = this.threads.indexOf(thread);
    if (place === -1) return;
    this.threads.splice(place, 1);
    this.finish(thread, { error });
  }
}

const toError = (outcome: Exclude<SearchOutcome, { result: unknown }>): Error => {
  if ('failure' in outcome) return fromPlain(outcome.failure);
  if ('error' in outcome) return new Error(outcome.error);
  return outcome.abandoned === 'work' ? tooMuchAsked('query', ADVICE) : deadlineExceeded(RETRY_AFTER_SECONDS);
};
