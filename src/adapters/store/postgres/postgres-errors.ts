// Classifies errors of PostgreSQL and of the connection to it. All others are bugs and are passed on.

import { type Failure, invalidInput } from '../../../domain/failures/failures.ts';
import {
  type StorageFault,
  serviceUnavailable,
  storageFailure,
} from '../../../domain/failures/unavailable-failures.ts';

const systemErrors: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The driver gives these errors no code. */
const driverMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/;

/** What a standby says to a write. */
const READ_ONLY = '25006';

/** Another connection may reach the primary. */
export class ReachedStandby extends Error {
  readonly code = READ_ONLY;

  constructor() {
    super('the server is a standby, whose data may be old; the address has to lead to the primary');
  }
}

export class NoStandby extends Error {
  constructor() {
    super('the server is not a standby: it was promoted, or the address is not that of a replica');
  }
}

/** The server shuts down, starts, or is a standby that takes no writes: another connection may reach the right one. */
const serverGone: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '57P05', READ_ONLY]);

/** The server has ended a transaction that asked for nothing, and its connection. It is there for others. */
const PAUSED_TOO_LONG = '25P03';

/** The login is refused, or there is no such database. */
const refused: ReadonlySet<string> = new Set(['28000', '28P01', '3D000']);

const storageFaults: Readonly<Record<string, StorageFault>> = {
  '53100': 'full',
  '58030': 'failed',
  XX001: 'damaged',
  XX002: 'damaged',
};

/** A row does not fit into an index. */
const KEY_TOO_LONG = '54000';

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The connection is of no use any more, or there was none. */
export const isLost = (error: unknown): boolean => {
  if (error instanceof AggregateError) return error.errors.some(isLost);
  const code = codeOf(error);
  if (systemErrors.has(code) || code.startsWith('08') || serverGone.has(code)) return true;
  if (code === PAUSED_TOO_LONG) return true;
  return error instanceof Error && driverMessages.test(error.message);
};

/** The driver has waited in vain: for a response, or to get through. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (codeOf(error) === 'ETIMEDOUT' || /^(Query read timeout|timeout expired)/.test(error.message));

/** All connections of the pool are in use. */
export const isCrowded = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/**
 * Two transactions were in each other's way, and this one was rolled back. A key that was free when it was looked for may
 * have been taken meanwhile: looked for again, it is found.
 */
export const isConflict = (error: unknown): boolean => ['40001', '40P01', '23505'].includes(codeOf(error));

/** A key that exists already, a value that the column does not take, or one that does not fit into an index. */
export const isRefusedRow = (error: unknown): boolean =>
  /^2[23]/.test(codeOf(error)) || codeOf(error) === KEY_TOO_LONG;

export const isRefusedLogin = (error: unknown): boolean => refused.has(codeOf(error));

/** The connection ended, or the server cannot say what became of the statement. */
const ENDING_CODE = /^(?:08|57P|XX|25P03)/;

/**
 * Whether the server itself said that the statement failed, and goes on: then it has not been done. By its code: the server translates
 * the words ERROR and FATAL.
 */
export const isFromServer = (error: unknown): boolean =>
  error instanceof Error &&
  'severity' in error &&
  /^[0-9A-Z]{5}$/.test(codeOf(error)) &&
  !ENDING_CODE.test(codeOf(error));

export const faultOf = (error: unknown): StorageFault | undefined =>
  storageFaults[codeOf(error)] ??
  ((isLost(error) && codeOf(error) !== PAUSED_TOO_LONG) || isRefusedLogin(error) ? 'unreachable' : undefined);

/** Temporary: a lock or a connection that did not become free, a statement that took too long, a conflict that remained. */
const isPassing = (error: unknown): boolean =>
  isCrowded(error) ||
  isConflict(error) ||
  [PAUSED_TOO_LONG, '55P03', '57014', '53200', '53300', '53400'].includes(codeOf(error));

/** The failure that callers get; undefined for bugs. */
export const failureOf = (error: unknown): Failure | undefined => {
  const fault = faultOf(error);
  if (fault !== undefined) return storageFailure(fault, error);
  if (codeOf(error) === KEY_TOO_LONG) {
    return invalidInput(
      'too_long',
      'body',
      'A slug or a name is too long for an index of the database, which takes about 2,600 bytes; shorten it',
    );
  }
  return isPassing(error) ? serviceUnavailable(1, 'busy') : undefined;
};
