// Worker processes by `node:cluster`, and what the primary and they tell each other (decision 0051). Also collects the metrics of
// all workers when one of them is asked.

import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Metric } from '../../domain/metric.ts';
import { buildWorkerMetrics, type WorkerMetrics } from '../../metrics/worker-metrics.ts';
import { Connections } from './connections.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import type { SupervisorClock, WorkerProcess } from './supervisor.ts';

/** A worker that takes longer is counted as it was at the last scrape. */
const COLLECT_MAX_MS = 2_000;
/** A signal to the whole process group reaches the primary at most so much later than a worker. */
const SAME_SIGNAL_MS = 500;

interface Counts {
  readonly workers: number;
  readonly deaths: number;
}

const ownMetrics = ({ workers, deaths }: Counts): Metric[] => [
  { name: 'workers', kind: 'gauge', help: 'Worker processes that serve requests.', value: workers },
  {
    name: 'worker_deaths_total',
    kind: 'counter',
    help: 'Worker processes that died and were replaced.',
    value: deaths,
  },
];

export const realSupervisorClock: SupervisorClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => pause(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
};

export interface ClusterWorkers {
  readonly start: (number: number, isReplacement: boolean) => WorkerProcess;
  readonly connections: Connections;
}

export const openClusterWorkers = (counts: () => Counts): ClusterWorkers => {
  cluster.setupPrimary({ serialization: 'advanced' });
  const connections = new Connections();
  const scrapes = buildScrapes(counts);

  const start = (number: number, isReplacement: boolean): WorkerProcess => {
    const worker = cluster.fork();
    const ready = Promise.withResolvers<void>();
    const ended = new Promise<number | undefined>((resolve) => {
      worker.once('exit', (code: number, signal: string | null) =>
        resolve(signal === null ? code : undefined),
      );
    });
    void ended.then(() => {
      scrapes.end(worker);
      connections.onEnd(worker);
    });
    let isDraining = false;
    const stop = (): void => {
      connections.retire(worker);
      tell(worker, { kind: 'stop' });
    };
    /** Until it is told to stop, it serves. If all of them drain, it is told later, together with the others. */
    const stopAlone = async (): Promise<void> => {
      await pause(SAME_SIGNAL_MS, undefined, { ref: false });
      if (!isDraining) stop();
    };
    worker.on('error', () => undefined);
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        scrapes.add(worker, number);
        connections.add(worker);
        ready.resolve();
      } else if (message.kind === 'taken') connections.onTaken(worker, message.id);
      else if (message.kind === 'leaving') void stopAlone();
      else scrapes.onMessage(worker, message);
    });
    tell(worker, { kind: 'begin', number, isReplacement });
    return {
      pid: worker.process.pid ?? 0,
      ready: ready.promise,
      ended,
      drain: () => {
        isDraining = true;
        tell(worker, { kind: 'drain' });
      },
      stop,
      kill: () => void worker.process.kill('SIGKILL'),
    };
  };
  return { start, connections };
};

/** A worker that is about to end cannot be told anything. */
const tell = (worker: Worker, order: ToWorker): void => {
  if (worker.isConnected()) worker.send(order, () => undefined);
};

interface Scrapes {
  add(worker: Worker, number: number): void;
  onMessage(worker: Worker, message: Extract<FromWorker, { kind: 'values' | 'scrape' }>): void;
  end(worker: Worker): void;
}

const buildScrapes = (counts: () => Counts): Scrapes => {
  const metrics: WorkerMetrics = buildWorkerMetrics();
  const numbers = new Map<Worker, number>();
  const waiting = new Map<Worker, () => void>();
  let round = 0;
  let collecting: Promise<void> | undefined;

  const collect = async (): Promise<void> => {
    round += 1;
    const asked = [...numbers.keys()].map((worker) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(worker, resolve);
      tell(worker, { kind: 'collect', round });
      return promise;
    });
    const late = new AbortController();
    await Promise.race([
      Promise.all(asked),
      pause(COLLECT_MAX_MS, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
    collecting = undefined;
  };
  const textOfAll = async (): Promise<string> => {
    collecting ??= collect();
    await collecting;
    return metrics.text(ownMetrics(counts()));
  };

  return {
    add: (worker, number) => void numbers.set(worker, number),
    onMessage: (worker, message) => {
      if (message.kind === 'scrape') {
        void textOfAll().then((text) => tell(worker, { kind: 'metrics', request: message.request, text }));
        return;
      }
      metrics.put(worker.id, numbers.get(worker) ?? 0, message.values);
      if (message.round === round) waiting.get(worker)?.();
    },
    end: (worker) => {
      metrics.end(worker.id);
      numbers.delete(worker);
      waiting.get(worker)?.();
      waiting.delete(worker);
    },
  };
};
