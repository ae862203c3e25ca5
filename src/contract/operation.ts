// What an operation is on the wire. One value of this type decides its route, its scope, its token and its envelope;
// nothing about how it is carried out is here.

import type { Static, TObject, TSchema } from 'typebox';
import type { Tag } from './tags.ts';

/** `bare`: the payload itself, failures at the top level. `wrapped`: `Status` and `Data` around both. */
export type Envelope = 'bare' | 'wrapped';

/**
 * `headers`: the three scoping headers are required. `headers-or-domain`: all three, or none and the request's host decides.
 * `workspace`: tenant and workspace are required, and no environment is meant. `none`: it stands above every workspace.
 */
export type ScopeSource = 'headers' | 'headers-or-domain' | 'workspace' | 'none';

/**
 * What a caller must hold. `open` operations need a token only where the environment demands one. `manage` needs a `full`
 * token of the whole workspace, or the operator's; `operator` needs the operator's.
 */
export type Access = 'open' | 'read' | 'full' | 'manage' | 'operator';

/**
 * How the body becomes input. `strict`: by the schema, every value checked (Decision 0003). `object`: a JSON object as it
 * was sent, which the use case reads by rules of its own; the schema only describes it. `stream`: its bytes as they arrive.
 */
export type BodyReading = 'strict' | 'object' | 'stream';

/** `lines`: JSON, one value a line, sent as it is made. `csv`: sent as it is made. */
export type AnswerForm = 'json' | 'lines' | 'csv';

export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 429 | 500 | 503;

export interface Operation<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Headers extends TObject = TObject,
  Body extends TObject | undefined = TObject | undefined,
  Success extends TSchema = TSchema,
  Reading extends BodyReading = BodyReading,
> {
  readonly name: string;
  /** What clients made from the description call it: a verb and a noun. Absent: the name in camel case. */
  readonly operationId?: string;
  /** The subject that the description puts it under. */
  readonly tag: Tag;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI style: `/content-models/{id}`. */
  readonly path: string;
  readonly envelope: Envelope;
  readonly scope: ScopeSource;
  readonly access: Access;
  /** Whether the answer follows from the request and the store alone, so that it may be given again until something is committed. */
  readonly isCacheable?: boolean;
  /** The fixed message of every parse and validation failure, where the interface demands one. */
  readonly invalidInputMessage?: string;
  readonly summary: string;
  readonly description: string;
  readonly params: Params;
  readonly query: Query;
  /** Whether query parameters that are not in `query` are ignored: storefronts append their own. Absent: where the access is `open`. */
  readonly ignoresUnknownQuery?: boolean;
  /** Headers of its own, beside the scoping headers and `Authorization`. */
  readonly headers: Headers;
  readonly body: Body;
  /** Absent: `strict`. */
  readonly bodyReading?: Reading;
  /** Whether the fields of a web form are taken in place of a JSON object. Only with the reading `object`. */
  readonly takesForms?: boolean;
  /** Whether a JSON body that a GET does not need is held to the rules for blanks and numbers, by the names of the parameters. */
  readonly checksStrayBody?: boolean;
  /** The payload, without its envelope. A stream of texts where the answer is no JSON. */
  readonly success: Success;
  /** Absent: 200. */
  readonly successStatus?: 200 | 201;
  /** Whether something was created, which is then 201. Absent: `successStatus` says so. */
  isCreated?(payload: Static<Success>): boolean;
  /** The path of what was created, for `Location`. */
  locationOf?(payload: Static<Success>, params: Static<Params>): string;
  /** Absent: `json`. */
  readonly answerForm?: AnswerForm;
  /** Tells one state of a thing from another, for `ETag` and `If-Match`. Absent: the bytes of the answer decide. */
  entityTagOf?(payload: Static<Success>): string;
  /** What the answer is called where it is kept as a file. Absent: it is not for that. */
  fileNameOf?(payload: Static<Success>): string;
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
  readonly body: BodyInput<O>;
}

type BodyInput<O extends Operation> =
  NonNullable<O['bodyReading']> extends 'object'
    ? Readonly<Record<string, unknown>>
    : NonNullable<O['bodyReading']> extends 'stream'
      ? AsyncIterable<Uint8Array>
      : O['body'] extends TObject
        ? Static<O['body']>
        : undefined;

/** A path of the contract with its parameters filled in. */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

export type OperationResult<O extends Operation> = Static<O['success']>;

export const defineOperation = <
  Params extends TObject,
  Query extends TObject,
  Headers extends TObject,
  Body extends TObject | undefined,
  Success extends TSchema,
  Reading extends BodyReading = 'strict',
>(
  operation: Operation<Params, Query, Headers, Body, Success, Reading>,
): Operation<Params, Query, Headers, Body, Success, Reading> => operation;
