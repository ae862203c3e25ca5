// Which of the ways a disk can fail an error of the operating system tells of. Of a database's own errors its adapter knows.

import type { Failure } from './failures.ts';
import { type StorageFault, storageFailure } from './unavailable-failures.ts';

const faults: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
  EIO: 'failed',
};

export const faultOfSystemError = (error: unknown): StorageFault | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? faults[error.code]
    : undefined;

/** What work with files throws, as callers may see it; anything else stays as it is. */
export const asStorageFailure = (error: unknown): Failure | unknown => {
  const fault = faultOfSystemError(error);
  return fault === undefined ? error : storageFailure(fault, error);
};
