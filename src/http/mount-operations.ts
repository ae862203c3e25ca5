// Mounts the route table. Each request: scope and token before the body, then input, then the use case, then the
// envelope. The order is here and nowhere else.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import { type OperationName, routes } from '../contract/routes.ts';
import { endOf } from '../domain/token.ts';
import type { UseCase } from '../operations/use-case.ts';
import type { AnswerMemory, RememberedAnswer } from './answer-memory.ts';
import type { Connections } from './connections.ts';
import { successBody } from './envelope.ts';
import { entityTagOf } from './etag.ts';
import { type IdentifyDependencies, identify, identifyAgain } from './identify.ts';
import type { BytesReader } from './read-bytes.ts';
import { buildInputReader } from './read-input.ts';
import { JSON_TYPE } from './send-failure.ts';
import { visitorOf } from './visitor.ts';

/** One use case for every operation of the route table. */
export type Operations = { readonly [Name in OperationName]: UseCase<(typeof routes)[Name]> };

/** What every mounted operation shares. */
export interface Edge extends IdentifyDependencies {
  readonly readBytes: BytesReader;
  readonly connections: Connections;
  /** Absent: no answer is ever given again. */
  readonly memory: AnswerMemory | undefined;
}

export const mountOperations = (app: FastifyInstance, operations: Operations, edge: Edge): void => {
  for (const name of Object.keys(routes) as OperationName[]) {
    // Safe: the input reader is built from the schemas of this very operation.
    mount(app, routes[name], operations[name] as UseCase<Operation>, edge);
  }
};

const mount = (app: FastifyInstance, operation: Operation, useCase: UseCase<Operation>, edge: Edge): void => {
  const { memory, connections, now } = edge;
  const input = buildInputReader(operation, edge.readBytes);
  const isBodyless = operation.body === undefined;
  app.route({
    method: operation.method === 'GET' ? ['GET', 'HEAD'] : operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    onRequest: (request, reply, done) => {
      // An answer to a bodyless request is known before anything else is asked: its key holds all that it depends on.
      // Not while the service stops: the requests behind this one must be seen before a response says it is the last.
      const place =
        isBodyless && !connections.isClosing
          ? memory?.placeOf(operation, request.raw, request.host)
          : undefined;
      const answer = place && memory?.find(place, now().getTime());
      if (answer !== undefined) {
        sendAgain(answer, request, reply, edge);
        return;
      }
      request.answerPlace = place;
      if (identifyAgain(request, operation, edge)) done();
      else identify(request, operation, edge).then(() => done(), done);
    },
    handler: async (request, reply) => {
      const { caller } = request;
      if (caller === undefined) {
        throw new Error(`${operation.name} was reached without a caller`);
      }
      const head = input.readHead(request);
      const bytes = await input.readBytes(request);
      const place = isBodyless
        ? request.answerPlace
        : memory?.placeOf(operation, request.raw, request.host, bytes);
      const answer = place && memory?.find(place, now().getTime());
      if (answer !== undefined) return sendAgain(answer, request, reply, edge);
      const whole = { ...head, body: input.parseBody(request, bytes) };
      const payload = await useCase(caller, whole);
      const body = successBody(operation.envelope, payload);
      if (place !== undefined) {
        const entityTag = entityTagOf(body);
        request.entityTag = entityTag;
        const onRepeat = useCase.onRepeat?.(whole, payload);
        memory?.keep(place, {
          body,
          entityTag,
          scope: caller.scope,
          onRepeat,
          endsAt: caller.token === undefined ? Number.POSITIVE_INFINITY : endOf(caller.token),
        });
      }
      return reply.type(JSON_TYPE).send(body);
    },
  });
};

const sendAgain = (
  answer: RememberedAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  { visitorSecret, now }: Edge,
): FastifyReply => {
  const { scope, onRepeat } = answer;
  request.scope = scope;
  request.entityTag = answer.entityTag;
  onRepeat?.({ scope, visitor: visitorOf(request, scope, visitorSecret, now()) });
  return reply.type(JSON_TYPE).send(answer.body);
};
