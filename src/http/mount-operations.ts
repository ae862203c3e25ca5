// Mounts the route table. Each request: scope and token before the body, then whether there are too many, then input, then the
// use case, then the envelope. The order is here and nowhere else.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation, OperationResult } from '../contract/operation.ts';
import { allRoutes } from '../contract/routes.ts';
import type { Caller } from '../domain/caller.ts';
import { endOf } from '../domain/token.ts';
import type { Operations } from '../operations/all-operations.ts';
import type { UseCase } from '../operations/use-case.ts';
import { type AnswerMemory, announcesBody, NO_BODY, type RememberedAnswer } from './answer-memory.ts';
import type { Connections } from './connections.ts';
import { attachment } from './content-disposition.ts';
import { successBody } from './envelope.ts';
import { entityTagOf } from './etag.ts';
import { giveAgain } from './give-again.ts';
import { type IdentifyDependencies, identify, identifyAgain } from './identify.ts';
import { NotAdmitted, type RateLimits } from './rate-limits.ts';
import { type BodyBytes, buildInputReader } from './read-input.ts';
import { isRead, rememberedHeaders } from './response-headers.ts';
import { JSON_TYPE } from './send-failure.ts';
import { sendTexts } from './send-texts.ts';

/** What every mounted operation shares. */
export interface Edge extends IdentifyDependencies {
  readonly bodyBytes: BodyBytes;
  /** How long the reader of an answer of any length may take nothing of it. */
  readonly answerIdleMs: number;
  readonly connections: Connections;
  /** Absent: no answer is ever given again. */
  readonly memory: AnswerMemory | undefined;
  readonly rateLimits: RateLimits;
}

export const mountOperations = (app: FastifyInstance, operations: Operations, edge: Edge): void => {
  const { manage, ...own } = operations;
  // Safe: the input reader is built from the schemas of the very operation that the use case is of.
  const useCases = { ...(own as unknown as typeof manage), ...manage };
  for (const [name, operation] of Object.entries(allRoutes)) {
    const useCase = useCases[name];
    if (useCase === undefined) throw new Error(`${name} has no use case`);
    mount(app, operation, useCase, edge);
  }
};

/** The headers that any operation whose answers are remembered has of its own. */
export const listRememberedHeaders = (): string[] => {
  const repeatable = Object.values(allRoutes).filter(({ isRepeatable }) => isRepeatable === true);
  return [...new Set(repeatable.flatMap(({ headers }) => Object.keys(headers.properties)))];
};

const mount = (app: FastifyInstance, operation: Operation, useCase: UseCase<Operation>, edge: Edge): void => {
  const memory = operation.isRepeatable === true ? edge.memory : undefined;
  const input = buildInputReader(operation, edge.bodyBytes);
  const isBodyless = operation.body === undefined;
  app.route({
    method: operation.method === 'GET' ? ['GET', 'HEAD'] : operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    onRequest: (request, reply, done) => {
      const { raw, host } = request;
      request.answerPlace = isBodyless && announcesBody(raw) ? undefined : memory?.placeOf(raw, host);
      // An answer to a bodyless request is known before anything else is asked: its key holds all that it depends on.
      if (isBodyless && sendAgain(NO_BODY, request, reply, edge)) return;
      if (identifyAgain(request, operation, edge)) enter(request, reply, edge, done);
      else identify(request, operation, edge).then(() => enter(request, reply, edge, done), done);
    },
    handler: async (request, reply) => {
      const { caller, answerPlace } = request;
      if (caller === undefined) {
        throw new Error(`${operation.name} was reached without a caller`);
      }
      const head = input.readHead(request);
      const bytes = await input.readBytes(request);
      const sent = answerPlace === undefined ? NO_BODY : bytes.toString('latin1');
      if (!isBodyless && sendAgain(sent, request, reply, edge)) return reply;
      const whole = { ...head, body: await input.parseBody(request, bytes) };
      const payload = await useCase(caller, whole);
      reply.code(operation.successStatus ?? 200);
      if (operation.answerForm !== undefined && operation.answerForm !== 'json') {
        // Safe: operations whose answer is no JSON have a stream of texts for a payload.
        const texts = payload as unknown as AsyncIterable<string>;
        const fileName = operation.fileNameOf?.(payload);
        if (fileName !== undefined) reply.header('content-disposition', attachment(fileName));
        const answer = sendTexts(texts, edge.answerIdleMs, () => reply.raw.destroy());
        return reply.type(STREAM_TYPES[operation.answerForm]).send(answer);
      }
      const body = successBody(operation.envelope, payload);
      setOwnTag(operation, payload, request, reply);
      if (memory !== undefined && answerPlace !== undefined) {
        const answer = describeAnswer(body, caller, request, reply);
        memory.keep(answerPlace, sent, { ...answer, onRepeat: useCase.onRepeat?.(whole, payload) });
      }
      return reply.type(JSON_TYPE).send(body);
    },
  });
};

/** Goes on if there are not too many requests. Whoever stands above all tenants is never kept out. */
const enter = (
  { caller }: FastifyRequest,
  reply: FastifyReply,
  { rateLimits }: Edge,
  done: (failure?: NotAdmitted) => void,
): void => {
  let failure: NotAdmitted | undefined;
  try {
    if (caller !== undefined && !caller.isOperator) {
      const { headers, release } = rateLimits.admit(caller.scope, caller.token?.id);
      reply.headers(headers).raw.once('close', release);
    }
  } catch (error) {
    if (!(error instanceof NotAdmitted)) throw error;
    reply.headers(error.headers);
    failure = error;
  }
  done(failure);
};

const STREAM_TYPES = {
  lines: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
} as const;

/** The tag of the thing that is answered, where it has one: also with the answer to a write, for the next one. */
const setOwnTag = (
  operation: Operation,
  payload: OperationResult<Operation>,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const tag = operation.entityTagOf?.(payload);
  if (tag === undefined) return;
  request.entityTag = tag;
  if (!isRead(request)) reply.header('etag', tag);
};

/** Sends the answer that is remembered for this request and this body, if there is one. */
const sendAgain = (
  body: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { memory, connections, visitorSecret, now }: Edge,
): boolean => {
  const { answerPlace, raw } = request;
  // Not while the service stops: the requests behind this one must be seen before a response says it is the last.
  if (memory === undefined || answerPlace === undefined || connections.isClosing) return false;
  const answer = memory.find(answerPlace.head, body);
  if (answer === undefined) return false;
  request.scope = answer.scope;
  reply.hijack();
  giveAgain(answer, raw, reply.raw, { requestId: request.id, ip: request.ip, visitorSecret, now });
  return true;
};

const describeAnswer = (
  body: string,
  { scope, token }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Omit<RememberedAnswer, 'onRepeat'> => {
  const entityTag = isRead(request) ? (request.entityTag ?? entityTagOf(body)) : undefined;
  request.entityTag = entityTag;
  const bytes = Buffer.from(body);
  return {
    body: bytes.toString('latin1'),
    headers: rememberedHeaders(reply, bytes.length, entityTag),
    entityTag,
    scope,
    route: request.routeOptions.url ?? '',
    endsAt: token === undefined ? Number.POSITIVE_INFINITY : endOf(token),
  };
};
