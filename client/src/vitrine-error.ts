// Every failure that a call can end with, except an abort, which is thrown as the signal has it.

import type { components } from './api-types.ts';

type Schemas = components['schemas'];

/** What the service says about a failure. */
export type FailureName = Schemas['Error']['name'];

/**
 * `NetworkError`: no response arrived. `TimeoutError`: `timeoutMs` was not enough. `UnexpectedResponse`: the response is not one of
 * Vitrine's, such as the error page of a proxy.
 */
export type VitrineErrorName = FailureName | 'NetworkError' | 'TimeoutError' | 'UnexpectedResponse';

/** What some failures add: the fields that are wrong, the objects that are in the way, the limit that was reached. */
export type FailureDetails = Partial<Omit<Schemas['FailureData'], 'Status' | 'Error'>>;

export interface VitrineErrorOptions {
  readonly status?: number;
  readonly code?: string;
  readonly details?: FailureDetails;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

export class VitrineError extends Error {
  override readonly name: VitrineErrorName;
  /** The HTTP status; 0 if no response arrived. */
  readonly status: number;
  /** A stable string that identifies the cause, such as `blank_value:q`. Empty if the failure is not the service's own. */
  readonly code: string;
  readonly details: FailureDetails;
  /** Finds the request in the log of the service. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;

  constructor(name: VitrineErrorName, message: string, options: VitrineErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = name;
    this.status = options.status ?? 0;
    this.code = options.code ?? '';
    this.details = options.details ?? {};
    this.requestId = options.requestId;
    this.retryAfterMs = options.retryAfterMs;
  }
}
