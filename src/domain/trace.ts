// The port through which requests are traced. A trace holds no text that a caller chose: routes, names that are fixed in the code, and the
// scope once it is known to exist.

import type { Scope } from './access/scope.ts';
import type { Refusal } from './metric.ts';

/** How a request ended. */
export interface ServedRequest {
  readonly method: string;
  /** Its name, or that of another route. */
  readonly operation: string;
  /** The pattern, never the path; absent: no route. */
  readonly route: string | undefined;
  readonly status: number;
  readonly tookMs: number;
  /** Size of the body. */
  readonly bytes: number;
  /** Whether it was served from the response cache; `none`: the operation is never cached. */
  readonly cache: 'hit' | 'miss' | 'none';
  /** Only what is known to exist: parts may be empty. */
  readonly scope: Scope | undefined;
  readonly failure: string | undefined;
  readonly refusal: Refusal | undefined;
}

/** One request that is recorded. */
export interface RequestTrace {
  /** 32 hexadecimal digits: the caller's, or new ones. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** What takes time within the work is recorded as part of the request. */
  within<T>(work: () => T): T;
  /** Called once, when the request is over. */
  end(served: ServedRequest): void;
}

/** `traceparent`: the header of the request. Undefined: the request is not recorded. */
export type BeginTrace = (traceparent: string | undefined) => RequestTrace | undefined;
