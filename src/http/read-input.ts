// A whole request as an operation's input, each part read by its own schema. Cheap parts first: the body is only
// waited for once everything else is right.

import type { FastifyRequest } from 'fastify';
import type { Operation, OperationInput } from '../contract/operation.ts';
import { buildBodyReader } from './read-body.ts';
import type { BytesReader } from './read-bytes.ts';
import { buildHeadersReader, buildParamsReader } from './read-headers.ts';
import { assertJsonMediaType, assertReadableGetBody, parseJsonBody } from './read-json.ts';
import { buildQueryReader } from './read-query.ts';

type Input = OperationInput<Operation>;

/** The parts of an input in the order in which they are read. */
export interface InputReader {
  readHead(request: FastifyRequest): Omit<Input, 'body'>;
  /** Waits for the body; throws at once when it is not called JSON where one is wanted. */
  readBytes(request: FastifyRequest): Promise<Buffer>;
  parseBody(request: FastifyRequest, bytes: Buffer): Input['body'];
}

export const buildInputReader = (operation: Operation, readBytes: BytesReader): InputReader => {
  const readParams = buildParamsReader(operation.params);
  const readQuery = buildQueryReader(operation.query);
  const readHeaders = buildHeadersReader(operation.headers);
  const readBody = operation.body === undefined ? undefined : buildBodyReader(operation.body);
  return {
    readHead: ({ params, raw }) => ({
      params: readParams(params),
      query: readQuery(raw.url ?? ''),
      headers: readHeaders(raw),
    }),
    readBytes: async ({ raw }) => {
      if (readBody !== undefined) assertJsonMediaType(raw);
      return readBytes(raw);
    },
    parseBody: ({ raw }, bytes) => {
      if (readBody === undefined) {
        assertReadableGetBody(raw, bytes);
        return undefined;
      }
      // For an operation about which nothing is known, the type says there is no body. For this one there is.
      return readBody(parseJsonBody(bytes)) as unknown as Input['body'];
    },
  };
};
