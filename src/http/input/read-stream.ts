// Reads a request body of any length as it arrives, with backpressure. A sender that stalls, breaks off or sends what is not
// HTTP fails the read with its own failure, and can still get a response.

import type { IncomingMessage } from 'node:http';
import { Failure } from '../../domain/failures/failures.ts';
import { malformedRequest, requestTimeout } from '../../domain/failures/http-failures.ts';
import type { Connection, Connections } from '../connection/connections.ts';

export type StreamReader = (request: IncomingMessage) => AsyncIterable<Uint8Array>;

/** `idleMs` is how long the sender may pause while the next bytes are awaited. */
export const buildStreamReader =
  (idleMs: number, connections: Connections): StreamReader =>
  (request) => {
    const connection = connections.find(request.socket);
    // Set it already: the time before the first read is not the sender's fault.
    if (connection !== undefined && connection.bodyFailure === undefined) connection.isStreaming = true;
    return readStream(request, connection, idleMs);
  };

async function* readStream(
  request: IncomingMessage,
  connection: Connection | undefined,
  idleMs: number,
): AsyncGenerator<Uint8Array> {
  if (connection?.bodyFailure !== undefined && !request.complete) throw connection.bodyFailure;
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // It may fail while nobody awaits the next bytes; the next read then reports it.
  failed.catch(() => {});
  if (connection !== undefined) connection.failBody = reject as (failure: Failure) => void;
  const source: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const next = await within(idleMs, Promise.race([source.next(), failed]));
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    const failure = error instanceof Failure ? error : malformedRequest();
    // The rest of the body may never arrive, and Node has stopped watching for it: the connection must end.
    if (connection !== undefined && !request.complete) connection.bodyFailure ??= failure;
    throw failure;
  } finally {
    if (connection !== undefined) {
      connection.isStreaming = false;
      connection.failBody = undefined;
    }
    // The rest of the body is discarded, so that the client gets to read the response and can send another request. The iterator
    // has a `readable` listener, which would keep the stream paused: the iterator may still be waiting and cannot be stopped.
    request.removeAllListeners('readable').resume();
  }
}

const within = async <T>(timeMs: number, wait: Promise<T>): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(requestTimeout()), timeMs);
  try {
    return await Promise.race([wait, late]);
  } finally {
    clearTimeout(timer);
  }
};
