// Sends failures, through the router's reply or without it. An unexpected error becomes `internalError()`; its cause is only
// logged.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope, Operation } from '../../contract/operation.ts';
import { Failure, internalError } from '../../domain/failures/failures.ts';
import { malformedRequest } from '../../domain/failures/http-failures.ts';
import { REQUEST_ID_LABEL, traceIdsOf } from '../log.ts';
import type { Exchange } from '../wire/exchange.ts';
import { REQUEST_ID_HEADER } from '../wire/request-id.ts';
import { failureBody, OUTSIDE_ENVELOPE } from './envelope.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

export const FAILURE_HEADERS = {
  'content-type': JSON_TYPE,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

/** The router's error handler. */
export const handleError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (error instanceof Failure) {
    return sendFailure(error, request, reply);
  }
  // The client disconnected before the first line of a stream: nobody will see this response, and it is not our error.
  if (reply.raw.closed && isPrematureClose(error)) return sendFailure(malformedRequest(), request, reply);
  const line = { err: error, [REQUEST_ID_LABEL]: request.id, ...traceIdsOf(request.trace) };
  request.log.error(line, 'unexpected error');
  return sendFailure(internalError(), request, reply);
};

const isPrematureClose = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** `envelope`: when it is not that of the routed operation. */
export const sendFailure = (
  failure: Failure,
  request: FastifyRequest,
  reply: FastifyReply,
  envelope?: Envelope,
): FastifyReply => {
  const { operation } = request.routeOptions.config;
  const { status, name, headers, body } = describe(failure, operation, request.exchange, envelope);
  request.failureName = name;
  request.refusal = failure.refusal;
  return reply
    .code(status)
    .headers({ ...headers, ...ownHeaders(request.exchange) })
    .send(body);
};

export interface ErrorWriting {
  /** Headers beside those of every failure. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called with unexpected errors. */
  readonly onError: (error: unknown, exchange: Exchange) => void;
}

/** For requests that the router never saw. */
export const writeError = (
  error: unknown,
  exchange: Exchange,
  operation: Operation,
  { headers: more, onError }: ErrorWriting,
): void => {
  const { request, response, id } = exchange;
  if (!(error instanceof Failure)) onError(error, exchange);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const failure = error instanceof Failure ? error : internalError();
  const { status, name, headers, body } = describe(failure, operation, exchange);
  exchange.failureName = name;
  exchange.refusal = failure.refusal;
  response.writeHead(status, {
    ...headers,
    ...ownHeaders(exchange),
    'content-length': Buffer.byteLength(body),
    ...more,
    [REQUEST_ID_HEADER]: id,
  });
  exchange.sentBytes = request.method === 'HEAD' ? 0 : Buffer.byteLength(body);
  response.end(request.method === 'HEAD' ? undefined : body);
};

/** Its headers as an object. */
export const ownHeaders = (exchange: Exchange | undefined): Record<string, string> => {
  const headers = exchange?.headers ?? [];
  const own: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) own[headers[at] as string] = headers[at + 1] as string;
  return own;
};

const describe = (
  failure: Failure,
  operation: Operation | undefined,
  exchange: Exchange | undefined,
  envelope = operation?.envelope ?? OUTSIDE_ENVELOPE,
) => {
  const said = withFixedMessage(failure, operation, exchange);
  const { status, name, retryAfterSeconds, allowedMethods } = said;
  return {
    status,
    name,
    headers: {
      ...FAILURE_HEADERS,
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      ...(allowedMethods === undefined ? {} : { allow: allowedMethods.join(', ') }),
    },
    body: failureBody(envelope, said),
  };
};

/**
 * Interface: Errors, operation 1. The message is fixed once the caller is known; a fault in a scoping header names the
 * header everywhere, in that operation too.
 */
const withFixedMessage = (
  failure: Failure,
  operation: Operation | undefined,
  exchange: Exchange | undefined,
): Failure => {
  const message = operation?.invalidInputMessage;
  return message === undefined || failure.name !== 'InvalidInput' || exchange?.caller === undefined
    ? failure
    : new Failure(failure.status, failure.name, message, { code: failure.code });
};
