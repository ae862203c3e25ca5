// A whole request as an operation's input, each part read by its own schema. Cheap parts first: the body is only
// waited for once everything else is right.

import type { FastifyRequest } from 'fastify';
import type { Operation, OperationInput } from '../contract/operation.ts';
import { invalidInput } from '../domain/failures.ts';
import { buildBodyReader } from './read-body.ts';
import type { BytesReader } from './read-bytes.ts';
import { isFormMediaType, readForm } from './read-form.ts';
import { buildHeadersReader, buildParamsReader } from './read-headers.ts';
import {
  assertJsonMediaType,
  assertLinesMediaType,
  assertOneMediaType,
  assertReadableGetBody,
  parseJsonBody,
} from './read-json.ts';
import { buildQueryReader } from './read-query.ts';
import type { StreamReader } from './read-stream.ts';

type Input = OperationInput<Operation>;

/** The ways in which the bytes of a body are had. */
export interface BodyBytes {
  readonly whole: BytesReader;
  readonly stream: StreamReader;
}

/** The parts of an input in the order in which they are read. */
export interface InputReader {
  readHead(request: FastifyRequest): Omit<Input, 'body'>;
  /** Waits for the body; throws at once when it is not of a media type that is wanted. A stream is not waited for. */
  readBytes(request: FastifyRequest): Promise<Buffer>;
  parseBody(request: FastifyRequest, bytes: Buffer): Promise<Input['body']>;
}

export const buildInputReader = (operation: Operation, bytesOf: BodyBytes): InputReader => {
  const readParams = buildParamsReader(operation.params);
  const readQuery = buildQueryReader(operation.query);
  const readHeaders = buildHeadersReader(operation.headers);
  return {
    readHead: ({ params, raw }) => ({
      params: readParams(params),
      query: readQuery(raw.url ?? ''),
      headers: readHeaders(raw),
    }),
    ...(buildBodyParts(operation, bytesOf) as Omit<InputReader, 'readHead'>),
  };
};

interface BodyParts {
  readBytes(request: FastifyRequest): Promise<Buffer>;
  /** For an operation about which nothing is known, the type says there is no body. For the one at hand there is. */
  parseBody(request: FastifyRequest, bytes: Buffer): Promise<unknown>;
}

const buildBodyParts = (operation: Operation, { whole, stream }: BodyBytes): BodyParts => {
  const { body, bodyReading = 'strict', takesForms = false } = operation;
  if (body === undefined) {
    return {
      readBytes: ({ raw }) => whole(raw),
      parseBody: async ({ raw }, bytes) => assertReadableGetBody(raw, bytes),
    };
  }
  if (bodyReading === 'stream') {
    return {
      readBytes: async ({ raw }) => {
        assertLinesMediaType(raw);
        return NO_BYTES;
      },
      parseBody: async ({ raw }) => stream(raw),
    };
  }
  const read = bodyReading === 'object' ? readObject : buildBodyReader(body);
  const formTypeOf = ({ raw }: FastifyRequest): string | undefined => {
    const type = raw.headers['content-type'];
    return takesForms && isFormMediaType(type) ? type : undefined;
  };
  return {
    readBytes: async (request) => {
      if (formTypeOf(request) === undefined) assertJsonMediaType(request.raw);
      else assertOneMediaType(request.raw);
      return whole(request.raw);
    },
    parseBody: async (request, bytes) => {
      const formType = formTypeOf(request);
      return formType === undefined ? read(parseJsonBody(bytes)) : readForm(formType, bytes);
    },
  };
};

const NO_BYTES = Buffer.alloc(0);

const readObject = (json: unknown): object => {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw invalidInput('wrong_type', 'body', 'The request body must be a JSON object');
  }
  return json;
};
