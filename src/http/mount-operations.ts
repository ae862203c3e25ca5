// Mounts the route table on the router. What happens to a request is in `serve-operation.ts`.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import { allRoutes } from '../contract/routes.ts';
import type { Operations } from '../operations/all-operations.ts';
import { closingHeaders } from './connection/closing-headers.ts';
import { routePatternOf } from './log.ts';
import { attachment } from './output/content-disposition.ts';
import { sendTexts } from './output/send-texts.ts';
import { sendResponses } from './output/success-response.ts';
import {
  buildServeOperation,
  type OperationContext,
  type ServeOperation,
  type StreamedResponse,
} from './serve-operation.ts';
import { Exchange } from './wire/exchange.ts';

export interface MountedOperation {
  readonly operation: Operation;
  readonly serve: ServeOperation;
}

/** Every operation of the route table with its handler. */
export const buildMountedOperations = (
  operations: Operations,
  context: OperationContext,
): MountedOperation[] => {
  const { manage, ...own } = operations;
  // Safe: the input reader is built from the schemas of the operation that the use case implements.
  const useCases = { ...(own as unknown as typeof manage), ...manage };
  return Object.entries(allRoutes).map(([name, operation]) => {
    const useCase = useCases[name];
    if (useCase === undefined) throw new Error(`${name} has no use case`);
    return { operation, serve: buildServeOperation(operation, useCase, context) };
  });
};

export const mountOperations = (
  app: FastifyInstance,
  mounted: readonly MountedOperation[],
  context: Pick<OperationContext, 'connections' | 'responseIdleMs'>,
): void => {
  for (const { operation, serve } of mounted) {
    app.route({
      method: operation.method === 'GET' ? ['GET', 'HEAD'] : operation.method,
      url: routePatternOf(operation.path),
      config: { operation },
      handler: async (request, reply) => {
        const exchange = exchangeOf(request, reply);
        request.exchange = exchange;
        exchange.trace = request.trace;
        const served = await serve(exchange);
        if ('stream' in served) return sendStream(served.stream, exchange, reply, context.responseIdleMs);
        const closing = await closingHeaders(exchange, context.connections);
        reply.hijack();
        await sendResponses(exchange, served.responses, closing);
        return reply;
      },
    });
  }
};

export const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange =>
  new Exchange(request.raw, reply.raw, {
    id: request.id,
    // Both read `X-Forwarded-*` only when the peer is a trusted proxy.
    host: request.host,
    ip: request.ip ?? '',
    params: request.params,
  });

const STREAM_TYPES = {
  lines: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
} as const;

const sendStream = (
  { form, texts, fileName }: StreamedResponse,
  exchange: Exchange,
  reply: FastifyReply,
  idleMs: number,
): FastifyReply => {
  if (fileName !== undefined) reply.header('content-disposition', attachment(fileName));
  const body = sendTexts(texts, idleMs, {
    onSent: (bytes) => {
      exchange.sentBytes += bytes;
    },
    giveUp: () => reply.raw.destroy(),
  });
  return reply.type(STREAM_TYPES[form]).send(body);
};
