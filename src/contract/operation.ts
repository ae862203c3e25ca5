// What an operation is on the wire. One value of this type decides its route, its scope, its token and its envelope;
// nothing about how it is carried out is here.

import type { Static, TObject, TSchema } from 'typebox';

/** `bare`: the payload itself, failures at the top level. `wrapped`: `Status` and `Data` around both. */
export type Envelope = 'bare' | 'wrapped';

/** `headers`: the three scoping headers are required. `headers-or-domain`: all three, or none and the request's host decides. */
export type ScopeSource = 'headers' | 'headers-or-domain';

/** What a caller must hold. `open` operations need a token only where the environment demands one. */
export type Access = 'open' | 'read' | 'full';

export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 413 | 500 | 503;

export interface Operation<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Headers extends TObject = TObject,
  Body extends TObject | undefined = TObject | undefined,
  Success extends TSchema = TSchema,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** OpenAPI style: `/content-models/{id}`. */
  readonly path: string;
  readonly envelope: Envelope;
  readonly scope: ScopeSource;
  readonly access: Access;
  /** Whether the answer follows from the request and the store alone, so that it may be given again until something is committed. */
  readonly isRepeatable?: boolean;
  /** The fixed message of every parse and validation failure, where the interface demands one. */
  readonly invalidInputMessage?: string;
  readonly summary: string;
  readonly description: string;
  readonly params: Params;
  readonly query: Query;
  /** Headers of its own, beside the scoping headers and `Authorization`. */
  readonly headers: Headers;
  readonly body: Body;
  /** The payload, without its envelope. */
  readonly success: Success;
  readonly successDescription: string;
  readonly successExample: unknown;
  readonly requestExample?: unknown;
  readonly failures: Partial<Record<FailureStatus, string>>;
}

/** The validated request of an operation: unused optional values are absent, never null. */
export interface OperationInput<O extends Operation> {
  readonly params: Static<O['params']>;
  readonly query: Static<O['query']>;
  readonly headers: Static<O['headers']>;
  readonly body: O['body'] extends TObject ? Static<O['body']> : undefined;
}

export type OperationResult<O extends Operation> = Static<O['success']>;

export const defineOperation = <
  Params extends TObject,
  Query extends TObject,
  Headers extends TObject,
  Body extends TObject | undefined,
  Success extends TSchema,
>(
  operation: Operation<Params, Query, Headers, Body, Success>,
): Operation<Params, Query, Headers, Body, Success> => operation;
