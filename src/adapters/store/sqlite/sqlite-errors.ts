// What SQLite's errors mean to whoever asked. Only what a disk, or what is on it, can bring about has a meaning here; the
// rest are faults of ours and stay what they are.

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
const NOT_A_DATABASE = 26;

/** Of `IO_ERROR`: a flush that SQLite did itself, of a file or of its folder, and the close that stands for one. */
const FLUSH_ERRORS: ReadonlySet<number> = new Set([1034, 1290, 4106, 4362]);

const faults: Readonly<Record<number, StorageFault>> = {
  [READ_ONLY]: 'read_only',
  [IO_ERROR]: 'failed',
  [CORRUPT]: 'damaged',
  [FULL]: 'full',
  [CANNOT_OPEN]: 'failed',
  [NOT_A_DATABASE]: 'damaged',
};

/** Extended codes carry the plain one in their low byte. */
export const sqliteCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined;

const plainCodeOf = (error: unknown): number => (sqliteCodeOf(error) ?? 0) & 0xff;

/** Another connection has it locked. */
export const isBusy = (error: unknown): boolean => plainCodeOf(error) === BUSY;

export const faultOfSqlite = (error: unknown): StorageFault | undefined => faults[plainCodeOf(error)];

/** Whether the disk may have lost what it was given before. */
export const isFailedFlush = (error: unknown): boolean => FLUSH_ERRORS.has(sqliteCodeOf(error) ?? 0);

/** Whether SQLite could not tell why the operating system refused. */
export const isVague = (error: unknown): boolean => {
  const code = plainCodeOf(error);
  return code === IO_ERROR || code === CANNOT_OPEN;
};

/** What passes by itself, and is nobody's fault. */
export const passingFailure = (error: unknown) =>
  [LOCKED, NO_MEMORY, INTERRUPTED, PROTOCOL].includes(plainCodeOf(error)) ? serviceUnavailable(1) : undefined;
