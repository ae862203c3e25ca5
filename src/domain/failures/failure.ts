// What a failure is. All that there are, are built in `failures.ts`, `http-failures.ts` and `unavailable-failures.ts`.

import type { Refusal } from '../metric.ts';
import type { FailureCode, FailureName } from './failure-codes.ts';

export type { FailureCode, FailureName } from './failure-codes.ts';

export interface FailureOptions {
  readonly code?: FailureCode;
  readonly retryAfterSeconds?: number;
  /** Of a path that takes other methods. */
  readonly allowedMethods?: readonly string[];
  /** Where nothing is wrong with the request, and others are to be protected from it. */
  readonly refusal?: Refusal | undefined;
  /** What the caller needs beside the message to go on, in the names of the wire. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** For the log only. */
  readonly cause?: unknown;
}

/** A failure of the whole request, thrown. A failure of one item among many is data instead. */
export class Failure extends Error {
  override readonly name: FailureName;
  readonly status: number;
  readonly code: FailureCode | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allowedMethods: readonly string[] | undefined;
  readonly refusal: Refusal | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, name: FailureName, message: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.status = status;
    this.name = name;
    this.code = options.code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.allowedMethods = options.allowedMethods;
    this.refusal = options.refusal;
    this.details = options.details;
  }
}
