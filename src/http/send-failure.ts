// The one way a failure leaves the service. What was not foreseen becomes `internalError()`; its cause is only logged.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure, internalError } from '../domain/failures.ts';
import { failureBody, OUTSIDE_ENVELOPE } from './envelope.ts';
import { REQUEST_ID_LABEL } from './log.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

export const FAILURE_HEADERS = {
  'content-type': JSON_TYPE,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

/** The handler of every error, wherever it was thrown. */
export const handleError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (error instanceof Failure) {
    return sendFailure(error, request, reply);
  }
  request.log.error({ err: error, [REQUEST_ID_LABEL]: request.id }, 'unexpected error');
  return sendFailure(internalError(), request, reply);
};

export const sendFailure = (failure: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const operation = request.routeOptions.config.operation;
  const said = withFixedMessage(failure, request);
  request.failureName = said.name;
  request.refusal = said.refusal;
  if (said.status === 401) {
    reply.header('www-authenticate', 'Bearer');
  }
  if (said.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(said.retryAfterSeconds));
  }
  return reply
    .code(said.status)
    .headers(FAILURE_HEADERS)
    .send(failureBody(operation?.envelope ?? OUTSIDE_ENVELOPE, said));
};

/**
 * Interface: Errors, operation 1. The message is fixed once the caller is known; a fault in a scoping header names the
 * header everywhere, that operation included.
 */
const withFixedMessage = (failure: Failure, request: FastifyRequest): Failure => {
  const message = request.routeOptions.config.operation?.invalidInputMessage;
  return message === undefined || failure.name !== 'InvalidInput' || request.caller === undefined
    ? failure
    : new Failure(
        failure.status,
        failure.name,
        message,
        failure.code === undefined ? {} : { code: failure.code },
      );
};
