// Writes the responses of one turn of the event loop together at its end. A write to a socket wakes its reader, which costs
// the kernel more than copying the bytes: many responses at once wake a busy client or proxy once. Of large ones, one is written
// per turn, after the others.

import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { giveBack } from '../../runtime/give-back.ts';
import { inOwnTurn } from '../../runtime/own-turns.ts';

/** Bytes of a memory of their own, which are sent once, between two short texts. */
export interface FramedBytes {
  readonly before: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly after: string;
}

export type Body = string | FramedBytes;

interface Waiting {
  readonly response: ServerResponse;
  readonly body: Body;
  readonly encoding: BufferEncoding;
}

/** Copying more than this to the kernel takes as long as several small requests. */
const LARGE_BYTES = 65_536;

let queue: Waiting[] = [];
/** Calls of `writeAll` that are still to come. */
let scheduled = 0;
const large: Waiting[] = [];
let isLargeScheduled = false;

/** Schedules a write of all responses that are ready by then: at the end of this turn, after what is scheduled for it already. */
export const scheduleWrites = (): void => {
  scheduled += 1;
  setImmediate(writeAll);
};

/** Like `response.end(body, encoding)`, before the event loop next waits. The headers are written already. */
export const endSoon = (response: ServerResponse, body: Body, encoding: BufferEncoding): void => {
  const bytes = typeof body === 'string' ? body.length : body.bytes.length;
  if (bytes > LARGE_BYTES) {
    large.push({ response, body, encoding });
    scheduleLarge();
    return;
  }
  queue.push({ response, body, encoding });
  if (scheduled === 0) scheduleWrites();
};

const writeAll = (): void => {
  scheduled -= 1;
  writeQueue();
};

const writeQueue = (): void => {
  const written = queue;
  queue = [];
  for (const waiting of written) write(waiting);
};

const scheduleLarge = (): void => {
  if (isLargeScheduled) return;
  isLargeScheduled = true;
  inOwnTurn(writeLarge);
};

const writeLarge = (): void => {
  isLargeScheduled = false;
  writeQueue();
  const next = large.shift();
  if (next === undefined) return;
  if (large.length > 0) scheduleLarge();
  write(next);
};

const write = ({ response, body, encoding }: Waiting): void => {
  if (typeof body === 'string') response.end(body, encoding);
  else endWithBytes(response, body);
};

const endWithBytes = (response: ServerResponse, { before, bytes, after }: FramedBytes): void => {
  // At the end the response has no socket any more.
  const { socket } = response;
  if (before !== '') response.write(before, 'latin1');
  response.write(bytes);
  response.end(after, 'latin1', () => {
    // All of it was handed to the system, unless the socket was closed early.
    if (socket instanceof Socket && !socket.destroyed) giveBack(bytes);
  });
};
