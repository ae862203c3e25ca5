// Mounts the route table. Each request: scope and token before the body, then input, then the use case, then the
// envelope. The order is here and nowhere else.

import type { FastifyInstance } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import { type OperationName, routes } from '../contract/routes.ts';
import type { UseCase } from '../operations/use-case.ts';
import { successBody } from './envelope.ts';
import { type IdentifyDependencies, identify } from './identify.ts';
import type { BytesReader } from './read-bytes.ts';
import { buildInputReader } from './read-input.ts';
import { JSON_TYPE } from './send-failure.ts';

/** One use case for every operation of the route table. */
export type Operations = { readonly [Name in OperationName]: UseCase<(typeof routes)[Name]> };

export const mountOperations = (
  app: FastifyInstance,
  operations: Operations,
  dependencies: IdentifyDependencies,
  readBytes: BytesReader,
): void => {
  for (const name of Object.keys(routes) as OperationName[]) {
    // Safe: the input reader is built from the schemas of this very operation.
    mount(app, routes[name], operations[name] as UseCase<Operation>, dependencies, readBytes);
  }
};

const mount = (
  app: FastifyInstance,
  operation: Operation,
  useCase: UseCase<Operation>,
  dependencies: IdentifyDependencies,
  readBytes: BytesReader,
): void => {
  const readInput = buildInputReader(operation, readBytes);
  app.route({
    method: operation.method === 'GET' ? ['GET', 'HEAD'] : operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    onRequest: (request) => identify(request, operation, dependencies),
    handler: async (request, reply) => {
      const { caller } = request;
      if (caller === undefined) {
        throw new Error(`${operation.name} was reached without a caller`);
      }
      const payload = await useCase(caller, await readInput(request));
      return reply.type(JSON_TYPE).send(successBody(operation.envelope, payload));
    },
  });
};
