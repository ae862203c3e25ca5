// The failures for which only the service is at fault: it is not ready, has no time now, or its disk fails. All of them pass: 503 and
// `Retry-After`.

import type { Refusal } from '../metric.ts';
import { Failure, type FailureName } from './failure.ts';

/** `refusal`: why, where it is for want of a turn and not for something that does not work. */
export const serviceUnavailable = (retryAfterSeconds: number, refusal?: Refusal): Failure =>
  new Failure(503, 'ServiceUnavailable', 'The service is not ready; try again shortly', {
    code: 'service_unavailable',
    retryAfterSeconds,
    refusal,
  });

/** There is no time for it now: too much of the same kind is under way. */
export const serviceBusy = (retryAfterSeconds: number): Failure =>
  new Failure(503, 'ServiceUnavailable', 'The service is busy; try again shortly', {
    code: 'busy',
    retryAfterSeconds,
    refusal: 'busy',
  });

/** It was begun, or waited for its turn, and was not done in time. */
export const deadlineExceeded = (retryAfterSeconds: number): Failure =>
  new Failure(
    503,
    'ServiceUnavailable',
    'The request was not done in time; ask for less, or try again shortly',
    {
      code: 'deadline_exceeded',
      retryAfterSeconds,
      refusal: 'deadline',
    },
  );

/** What was asked for needs an index that is still being built. */
export const indexNotReady = (retryAfterSeconds: number): Failure =>
  new Failure(503, 'ServiceUnavailable', 'The search index is being built; try again shortly', {
    code: 'index_not_ready',
    retryAfterSeconds,
    refusal: 'busy',
  });

/** Requests can be answered, but searches would have to wait. */
export const indexesWarming = (done: number, total: number, retryAfterSeconds: number): Failure =>
  new Failure(
    503,
    'ServiceUnavailable',
    `Search indexes are being made ready: ${done} of ${total} are; try again shortly`,
    { code: 'warming', retryAfterSeconds },
  );

/** What may be wrong with the disk that holds the data, or with what is on it. */
export type StorageFault = 'full' | 'read_only' | 'damaged' | 'failed';

const STORAGE_RETRY_SECONDS = 10;

const storageFailures: Readonly<Record<StorageFault, readonly [FailureName, string]>> = {
  full: [
    'StorageFull',
    'The disk that holds the data is full; writing goes on once the operator has freed space',
  ],
  read_only: [
    'StorageReadOnly',
    'The data folder cannot be written to; writing goes on once the operator has restored its permissions',
  ],
  damaged: [
    'StorageDamaged',
    'A part of the data cannot be read; the operator has to restore it from a backup',
  ],
  failed: ['StorageFailed', 'The disk did not do what it was asked to; the operator has to look at it'],
};

export const storageFailure = (fault: StorageFault, cause?: unknown): Failure => {
  const [name, message] = storageFailures[fault];
  return new Failure(503, name, message, {
    code: `storage_${fault}`,
    retryAfterSeconds: STORAGE_RETRY_SECONDS,
    cause,
  });
};
