// The thread that feeds: started, watched and stopped from the main thread. It has its own connections to the store and to OpenSearch, so
// that no request waits for the analysis of a catalog. A thread that ends is started again.

import { Worker } from 'node:worker_threads';
import type { Metric } from '../../../domain/metric.ts';
import type { StorageShare } from '../../store/storage-health.ts';
import type { SearchServerSettings } from '../client/search-server.ts';
import type { FeedStatus } from './feed-status.ts';
import type { IndexSettings } from './prepare-indexes.ts';

/** What the thread needs to know. */
export interface FeedingRequest {
  readonly dataDir: string;
  readonly storeUrl?: string | undefined;
  readonly storeReplicaUrls?: readonly string[];
  /** The storage state shared with the main thread. */
  readonly storage?: StorageShare;
  readonly holder: string;
  readonly server: SearchServerSettings;
  readonly indexes: IndexSettings;
}

/** From the thread. */
export type FeedingMessage =
  | { readonly kind: 'status'; readonly status: FeedStatus; readonly metrics: readonly Metric[] }
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly values: object;
      readonly text: string;
    };

/** To the thread. */
export type FeedingCommand = 'stop' | 'wake';

export interface FeederThread {
  /** A request waits for a write: look now, if this thread feeds. */
  readonly wake: () => void;
  /** Undefined until the thread has said something. */
  readonly status: () => FeedStatus | undefined;
  readonly metrics: () => Metric[];
  readonly stop: () => Promise<void>;
}

export interface FeederThreadOptions {
  /** The module of the thread. */
  readonly module: URL;
  readonly request: FeedingRequest;
  readonly log: (level: 'info' | 'warn' | 'error', values: object, text: string) => void;
}

const RESTART_MS = 1_000;
/** A thread that does not end by itself is ended. */
const STOP_MS = 5_000;

export const startFeederThread = ({ module, request, log }: FeederThreadOptions): FeederThread => {
  let last: Extract<FeedingMessage, { kind: 'status' }> | undefined;
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let worker: Worker;
  let ended: Promise<void>;

  const start = (): void => {
    worker = new Worker(module, { workerData: request });
    worker.on('message', (message: FeedingMessage) => {
      if (message.kind === 'status') last = message;
      else log(message.level, message.values, message.text);
    });
    worker.on('error', (error) => log('error', { err: error }, 'the thread that feeds OpenSearch failed'));
    ended = new Promise((resolve) => {
      worker.once('exit', () => {
        last = undefined;
        resolve();
        if (!isStopping) restart = setTimeout(start, RESTART_MS).unref();
      });
    });
  };
  start();

  const command = (one: FeedingCommand): void => worker.postMessage(one);

  return {
    wake: () => command('wake'),
    status: () => last?.status,
    metrics: () => [...(last?.metrics ?? [])],
    stop: async () => {
      isStopping = true;
      clearTimeout(restart);
      command('stop');
      const giveUp = setTimeout(() => void worker.terminate(), STOP_MS).unref();
      await ended;
      clearTimeout(giveUp);
    },
  };
};
