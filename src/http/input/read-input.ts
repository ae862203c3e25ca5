// Reads a whole request as an operation's input, each part by its own schema. Cheap parts first: the body is only awaited
// once everything else is valid.

import type { Operation, OperationInput } from '../../contract/operation.ts';
import { malformedRequest } from '../../domain/failures/http-failures.ts';
import { asObjectBody, parseJsonBody, parseJsonBodyInSteps } from '../../runtime/json-body.ts';
import type { PauseIfDue } from '../../runtime/large-request-scheduler.ts';
import type { Exchange } from '../wire/exchange.ts';
import { buildStrayBodyCheck } from './check-stray-body.ts';
import { buildBodyReader } from './read-body.ts';
import type { BytesReader } from './read-bytes.ts';
import { isFormMediaType, readForm } from './read-form.ts';
import { buildHeadersReader, buildParamsReader } from './read-headers.ts';
import {
  assertJsonMediaType,
  assertLinesMediaType,
  assertOneMediaType,
  assertReadableEncoding,
  assertUncompressed,
  readBoundary,
  readStrayBody,
} from './read-json.ts';
import { buildQueryReader } from './read-query.ts';
import type { StreamReader } from './read-stream.ts';

type Input = OperationInput<Operation>;

/** The ways to read the bytes of a body. */
export interface BodyBytes {
  readonly whole: BytesReader;
  readonly stream: StreamReader;
}

/** The parts of an input in reading order. */
export interface InputReader {
  readHead(exchange: Exchange): Omit<Input, 'body'>;
  /** Waits for the body; throws at once for an unsupported media type. A stream is not awaited. */
  readBytes(exchange: Exchange): Promise<Buffer>;
  /** Synchronous, or a promise when it takes more than one turn of the event loop. `pauseIfDue` is for a large body. */
  parseBody(
    exchange: Exchange,
    bytes: Buffer,
    pauseIfDue: PauseIfDue | undefined,
  ): Input['body'] | Promise<Input['body']>;
}

export const buildInputReader = (operation: Operation, bytesOf: BodyBytes): InputReader => {
  const readParams = buildParamsReader(operation.params);
  const { ignoresUnknownQuery = operation.access === 'open' } = operation;
  const readQuery = buildQueryReader(operation.query, ignoresUnknownQuery);
  const readHeaders = buildHeadersReader(operation.headers);
  return {
    readHead: ({ params, request }) => ({
      params: readParams(params),
      query: readQuery(request.url ?? ''),
      headers: readHeaders(request),
    }),
    ...(buildBodyParts(operation, bytesOf) as Omit<InputReader, 'readHead'>),
  };
};

interface BodyParts {
  readBytes(exchange: Exchange): Promise<Buffer>;
  /** For an unknown operation the type says that there is no body; for the one at hand there is. */
  parseBody(exchange: Exchange, bytes: Buffer, pauseIfDue: PauseIfDue | undefined): unknown;
}

const buildBodyParts = (operation: Operation, { whole, stream }: BodyBytes): BodyParts => {
  const { body, bodyReading = 'strict', takesForms = false, longList } = operation;
  if (body === undefined) {
    const check = operation.checksStrayBody === true ? buildStrayBodyCheck(operation.query) : undefined;
    return {
      readBytes: ({ request }) => whole(request),
      parseBody: ({ request }, bytes, pauseIfDue) => {
        const json = readStrayBody(request, bytes, pauseIfDue);
        return json instanceof Promise ? json.then((value) => check?.(value)) : check?.(json);
      },
    };
  }
  if (bodyReading === 'stream') {
    return {
      readBytes: async ({ request }) => {
        assertLinesMediaType(request);
        assertReadableEncoding(request);
        return NO_BYTES;
      },
      parseBody: ({ request, response }) => ({ bytes: stream(request), gone: signalGone(response) }),
    };
  }
  if (bodyReading === 'parts') {
    return {
      readBytes: async ({ request }) => {
        readBoundary(request);
        assertReadableEncoding(request);
        return NO_BYTES;
      },
      parseBody: ({ request, response }) => ({
        boundary: readBoundary(request),
        bytes: stream(request),
        gone: signalGone(response),
      }),
    };
  }
  const reader = bodyReading === 'object' ? undefined : buildBodyReader(body, longList);
  const formTypeOf = ({ request }: Exchange): string | undefined => {
    const type = request.headers['content-type'];
    return takesForms && isFormMediaType(type) ? type : undefined;
  };
  return {
    readBytes: (exchange) => {
      if (formTypeOf(exchange) === undefined) assertJsonMediaType(exchange.request);
      else assertOneMediaType(exchange.request);
      assertUncompressed(exchange.request);
      return whole(exchange.request);
    },
    parseBody: (exchange, bytes, pauseIfDue) => {
      const formType = formTypeOf(exchange);
      if (formType !== undefined) return readForm(formType, bytes);
      if (pauseIfDue === undefined) return (reader?.read ?? asObjectBody)(parseJsonBody(bytes));
      return parseJsonBodyInSteps(bytes, pauseIfDue, reader?.startKeeping()).then((json) =>
        reader === undefined ? asObjectBody(json) : reader.readInSteps(json, pauseIfDue),
      );
    },
  };
};

const NO_BYTES = Buffer.alloc(0);

/** Aborts if the client disconnects before the end of the response. */
export const signalGone = (response: Exchange['response']): AbortSignal => {
  const gone = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) gone.abort(malformedRequest());
  };
  if (response.closed) onClose();
  else response.once('close', onClose);
  return gone.signal;
};
