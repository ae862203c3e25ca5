// The headers that every response carries, and those that let a cache keep a GET without ever mixing two scopes.

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Connections } from './connections.ts';
import { entityTagOf, matchesEntityTag } from './etag.ts';
import { scopeHeaders } from './read-scope.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';
import { JSON_TYPE } from './send-failure.ts';

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
  if (request.method === 'HEAD' && payload instanceof Readable) {
    payload.destroy();
    return null;
  }
  if (request.method === 'HEAD' && typeof payload === 'string') {
    reply.header('content-length', String(Buffer.byteLength(payload)));
    return null;
  }
  return payload;
};

const setCacheHeaders = (request: FastifyRequest, reply: FastifyReply, payload: unknown): void => {
  const isTagged = isRead(request) && reply.statusCode === 200 && typeof payload === 'string';
  const entityTag = isTagged ? (request.entityTag ?? entityTagOf(payload)) : undefined;
  reply.headers(cacheHeaders(reply, entityTag));
  if (entityTag !== undefined && matchesEntityTag(request.headers['if-none-match'], entityTag)) {
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
  }
};

export const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

const cacheHeaders = (reply: FastifyReply, entityTag: string | undefined): Record<string, string> => {
  if (entityTag === undefined) return { 'cache-control': 'no-store' };
  // A header that was set already is there because of CORS: `origin`.
  const vary = reply.getHeader('vary');
  return {
    etag: entityTag,
    'cache-control': 'private, no-cache',
    vary: vary === undefined ? VARY : [vary, VARY].flat().join(', '),
  };
};

/** All headers of a 200 with a body of so many bytes, as names and values in turn; the id of the request comes last. */
export const rememberedHeaders = (
  reply: FastifyReply,
  bodyBytes: number,
  entityTag: string | undefined,
): string[] => {
  const { [REQUEST_ID_HEADER]: requestId, ...set } = reply.getHeaders();
  const headers = {
    ...set,
    'content-type': JSON_TYPE,
    'content-length': bodyBytes,
    ...cacheHeaders(reply, entityTag),
    [REQUEST_ID_HEADER]: requestId,
  };
  return Object.entries(headers).flatMap(([name, value]) => [name, [value].flat().join(', ')]);
};
