// Reads a request body up to the limit. A larger one is refused at once and the rest is discarded unread, so that the
// sender gets to see the response. A connection that breaks or times out fails with its own failure. A body of several pieces is alone in its
// memory, and the pieces are given back.

import type { IncomingMessage } from 'node:http';
import type { Failure } from '../../domain/failures/failures.ts';
import { malformedRequest, payloadTooLarge } from '../../domain/failures/http-failures.ts';
import { giveBack } from '../../runtime/give-back.ts';
import type { Connections } from '../connection/connections.ts';

export type BytesReader = (request: IncomingMessage) => Promise<Buffer>;

const NO_BYTES = Buffer.alloc(0);

/** Null until all of it has arrived: then in pieces of up to 64 KiB. */
const readWhole = (request: IncomingMessage, length: number): Buffer | null => {
  if (request.readableLength !== length) return null;
  const chunks: Buffer[] = [];
  for (let left = length; left > 0; ) {
    const chunk = request.read() as Buffer;
    chunks.push(chunk);
    left -= chunk.length;
  }
  return join(chunks, length);
};

const join = (chunks: readonly Buffer[], length: number): Buffer => {
  const [first, second] = chunks;
  if (first !== undefined && second === undefined) return first;
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
    giveBack(chunk);
  }
  return whole;
};

export const buildBytesReader =
  (limitBytes: number, connections: Connections): BytesReader =>
  async (request) => {
    const { 'content-length': announced, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && (announced === undefined || announced === '0')) {
      return NO_BYTES;
    }
    const length = Number(announced);
    if (length > limitBytes) {
      throw payloadTooLarge(limitBytes);
    }
    const connection = connections.find(request.socket);
    if (connection?.bodyFailure !== undefined && !request.complete) {
      throw connection.bodyFailure;
    }
    // A body that arrived with its headers is readable as soon as the request handler has returned.
    await null;
    const atOnce = readWhole(request, length);
    if (atOnce !== null) return atOnce;
    // The connection broke before anybody listened: neither an end nor an error will follow.
    if (request.destroyed) throw malformedRequest();
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const chunks: Buffer[] = [];
    let received = 0;
    const onData = (chunk: Buffer) => {
      received += chunk.length;
      if (received > limitBytes) reject(payloadTooLarge(limitBytes));
      else chunks.push(chunk);
    };
    const onEnd = () => {
      // The stream closes after its end as well; creating an unused failure would cost as much as reading.
      request.off('close', onGone);
      resolve(join(chunks, received));
    };
    // The sender is gone: nobody will see this response, and it is not our error.
    const onGone = () => reject(malformedRequest());
    const onFailure = (failure: Failure) => reject(failure);
    request.on('data', onData).once('end', onEnd).once('error', onGone).once('close', onGone);
    if (connection !== undefined) {
      connection.failBody = onFailure;
    }
    try {
      return await promise;
    } catch (failure) {
      request.off('data', onData).off('end', onEnd).off('close', onGone);
      request.resume();
      throw failure;
    } finally {
      if (connection?.failBody === onFailure) {
        connection.failBody = undefined;
      }
    }
  };
