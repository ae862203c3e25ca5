// The `Failure` class. The functions that build failures are in the other files of this folder, and nowhere else.

import type { Refusal } from '../metric.ts';
import type { FailureCode, FailureName } from './failure-codes.ts';

export type { FailureCode, FailureName } from './failure-codes.ts';

export interface FailureOptions {
  readonly code: FailureCode;
  readonly retryAfterSeconds?: number;
  /** For 405: the methods that the path accepts. */
  readonly allowedMethods?: readonly string[];
  /** Set if the request is valid but was turned away to protect other requests. */
  readonly refusal?: Refusal | undefined;
  /** Additional properties of the failure body, by their names on the wire. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Logged, never sent. */
  readonly cause?: unknown;
}

/** Thrown when a whole request fails. A failure of one item among many is returned as data instead. */
export class Failure extends Error {
  override readonly name: FailureName;
  readonly status: number;
  readonly code: FailureCode;
  readonly retryAfterSeconds: number | undefined;
  readonly allowedMethods: readonly string[] | undefined;
  readonly refusal: Refusal | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, name: FailureName, message: string, options: FailureOptions) {
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
