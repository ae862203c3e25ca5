// A whole request as an operation's input, each part read by its own schema. Cheap parts first: the body is only
// waited for once everything else is right.

import type { FastifyRequest } from 'fastify';
import type { Operation, OperationInput } from '../contract/operation.ts';
import { buildBodyReader } from './read-body.ts';
import type { BytesReader } from './read-bytes.ts';
import { buildHeadersReader, buildParamsReader } from './read-headers.ts';
import { assertJsonMediaType, assertReadableGetBody, parseJsonBody } from './read-json.ts';
import { buildQueryReader } from './read-query.ts';

export type InputReader = (request: FastifyRequest) => Promise<OperationInput<Operation>>;

export const buildInputReader = (operation: Operation, readBytes: BytesReader): InputReader => {
  const readParams = buildParamsReader(operation.params);
  const readQuery = buildQueryReader(operation.query);
  const readHeaders = buildHeadersReader(operation.headers);
  const readBody = operation.body === undefined ? undefined : buildBodyReader(operation.body);
  return async ({ params, raw }) => {
    const head = {
      params: readParams(params),
      query: readQuery(raw.url ?? ''),
      headers: readHeaders(raw),
    };
    if (readBody === undefined) {
      assertReadableGetBody(raw, await readBytes(raw));
      return { ...head, body: undefined };
    }
    assertJsonMediaType(raw);
    const body = readBody(parseJsonBody(await readBytes(raw)));
    // For an operation about which nothing is known, the type says there is no body. For this one there is.
    return { ...head, body } as unknown as OperationInput<Operation>;
  };
};
