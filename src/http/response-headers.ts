// The headers that every response carries, and those that let a cache keep a GET without ever mixing two scopes.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Connections } from './connections.ts';
import { entityTagOf, matchesEntityTag } from './etag.ts';
import { scopeHeaders } from './read-scope.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

const VARY = [...scopeHeaders, 'authorization', 'host'].join(', ');

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
  app.addHook('onSend', (request, reply, payload, done) => {
    if (connections.endsWith(request.raw)) {
      reply.header('connection', 'close');
    }
    if (!reply.hasHeader('cache-control')) {
      setCacheHeaders(request, reply, payload);
    }
    done(null, bodyOf(request, reply, payload));
  });
};

const bodyOf = (request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown => {
  if (reply.statusCode === 304) {
    return null;
  }
  if (request.method === 'HEAD' && typeof payload === 'string') {
    reply.header('content-length', String(Buffer.byteLength(payload)));
    return null;
  }
  return payload;
};

const setCacheHeaders = (request: FastifyRequest, reply: FastifyReply, payload: unknown): void => {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') {
    reply.header('cache-control', 'no-store');
    return;
  }
  const entityTag = request.entityTag ?? entityTagOf(payload);
  // A header that was set already is there because of CORS: `origin`.
  const vary = reply.getHeader('vary');
  reply
    .header('etag', entityTag)
    .header('cache-control', 'private, no-cache')
    .header('vary', vary === undefined ? VARY : [vary, VARY].flat().join(', '));
  if (matchesEntityTag(request.headers['if-none-match'], entityTag)) {
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
  }
};
