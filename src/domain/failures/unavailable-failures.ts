// The failures for which the service is responsible: it is not ready, it is too busy, or its disk or its database fails. All
// are temporary: 503 with `Retry-After`.

import type { Refusal } from '../metric.ts';
import { Failure, type FailureName } from './failure.ts';

/** `refusal`: set if the service works but has no capacity for the request. */
export const serviceUnavailable = (retryAfterSeconds: number, refusal?: Refusal): Failure =>
  new Failure(503, 'ServiceUnavailable', 'The service is not ready; try again shortly', {
    code: 'service_unavailable',
    retryAfterSeconds,
    refusal,
  });

/** Too much work of the same kind is in progress. */
export const serviceBusy = (retryAfterSeconds: number): Failure =>
  new Failure(503, 'ServiceUnavailable', 'The service is busy; try again shortly', {
    code: 'busy',
    retryAfterSeconds,
    refusal: 'busy',
  });

/** The request was not finished by its deadline, including time spent in a queue. */
export const deadlineExceeded = (retryAfterSeconds: number): Failure =>
  new Failure(
    503,
    'ServiceUnavailable',
    'The request was not finished in time; request less, or try again shortly',
    {
      code: 'deadline_exceeded',
      retryAfterSeconds,
      refusal: 'deadline',
    },
  );

/** The search index that the request needs is still being built. */
export const indexNotReady = (retryAfterSeconds: number): Failure =>
  new Failure(503, 'ServiceUnavailable', 'The search index is being built; try again shortly', {
    code: 'index_not_ready',
    retryAfterSeconds,
    refusal: 'busy',
  });

/** The search engine beside the service does not respond. Everything but searches works. */
export const searchUnavailable = (retryAfterSeconds: number, cause: unknown): Failure =>
  new Failure(503, 'ServiceUnavailable', 'The search engine does not answer; try again shortly', {
    code: 'search_unavailable',
    retryAfterSeconds,
    refusal: 'busy',
    cause,
  });

/** Most requests work, but searches would have to wait for their indexes. */
export const indexesWarming = (done: number, total: number, retryAfterSeconds: number): Failure =>
  new Failure(
    503,
    'ServiceUnavailable',
    `Search indexes are being prepared: ${done} of ${total} are ready; try again shortly`,
    { code: 'warming', retryAfterSeconds },
  );

/** Requests are still served, but other nodes should get them. `/readyz` says so, and an import that had to be undone. */
export const serviceStopping = (retryAfterSeconds: number): Failure =>
  new Failure(503, 'ServiceUnavailable', 'The service is stopping; send requests to another node', {
    code: 'stopping',
    retryAfterSeconds,
  });

/** The request follows a write that this process does not know of yet. */
export const positionNotReached = (retryAfterSeconds: number): Failure =>
  new Failure(
    503,
    'ServiceUnavailable',
    'The write that vitrine-position names has not arrived here yet; try again shortly',
    { code: 'position_not_reached', retryAfterSeconds, refusal: 'busy' },
  );

/** What can be wrong with the disk, with the data on it, or with the way to a database server. */
export type StorageFault = 'full' | 'read_only' | 'damaged' | 'failed' | 'unreachable';

const STORAGE_RETRY_SECONDS = 10;
/** A server that restarts is back sooner than a disk. */
const SERVER_RETRY_SECONDS = 2;

const storageFailures: Readonly<Record<StorageFault, readonly [FailureName, string]>> = {
  full: [
    'StorageFull',
    'The disk that holds the data is full; writes continue once the operator has freed space',
  ],
  read_only: [
    'StorageReadOnly',
    'The data folder is not writable; writes continue once the operator has restored its permissions',
  ],
  damaged: [
    'StorageDamaged',
    'Part of the data cannot be read; the operator has to restore it from a backup',
  ],
  failed: ['StorageFailed', 'The disk reported an error; the operator has to check it'],
  unreachable: ['StorageUnreachable', 'The database cannot be reached; try again shortly'],
};

export const storageFailure = (fault: StorageFault, cause?: unknown): Failure => {
  const [name, message] = storageFailures[fault];
  return new Failure(503, name, message, {
    code: `storage_${fault}`,
    retryAfterSeconds: fault === 'unreachable' ? SERVER_RETRY_SECONDS : STORAGE_RETRY_SECONDS,
    cause,
  });
};

/** The connection to the database, or the thread of the write, ended while it was carried out. Nobody repeats it but the caller, who can find out. */
export const outcomeUnknown = (cause?: unknown): Failure =>
  new Failure(
    503,
    'OutcomeUnknown',
    'The write was interrupted while it was being committed, so it may or may not have been done; ' +
      'read what was to be written, or repeat the request with the same Idempotency-Key',
    { code: 'outcome_unknown', retryAfterSeconds: SERVER_RETRY_SECONDS, cause },
  );
