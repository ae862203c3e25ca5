// Exports what waits in a queue, batch by batch. At most one batch is under way and none is encoded in one go: requests are served in
// between. A batch that the collector cannot take now is sent again, with longer and longer pauses.

import type { SignalName, SignalTarget } from '../config/telemetry-variables.ts';
import { buildYield } from '../runtime/yield-to-event-loop.ts';
import type { BoundedQueue } from './bounded-queue.ts';
import type { CollectorLog } from './collector-log.ts';
import type { Frame } from './otlp-json.ts';
import { sendExport } from './send.ts';

const BATCH_MAX = 512;
/** So many are encoded before the clock is read again. */
const STEP = 16;
const PAUSE_MAX_MS = 30_000;

export interface ExporterOptions<T> {
  readonly signal: SignalName;
  readonly target: SignalTarget;
  readonly queue: BoundedQueue<T>;
  readonly frame: Frame;
  /** Undefined: there is nothing to export. */
  readonly encode: (item: T) => string | undefined;
  readonly collector: CollectorLog;
  /** Fills the queue with the newest state, which replaces what could not be exported before. */
  readonly refresh?: () => Promise<void>;
}

interface Batch {
  readonly body: string;
  readonly count: number;
}

export class Exporter<T> {
  private readonly options: ExporterOptions<T>;
  /** It is too late for anything. */
  private readonly late = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  /** The collector could not take it yet. */
  private pending: Batch | undefined;
  private failures = 0;
  private isClosing = false;

  constructor(options: ExporterOptions<T>) {
    this.options = options;
  }

  start(): void {
    const { everyMs } = this.options.target;
    const pauseMs = Math.max(everyMs, Math.min(PAUSE_MAX_MS, everyMs * 2 ** this.failures));
    this.timer = setTimeout(() => {
      this.running = this.exportAll().then(() => {
        if (!this.isClosing) this.start();
      });
    }, pauseMs).unref();
  }

  /** Exports what is left, until the signal says that it is too late. What is left then counts as dropped. */
  async close(deadline: AbortSignal): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer);
    const giveUp = (): void => this.late.abort();
    deadline.addEventListener('abort', giveUp);
    await this.running;
    if (!deadline.aborted) await this.exportAll();
    deadline.removeEventListener('abort', giveUp);
    const { queue } = this.options;
    queue.drop(queue.take(queue.size).length + (this.pending?.count ?? 0));
    this.late.abort();
  }

  private async exportAll(): Promise<void> {
    try {
      await this.exportBatches();
    } catch {
      // Whatever it is, nobody waits for it, and the next one may do better.
      this.options.collector.failed(this.options.signal, this.options.target.url, 'an export cannot be made');
    }
  }

  private async exportBatches(): Promise<void> {
    const { queue, signal, target, collector, refresh } = this.options;
    if (refresh !== undefined) {
      this.pending = undefined;
      await refresh();
    }
    // Not what is added meanwhile: that waits for the next time, which limits what exporting may cost.
    let left = queue.size;
    while ((this.pending !== undefined || left > 0) && !this.late.signal.aborted) {
      const isAgain = this.pending !== undefined;
      const batch = this.pending ?? (await this.encodeBatch(Math.min(left, BATCH_MAX)));
      if (!isAgain) left -= Math.min(left, BATCH_MAX);
      if (batch.count === 0) continue;
      this.pending = batch;
      const sent = await sendExport(target, batch.body, this.late.signal);
      if (sent.kind === 'unavailable') {
        this.failures += 1;
        collector.failed(signal, target.url, sent.reason);
        return;
      }
      this.pending = undefined;
      if (sent.kind === 'refused') {
        queue.drop(batch.count);
        collector.failed(signal, target.url, sent.reason);
      } else {
        this.failures = 0;
        collector.worked(signal);
      }
    }
  }

  private async encodeBatch(max: number): Promise<Batch> {
    const { queue, encode, frame } = this.options;
    const items = queue.take(max);
    const giveWay = buildYield();
    const parts: string[] = [];
    for (const [place, item] of items.entries()) {
      const json = encode(item);
      if (json !== undefined) parts.push(json);
      if (place % STEP === 0) await giveWay();
    }
    return { body: `${frame.before}${parts.join(',')}${frame.after}`, count: parts.length };
  }
}
