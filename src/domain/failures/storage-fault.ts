// Maps errors of the operating system to storage faults. The database adapter maps the errors of its database.

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

/** Turns a storage error of the operating system into a failure. Returns any other error unchanged. */
export const asStorageFailure = (error: unknown): Failure | unknown => {
  const fault = faultOfSystemError(error);
  return fault === undefined ? error : storageFailure(fault, error);
};
