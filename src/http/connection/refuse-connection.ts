// The response to a connection that sends something that is not HTTP, or sends it too slowly. It never overtakes the
// response to an earlier request, and a request whose body breaks off gets the response of its own operation.

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Failure } from '../../domain/failures/failures.ts';
import { headersTooLarge, malformedRequest, requestTimeout } from '../../domain/failures/http-failures.ts';
import { failureBody, OUTSIDE_ENVELOPE } from '../output/envelope.ts';
import { FAILURE_HEADERS } from '../output/send-failure.ts';
import { newRequestId } from '../wire/request-id.ts';
import { type Connections, isServed, whenServed } from './connections.ts';

/** How long a refused sender may go on before the connection is cut; cutting at once could destroy the response on its way. */
const LINGER_MS = 1_000;

export const failureOfConnection = (code: string | undefined): Failure => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimeout();
    default:
      return malformedRequest();
  }
};

export type RefusalLog = (entry: { requestId: string; status: number; cause: string | undefined }) => void;

export const refuseConnection = (
  error: NodeJS.ErrnoException,
  socket: Socket,
  connections: Connections,
  log: RefusalLog,
): void => {
  const connection = connections.find(socket);
  if (connection === undefined || error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const isWanted = connection.isStreaming && connection.latest?.response.writableEnded === false;
  if (isWanted && error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return; // Whoever reads the stream says how long it may pause; in all it may take as long as it takes.
  }
  if (connection.isRefused) {
    return; // A broken parser says so again with every further byte.
  }
  connection.isRefused = true;
  const failure = failureOfConnection(error.code);
  const { latest } = connection;
  const refuse = () => {
    if (!socket.writable) {
      return;
    }
    const requestId = newRequestId();
    log({ requestId, status: failure.status, cause: error.code });
    writeRefusal(socket, failure, requestId);
  };
  if (latest !== undefined && !latest.request.complete) {
    // The error is in the body of the latest request: it is served already, or will be, as any error in its body is.
    if (!latest.response.writableEnded) {
      // Behind the headers, only the trailers of a chunked body can be too large.
      const bodyFailure = failure.status === 431 ? malformedRequest() : failure;
      connection.bodyFailure = bodyFailure;
      connection.failBody?.(bodyFailure);
    } else if (isServed(connection)) {
      socket.destroy();
    } else {
      whenServed(connection, () => socket.destroy());
    }
  } else if (isServed(connection)) {
    refuse();
  } else {
    whenServed(connection, refuse);
  }
};

/** Writes a whole response without the router, and ends the connection. */
export const writeRefusal = (socket: Duplex, failure: Failure, requestId: string): void => {
  const body = failureBody(OUTSIDE_ENVELOPE, failure);
  const headers = {
    ...FAILURE_HEADERS,
    'x-request-id': requestId,
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('')}\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};
