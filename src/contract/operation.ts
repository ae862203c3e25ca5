// The description of an operation on the wire. One value of this type decides its route, its scope, the token it needs and
// its envelope. How an operation works is not described here.

import type { Static, TObject, TSchema } from 'typebox';
import type { Tag } from './tags.ts';

/** `bare`: the payload itself, and failures at the top level. `wrapped`: both inside `Status` and `Data`. */
export type Envelope = 'bare' | 'wrapped';

/**
 * `headers`: the three scoping headers are required. `headers-or-domain`: all three, or none, and then the host decides.
 * `workspace`: only the tenant and workspace headers are required. `none`: the operation belongs to no workspace.
 */
export type ScopeSource = 'headers' | 'headers-or-domain' | 'workspace' | 'none';

/**
 * The token a caller needs. `open` operations need one only if the environment requires it. `manage` needs a `full`
 * token of the whole workspace, or the operator's; `operator` needs the operator's.
 */
export type Access = 'open' | 'read' | 'full' | 'manage' | 'operator';

/**
 * How the body becomes input. `strict`: every value is checked against the schema (Decision 0003). `object`: the JSON object
 * as sent; the use case checks it, and the schema only documents it. `stream`: the bytes of lines as they arrive. `parts`: those of
 * form data with files; the schema only documents its parts.
 */
export type BodyReading = 'strict' | 'object' | 'stream' | 'parts';

/** `lines`: NDJSON. Both `lines` and `csv` are streamed. */
export type ResponseFormat = 'json' | 'lines' | 'csv';

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
  /** Whether the response depends only on the request and the store, so that it may be cached until the next commit. */
  readonly isCacheable?: boolean;
  /** Whether no change of a product changes the response, so that it stays cached while products are written. */
  readonly isIndependentOfProducts?: boolean;
  /**
   * Whether requests that arrive in one turn of the event loop are served together, at its end (Decision 0120). For cacheable operations
   * that the search index serves. Requests for records run in time slices: they would be charged for the time of all. Those with large
   * bodies take turns (Decision 0133).
   */
  readonly isServedTogether?: boolean;
  /** Whether rate limits neither count nor refuse it, so that it never takes from what a tenant may search. */
  readonly isUnmetered?: boolean;
  /** The message of every parse and validation failure, if the interface fixes one. */
  readonly invalidInputMessage?: string;
  readonly summary: string;
  readonly description: string;
  readonly params: Params;
  readonly query: Query;
  /** Whether unknown query parameters are ignored, since storefronts append their own. Default: only if `access` is `open`. */
  readonly ignoresUnknownQuery?: boolean;
  /** Headers other than the scoping headers and `Authorization`. */
  readonly headers: Headers;
  readonly body: Body;
  /** Default: `strict`. */
  readonly bodyReading?: Reading;
  /** Whether a request with a large body runs in another thread (Decision 0140). Only with `bodyReading: 'object'`. */
  readonly runsAsideWhenLarge?: boolean;
  /**
   * The list of objects that makes a body large. The items of a long one are kept as JSON; each reading of a member parses its item
   * (Decision 0133). Only with `bodyReading: 'strict'`.
   */
  readonly longList?: string;
  /** Whether form data is accepted in place of a JSON object. Only with `bodyReading: 'object'`. */
  readonly takesForms?: boolean;
  /** Whether an unnecessary JSON body of a GET is checked for blank values and numbers sent as text, by parameter name. */
  readonly checksStrayBody?: boolean;
  /** The payload without its envelope. A stream of strings if the response is not JSON. */
  readonly success: Success;
  /** Default: 200. */
  readonly successStatus?: 200 | 201 | 202;
  /** Whether something was created, and the status is 201. Default: `successStatus` decides. */
  isCreated?(payload: Static<Success>): boolean;
  /** The path of the created object, for `Location`. */
  locationOf?(payload: Static<Success>, params: Static<Params>): string;
  /** Default: `json`. */
  readonly responseFormat?: ResponseFormat;
  /** Identifies the state of the object, for `ETag` and `If-Match`. Default: the bytes of the response do. */
  entityTagOf?(payload: Static<Success>): string;
  /** The file name for `Content-Disposition`. Default: the response is not meant to be saved. */
  fileNameOf?(payload: Static<Success>): string;
  readonly successDescription: string;
  readonly successExample: unknown;
  readonly requestExample?: unknown;
  readonly failures: Partial<Record<FailureStatus, string>>;
}

/** The validated request of an operation. Unused optional values are absent, never null. */
export interface OperationInput<O extends Operation> {
  readonly params: Static<O['params']>;
  readonly query: Static<O['query']>;
  readonly headers: Static<O['headers']>;
  readonly body: BodyInput<O>;
}

/** A body that is read while it arrives. */
interface ArrivingBody {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Aborts when the client disconnects: nobody wants the result any more. */
  readonly gone: AbortSignal;
}

type BodyInput<O extends Operation> =
  NonNullable<O['bodyReading']> extends 'object'
    ? Readonly<Record<string, unknown>>
    : NonNullable<O['bodyReading']> extends 'stream'
      ? ArrivingBody
      : NonNullable<O['bodyReading']> extends 'parts'
        ? ArrivingBody & { readonly boundary: string }
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
