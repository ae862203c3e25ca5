// Responds to what no route serves: unknown paths and methods, an unclear host, and what Node reports before any routing.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { missingHeader } from '../domain/failures/failures.ts';
import { expectationFailed, routeNotFound } from '../domain/failures/http-failures.ts';
import { writeRefusal } from './connection/refuse-connection.ts';
import { endsInSlash, type KnownPaths } from './known-paths.ts';
import { failureBody, OUTSIDE_ENVELOPE } from './output/envelope.ts';
import { FAILURE_HEADERS, sendFailure } from './output/send-failure.ts';
import type { SendMissingPage } from './pages/missing-page.ts';
import { requestIdOf } from './wire/request-id.ts';
import { findTargetFault } from './wire/request-target.ts';

/** Called with the status of each response to something that could not be routed. */
export type OnUnrouted = (status: number) => void;

/** RFC 9112, 3.2. Belongs to no operation, so it uses the top-level envelope whatever the path. */
export const refuseUnclearHost = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, httpVersion } = request.raw;
    const isMissing = headers.host === undefined && httpVersion === '1.1';
    const failure = isMissing ? missingHeader('host') : findTargetFault(request.raw);
    if (failure === undefined) {
      done();
      return;
    }
    request.failureName = failure.name;
    reply.code(failure.status).headers(FAILURE_HEADERS).send(failureBody(OUTSIDE_ENVELOPE, failure));
  });
};

/** Requests without a route, and those that the router takes for a path with an empty last parameter, or `*` for the start page. */
export const serveUnrouted = (
  app: FastifyInstance,
  paths: KnownPaths,
  sendMissingPage: SendMissingPage,
): void => {
  paths.watch(app);
  const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { failure, envelope } = paths.refuseUnrouted(request.raw);
    return sendMissingPage(failure, request, reply) ?? sendFailure(failure, request, reply, envelope);
  };
  app.addHook('onRequest', (request, reply, done) => {
    const page = paths.findPageWithoutSlash(request.raw);
    if (page !== undefined) reply.header('cache-control', 'no-cache').redirect(page, 308);
    else if (request.raw.url === '*' || endsInSlash(request.raw)) refuse(request, reply);
    else done();
  });
  app.setNotFoundHandler(refuse);
};

/** What Node reports before any routing. */
export const serveOutsideRouter = (app: FastifyInstance, onUnrouted: OnUnrouted): void => {
  app.server.on('checkExpectation', (request, response) => {
    const body = failureBody(OUTSIDE_ENVELOPE, expectationFailed());
    response.writeHead(expectationFailed().status, {
      ...FAILURE_HEADERS,
      'x-request-id': requestIdOf(request),
      'content-length': String(Buffer.byteLength(body)),
    });
    response.end(body);
    onUnrouted(response.statusCode);
  });
  app.server.on('connect', (request, socket) => {
    writeRefusal(socket, routeNotFound(), requestIdOf(request));
    onUnrouted(routeNotFound().status);
  });
};
