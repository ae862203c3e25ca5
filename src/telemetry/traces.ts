// Records requests and what took time within them. A request that is not recorded costs one comparison; ids are drawn only for what is
// exported or logged.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { BeginTrace, RequestTrace, ServedRequest } from '../domain/trace.ts';
import type { BoundedQueue } from './bounded-queue.ts';
import type { IsSampled } from './sampler.ts';
import { newSpanId, newTraceId, readTraceParent, type TraceParent } from './trace-context.ts';

/** What took time within a request. Times are those of `performance.now()`. */
export interface TracePart {
  readonly name: string;
  readonly parent: TracePart | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isFailed: boolean;
  readonly spanId: string;
}

/** A request that is over. */
export interface FinishedTrace {
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: TraceParent | undefined;
  readonly parts: readonly TracePart[];
  readonly endedAt: number;
  readonly served: ServedRequest;
}

/** A request that reads page after page is described well enough by the first ones. */
const PARTS_MAX = 64;
const SERVER_ERROR = 500;
/** Slower ones are kept rather than others when there are too many. */
const SLOW_MS = 1_000;

class Trace implements RequestTrace, FinishedTrace {
  readonly parent: TraceParent | undefined;
  readonly parts: OpenPart[] = [];
  endedAt = 0;
  served!: ServedRequest;
  isOver = false;
  private readonly traces: Traces;
  private ownTraceId: string | undefined;
  private ownSpanId: string | undefined;

  constructor(traces: Traces, parent: TraceParent | undefined, traceId: string | undefined) {
    this.traces = traces;
    this.parent = parent;
    this.ownTraceId = traceId;
  }

  get traceId(): string {
    this.ownTraceId ??= this.parent?.traceId ?? newTraceId();
    return this.ownTraceId;
  }

  get spanId(): string {
    this.ownSpanId ??= newSpanId();
    return this.ownSpanId;
  }

  within<T>(work: () => T): T {
    return this.traces.place.run({ trace: this, part: undefined }, work);
  }

  end(served: ServedRequest): void {
    this.served = served;
    this.endedAt = performance.now();
    this.isOver = true;
    const isImportant = served.status >= SERVER_ERROR || served.tookMs >= SLOW_MS;
    this.traces.queue.add(this, isImportant);
  }
}

class OpenPart implements TracePart {
  readonly name: string;
  readonly parent: OpenPart | undefined;
  readonly startedAt: number;
  endedAt: number;
  isFailed = false;
  private ownSpanId: string | undefined;

  constructor(name: string, parent: OpenPart | undefined, startedAt: number) {
    this.name = name;
    this.parent = parent;
    this.startedAt = startedAt;
    this.endedAt = startedAt;
  }

  get spanId(): string {
    this.ownSpanId ??= newSpanId();
    return this.ownSpanId;
  }
}

interface Place {
  readonly trace: Trace;
  readonly part: OpenPart | undefined;
}

export class Traces {
  readonly queue: BoundedQueue<FinishedTrace>;
  /** The request that the running code works for. */
  readonly place = new AsyncLocalStorage<Place>();
  private readonly isSampled: IsSampled;

  constructor(queue: BoundedQueue<FinishedTrace>, isSampled: IsSampled) {
    this.queue = queue;
    this.isSampled = isSampled;
  }

  readonly begin: BeginTrace = (traceparent) => {
    const parent = readTraceParent(traceparent);
    let traceId = parent?.traceId;
    const idOfTrace = (): string => {
      traceId ??= newTraceId();
      return traceId;
    };
    return this.isSampled(parent, idOfTrace) ? new Trace(this, parent, traceId) : undefined;
  };

  /** Something that has just ended, and took so long. */
  note(name: string, tookMs: number): void {
    const place = this.recording();
    if (place === undefined) return;
    const now = performance.now();
    const part = new OpenPart(name, place.part, now - tookMs);
    part.endedAt = now;
    place.trace.parts.push(part);
  }

  /** Calls it, and records how long its promise takes. Whatever is no promise takes no time worth recording. */
  record<T>(name: string, call: () => T): T {
    const place = this.recording();
    if (place === undefined) return call();
    const part = new OpenPart(name, place.part, performance.now());
    const result = this.place.run({ trace: place.trace, part }, call);
    if (!(result instanceof Promise)) return result;
    place.trace.parts.push(part);
    const done = (): void => {
      // Whoever responds before it is done has not waited for it.
      if (!place.trace.isOver) part.endedAt = performance.now();
    };
    result.then(done, () => {
      part.isFailed = true;
      done();
    });
    return result;
  }

  private recording(): Place | undefined {
    const place = this.place.getStore();
    if (place === undefined || place.trace.isOver || place.trace.parts.length >= PARTS_MAX) return undefined;
    return place;
  }
}
