// An error as the person at the keyboard reads it: a sentence where they or their machine can mend it, and the whole
// stack where only a programmer can.

import { ConfigError } from '../config.ts';
import { Failure } from '../domain/failures.ts';
import { CommandError, UsageError } from './command.ts';

export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const isPlain = [UsageError, ConfigError, CommandError, Failure].some((kind) => error instanceof kind);
  if (isPlain) return error.message;
  // What the operating system or the database file says: no disk, no permission, no database.
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return error.message;
  if (code === 'ERR_SQLITE_ERROR') return `the data cannot be used: ${error.message}`;
  return error.stack ?? error.message;
};
