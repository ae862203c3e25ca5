// The bytes of a request body as they arrive, of any length. Nothing is read ahead of whoever takes them; a sender who falls
// silent, breaks off or sends what is not HTTP fails the reading with a failure of its own, and can still be answered.

import type { IncomingMessage } from 'node:http';
import { Failure } from '../../domain/failures/failures.ts';
import { malformedRequest, requestTimeout } from '../../domain/failures/http-failures.ts';
import type { Connection, Connections } from '../connection/connections.ts';

export type StreamReader = (request: IncomingMessage) => AsyncIterable<Uint8Array>;

/** `idleMs` is how long the sender may keep silent while the next bytes are waited for. */
export const buildStreamReader =
  (idleMs: number, connections: Connections): StreamReader =>
  (request) => {
    const connection = connections.find(request.socket);
    // Already now: how long it is before anyone reads is not the sender's doing.
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
  // It may fail while nobody waits for the next bytes: the next wait then tells.
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
    throw error instanceof Failure ? error : malformedRequest();
  } finally {
    if (connection !== undefined) {
      connection.isStreaming = false;
      connection.failBody = undefined;
    }
    // What nobody wants any more is let run off, so that the sender gets to see the answer and may ask again. Whoever
    // listens for `readable`, as the iterator does, holds it back: it may still wait and cannot be told to end.
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
