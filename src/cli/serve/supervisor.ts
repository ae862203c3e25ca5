// Keeps a number of worker processes running: starts them, replaces those that die, and replaces all of them one by one
// without a gap. How a process is started is decided elsewhere.

import { EXIT_FAILED, EXIT_OK } from '../command.ts';

export interface WorkerProcess {
  readonly pid: number;
  /** Resolves when it serves requests. */
  readonly ready: Promise<void>;
  /** Resolves when it has ended, with its exit code; undefined if a signal ended it. */
  readonly ended: Promise<number | undefined>;
  /** Tells it to announce that it will stop; it still gets connections. */
  drain(): void;
  /** Tells it to serve its accepted requests and end. */
  stop(): void;
  kill(): void;
}

/** Tests replace it. */
export interface SupervisorClock {
  now(): number;
  /** Resolves after that time, or when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface SupervisorLog {
  info(values: object, message: string): void;
  warn(values: object, message: string): void;
  error(values: object, message: string): void;
}

export interface SupervisorOptions {
  readonly count: number;
  /** `isReplacement`: others serve meanwhile, so it may take its time until it is ready. */
  readonly start: (number: number, isReplacement: boolean) => WorkerProcess;
  /** How long a worker may take to end before it is killed. */
  readonly stopMaxMs: number;
  readonly clock: SupervisorClock;
  readonly log: SupervisorLog;
}

/** A worker that lived this long was healthy: the next one starts without a pause. */
const HEALTHY_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** A replacement that takes longer to get ready is given up. */
const READY_MAX_MS = 180_000;

interface Slot {
  readonly number: number;
  current: WorkerProcess | undefined;
  /** Deaths in a row. */
  failures: number;
  readySince: number;
}

export class Supervisor {
  private readonly options: SupervisorOptions;
  private readonly slots: readonly Slot[];
  private readonly stopping = new AbortController();
  /** Every process that has not ended. */
  private readonly running = new Set<WorkerProcess>();
  private deaths = 0;
  private exitCode = EXIT_OK;
  private restarting: Promise<void> | undefined;
  private isRestartWanted = false;
  private isDraining = false;

  constructor(options: SupervisorOptions) {
    this.options = options;
    this.slots = Array.from({ length: options.count }, (_, at) => ({
      number: at + 1,
      current: undefined,
      failures: 0,
      readySince: 0,
    }));
  }

  /** Workers that serve, and how many were replaced because they died. */
  get counts(): { readonly workers: number; readonly deaths: number } {
    return { workers: this.slots.filter(({ current }) => current !== undefined).length, deaths: this.deaths };
  }

  /**
   * Resolves when the first worker serves; the others follow as soon as they are ready. If it does not start, this resolves to its
   * exit code; to undefined if all were told to stop meanwhile.
   */
  async start(): Promise<number | undefined> {
    const [first, ...others] = this.slots as [Slot, ...Slot[]];
    const worker = this.launch(first, false);
    const outcome = await Promise.race([worker.ready.then(() => 'ready' as const), worker.ended]);
    if (this.isStopping) return undefined;
    if (outcome !== 'ready') return outcome || EXIT_FAILED;
    this.adopt(first, worker);
    for (const slot of others) void this.fill(slot);
    return EXIT_OK;
  }

  /** Replaces one worker after another: the next one is ready before the last one stops. */
  restart(): Promise<void> {
    this.isRestartWanted = true;
    this.restarting ??= this.restartWhileWanted();
    return this.restarting;
  }

  /** Has all of them announce that they will stop, and gives load balancers this time to notice. */
  async drain(ms: number): Promise<void> {
    this.isDraining = true;
    for (const worker of this.running) worker.drain();
    await this.options.clock.sleep(ms);
  }

  /** Resolves to the exit code when all have ended. */
  async stop(): Promise<number> {
    this.stopping.abort();
    await Promise.all([...this.running].map((worker) => this.end(worker)));
    return this.exitCode;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private launch(slot: Slot, isReplacement: boolean): WorkerProcess {
    const worker = this.options.start(slot.number, isReplacement);
    this.running.add(worker);
    if (this.isDraining) worker.drain();
    void worker.ended.then((code) => {
      this.running.delete(worker);
      if (this.isStopping && code !== EXIT_OK) this.exitCode = EXIT_FAILED;
    });
    return worker;
  }

  /** A replacement that is ready; undefined if it ended before, or took too long and was killed, or all stop. */
  private async launchReady(slot: Slot): Promise<WorkerProcess | undefined> {
    const worker = this.launch(slot, true);
    const late = new AbortController();
    const isReady = await Promise.race([
      worker.ready.then(() => true),
      worker.ended.then(() => false),
      this.options.clock
        .sleep(READY_MAX_MS, AbortSignal.any([late.signal, this.stopping.signal]))
        .then(() => false),
    ]);
    late.abort();
    if (isReady) return worker;
    // Where all stop, it is told to end like the others.
    if (!this.isStopping) worker.kill();
    return undefined;
  }

  private adopt(slot: Slot, worker: WorkerProcess): void {
    const { clock, log } = this.options;
    slot.current = worker;
    slot.readySince = clock.now();
    void worker.ended.then((code) => {
      if (slot.current !== worker || this.isStopping) return;
      slot.current = undefined;
      // It was told to stop by itself shortly before all others were.
      if (this.isDraining && code === EXIT_OK) return;
      this.deaths += 1;
      log.error(
        { worker: slot.number, pid: worker.pid, code: code ?? null },
        'a worker died; it is replaced',
      );
      if (clock.now() - slot.readySince >= HEALTHY_MS) slot.failures = 0;
      void this.fill(slot);
    });
  }

  private async fill(slot: Slot): Promise<void> {
    const { clock, log } = this.options;
    while (slot.current === undefined && !this.isStopping) {
      await clock.sleep(pauseAfter(slot.failures), this.stopping.signal);
      slot.failures += 1;
      if (slot.current !== undefined || this.isStopping) return;
      const worker = await this.launchReady(slot);
      if (worker === undefined) continue;
      // A restart of all was faster.
      if (slot.current !== undefined) return this.end(worker);
      this.adopt(slot, worker);
      log.info({ worker: slot.number, pid: worker.pid }, 'a worker serves');
    }
  }

  private async restartWhileWanted(): Promise<void> {
    while (this.isRestartWanted && !this.isStopping) {
      this.isRestartWanted = false;
      await this.restartAll();
    }
    this.restarting = undefined;
  }

  private async restartAll(): Promise<void> {
    const { log } = this.options;
    for (const slot of this.slots) {
      if (this.isStopping) return;
      const next = await this.launchReady(slot);
      if (next === undefined) {
        const { number: worker } = slot;
        if (!this.isStopping) log.error({ worker }, 'the restart was given up: a new worker did not start');
        return;
      }
      const last = slot.current;
      this.adopt(slot, next);
      if (last !== undefined) await this.end(last);
      log.info({ worker: slot.number, pid: next.pid }, 'a worker was replaced by a new one');
    }
  }

  private async end(worker: WorkerProcess): Promise<void> {
    const over = new AbortController();
    const { clock, stopMaxMs } = this.options;
    worker.stop();
    const late = clock.sleep(stopMaxMs, over.signal).then(() => {
      if (!over.signal.aborted) worker.kill();
    });
    await Promise.race([worker.ended, late]);
    over.abort();
    await worker.ended;
  }
}

const pauseAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
