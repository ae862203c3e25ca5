// The input and the result of each operation, derived from the generated types.

import type { components, operations } from './api-types.ts';
import type { manageOperations } from './manage-operations.ts';
import type { OperationTable } from './operation-table.ts';
import type { CallOptions } from './send-request.ts';
import type { storefrontOperations } from './storefront-operations.ts';

/** The objects of the interface by name, such as `Schemas['ProductRecord']`. */
export type Schemas = components['schemas'];

type Operations = typeof storefrontOperations & typeof manageOperations;

/** The operations that a client has. */
export type OperationId = keyof Operations;

/** Optional values may also be undefined. */
type Loose<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] };

type Simplify<T> = { [K in keyof T]: T[K] };

type Part<Id extends OperationId, Place extends string> = operations[Id]['parameters'] extends {
  [P in Place]?: infer Values;
}
  ? [NonNullable<Values>] extends [never]
    ? unknown
    : NonNullable<Values>
  : unknown;

type JsonBody<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** A browser's form may be submitted as it is. */
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'multipart/form-data': unknown } };
}
  ? JsonBody<Id> | FormData
  : JsonBody<Id>;

/** The fields of the body beside the parameters, or the body under its own name. */
type BodyInput<Id extends OperationId> = [JsonBody<Id>] extends [never]
  ? unknown
  : Operations[Id] extends readonly [string, string, string, ...unknown[]]
    ? JsonBody<Id>
    : { body: BodyOf<Id> };

/** What a call takes: the parameters of path and query, headers by their names, and the body. */
export type InputOf<Id extends OperationId> = Simplify<
  Loose<
    Part<Id, 'path'> &
      Part<Id, 'query'> &
      Part<Id, 'header'> &
      BodyInput<Id> & { 'vitrine-position'?: string }
  >
>;

type Content<Response> = Response extends { content: infer Types } ? Types[keyof Types] : never;

type Success<Responses> = Responses extends { 200: infer Response }
  ? Content<Response>
  : Responses extends { 201: infer Response }
    ? Content<Response>
    : Responses extends { 202: infer Response }
      ? Content<Response>
      : never;

/** The payload of a response, without its envelope. */
export type ResultOf<Id extends OperationId> =
  Success<operations[Id]['responses']> extends infer Body
    ? Body extends { Status: 'success'; Data: infer Data }
      ? Data
      : Body
    : never;

type Call<Input, Result> =
  Record<never, never> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Result>
    : (input: Input, options?: CallOptions) => Promise<Result>;

/** A function for each operation of a table. */
export type Calls<Table extends OperationTable> = {
  readonly [Id in keyof Table]: Id extends OperationId ? Call<InputOf<Id>, ResultOf<Id>> : never;
};
