// Classifies errors of SQLite. Only errors that the disk can cause are mapped; all others are bugs and are passed on.

import { type StorageFault, serviceUnavailable } from '../../../domain/failures/unavailable-failures.ts';

const BUSY = 5;
const LOCKED = 6;
const NO_MEMORY = 7;
const READ_ONLY = 8;
const INTERRUPTED = 9;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const PROTOCOL = 15;
const CONSTRAINT = 19;
const MISMATCH = 20;
const NOT_A_DATABASE = 26;

/** Codes of `IO_ERROR` for a flush that SQLite did itself, of a file or a folder, and for a close that flushes. */
const FLUSH_ERRORS: ReadonlySet<number> = new Set([1034, 1290, 4106, 4362]);

const faults: Readonly<Record<number, StorageFault>> = {
  [READ_ONLY]: 'read_only',
  [IO_ERROR]: 'failed',
  [CORRUPT]: 'damaged',
  [FULL]: 'full',
  [CANNOT_OPEN]: 'failed',
  [NOT_A_DATABASE]: 'damaged',
};

/** Extended codes have the primary code in their low byte. */
export const sqliteCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined;

const plainCodeOf = (error: unknown): number => (sqliteCodeOf(error) ?? 0) & 0xff;

/** Another connection holds the lock. */
export const isBusy = (error: unknown): boolean => plainCodeOf(error) === BUSY;

/** A key that exists already, or a value that the column does not take. */
export const isRefusedRow = (error: unknown): boolean => [CONSTRAINT, MISMATCH].includes(plainCodeOf(error));

export const faultOfSqlite = (error: unknown): StorageFault | undefined => faults[plainCodeOf(error)];

/** Whether the disk may have lost earlier writes. */
export const isFailedFlush = (error: unknown): boolean => FLUSH_ERRORS.has(sqliteCodeOf(error) ?? 0);

/** Whether SQLite does not know why the operating system refused. */
export const isVague = (error: unknown): boolean => {
  const code = plainCodeOf(error);
  return code === IO_ERROR || code === CANNOT_OPEN;
};

/** Temporary errors. */
export const passingFailure = (error: unknown) =>
  [LOCKED, NO_MEMORY, INTERRUPTED, PROTOCOL].includes(plainCodeOf(error)) ? serviceUnavailable(1) : undefined;
