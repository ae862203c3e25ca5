// Traces requests: begins when one arrives, ends when its response is sent. Health checks are not traced.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import type { Caller } from '../domain/access/caller.ts';
import type { Scope } from '../domain/access/scope.ts';
import type { BeginTrace, RequestTrace, ServedRequest } from '../domain/trace.ts';
import { lengthOf, nameOf } from './count-responses.ts';
import type { Exchange } from './wire/exchange.ts';

/** Probes call them all the time, and nobody asks why they took how long. */
const UNTRACED = new Set(['/healthz', '/readyz']);

/** Node joins the values of one that was sent twice, which is not valid then. */
export const traceParentOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined => {
  const sent = headers['traceparent'];
  return typeof sent === 'string' ? sent : undefined;
};

/** For requests that the router never saw, all of which may be cached. */
export const endTrace = (
  trace: RequestTrace,
  exchange: Exchange,
  { name, path }: Operation,
  tookMs: number,
): void =>
  trace.end({
    ...describe(exchange),
    operation: name,
    route: path,
    cache: exchange.isFromCache ? 'hit' : 'miss',
    tookMs,
  });

export const traceRequests = (app: FastifyInstance, beginTrace: BeginTrace): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!UNTRACED.has(request.routeOptions.url ?? '')) request.trace = beginTrace(traceParentOf(request.raw));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { trace, exchange, routeOptions, failureName, refusal } = request;
    const { operation } = routeOptions.config;
    const served = {
      operation: nameOf(request),
      route: operation?.path ?? routeOptions.url,
      tookMs: reply.elapsedTime,
    };
    const isCacheable = operation?.isCacheable === true;
    trace?.end(
      exchange === undefined
        ? {
            ...served,
            method: request.method,
            status: reply.statusCode,
            bytes: lengthOf(request, reply),
            cache: 'none',
            scope: undefined,
            failure: failureName,
            refusal,
          }
        : {
            ...served,
            ...describe(exchange),
            bytes: exchange.sentBytes || lengthOf(request, reply),
            cache: isCacheable ? (exchange.isFromCache ? 'hit' : 'miss') : 'none',
            failure: failureName,
            refusal,
          },
    );
    done();
  });
};

const describe = ({ request, response, sentBytes, caller, scope, failureName, refusal }: Exchange) =>
  ({
    method: request.method ?? '',
    status: response.statusCode,
    bytes: sentBytes,
    scope: scope && knownPart(scope, caller),
    failure: failureName,
    refusal,
  }) satisfies Partial<ServedRequest>;

/** Without what nobody has confirmed: that is only what a caller wrote into headers. */
const knownPart = (scope: Scope, caller: Caller | undefined): Scope | undefined => {
  if (caller?.environment !== undefined) return scope;
  const isTrusted = caller?.token !== undefined || caller?.isOperator === true;
  return isTrusted ? { ...scope, environmentId: '' } : undefined;
};
