// The headers of the router's own responses, failures included: request id, cache control, end of the connection.

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { entityTagOf } from '../runtime/entity-tag.ts';
import { closingHeaders } from './connection/closing-headers.ts';
import type { Connections } from './connection/connections.ts';
import { matchesEntityTag } from './output/if-none-match.ts';
import { REQUEST_ID_HEADER } from './wire/request-id.ts';

export const setCommonHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header(REQUEST_ID_HEADER, request.id).header('x-content-type-options', 'nosniff');
};

export const addResponseHeaders = (app: FastifyInstance, connections: Connections): void => {
  app.addHook('onRequest', (request, reply, done) => {
    if (connections.isTooLate(request.raw)) {
      // RFC 9112, 9.6: nothing that follows a closing response may be processed. Its connection is about to end.
      reply.hijack();
      return;
    }
    setCommonHeaders(request, reply);
    done();
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const [name, value] = await closingHeaders({ request: request.raw }, connections);
    if (name !== undefined) reply.header(name, value);
    if (!reply.hasHeader('cache-control')) {
      setCacheHeaders(request, reply, payload);
    }
    return bodyOf(request, reply, payload);
  });
};

const bodyOf = (request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown => {
  if (reply.statusCode === 304) {
    return null;
  }
  if (request.method === 'HEAD' && payload instanceof Readable) {
    payload.destroy();
    return null;
  }
  if (request.method === 'HEAD' && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
    reply.header('content-length', String(Buffer.byteLength(payload)));
    return null;
  }
  return payload;
};

/** For routes that are no operations: operations set their own. */
const setCacheHeaders = (request: FastifyRequest, reply: FastifyReply, payload: unknown): void => {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') {
    reply.header('cache-control', 'no-store');
    return;
  }
  const entityTag = entityTagOf(payload);
  reply.headers({ etag: entityTag, 'cache-control': 'private, no-cache' });
  if (matchesEntityTag(request.headers['if-none-match'], entityTag)) {
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
  }
};
