// The maintenance of the store (popular terms, popularity, trimming the change feed): on a schedule, under a lease, in a thread, so that no
// request waits for it and no two processes do it.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Lease, LeaseStore } from '../../domain/leases/lease.ts';
import type { StorageShare } from '../store/storage-health.ts';
import { leaseTimes, realLeaseClock } from './hold-lease.ts';
import { type LeasedSchedule, startLeasedSchedule } from './leased-schedule.ts';

const LEASE_NAME = 'maintenance';
const MINUTE_MS = 60_000;

/** What the thread needs to know. */
export interface MaintenanceRequest {
  readonly dataDir: string;
  readonly storeUrl?: string | undefined;
  readonly storeReplicaUrls?: readonly string[];
  readonly minVisitors: number;
  readonly popularityMinVisitors: number;
  readonly eventRetentionDays: number;
  /** The storage state shared with the main thread. */
  readonly storage?: StorageShare;
  /** Under which it works: once the lease is lost, no write succeeds. */
  readonly lease?: Lease;
}

export interface MaintenanceLog {
  info(values: object, message: string): void;
  warn(values: object, message: string): void;
  error(error: unknown, message: string): void;
}

export interface MaintenanceOptions extends Omit<MaintenanceRequest, 'lease'> {
  /** The module of the thread. */
  readonly module: URL;
  readonly leases: LeaseStore;
  readonly everyMinutes: number;
  readonly log: MaintenanceLog;
}

export const startMaintenance = ({
  module,
  leases,
  everyMinutes,
  log,
  ...request
}: MaintenanceOptions): LeasedSchedule =>
  startLeasedSchedule({
    leases,
    name: LEASE_NAME,
    holder: `${hostname()}/${process.pid}/${randomUUID()}`,
    clock: realLeaseClock,
    times: leaseTimes,
    everyMs: everyMinutes * MINUTE_MS,
    work: (lease, signal) => maintainStoreAside(module, { ...request, lease }, signal),
    events: {
      onTaken: ({ name: lease, token, replaced }) => {
        if (replaced === undefined) log.info({ lease, token }, 'lease taken');
        else
          log.warn({ lease, token, replaced }, 'lease taken over from a process that did not end its term');
      },
      onEnded: ({ name: lease, token }, outcome) => {
        if (outcome === 'lost') log.warn({ lease, token }, 'lease lost: its work was broken off');
      },
    },
    onFailure: (error) => log.error(error, 'popular terms and popularity were not refreshed'),
  });

/** Once, in a thread. An abort ends the thread at once; uncommitted work is rolled back. */
export const maintainStoreAside = (
  module: URL,
  request: MaintenanceRequest,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve();
    const worker = new Worker(module, { workerData: request });
    const onAbort = () => void worker.terminate();
    signal.addEventListener('abort', onAbort);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', onAbort);
      if (code === 0 || signal.aborted) resolve();
      else reject(new Error(`the maintenance thread ended with ${code}`));
    });
  });
