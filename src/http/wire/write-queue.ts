// Writes the responses of one turn of the event loop together at its end. A write to a socket wakes its reader, which costs
// the kernel more than copying the bytes: many responses at once wake a busy client or proxy once.

import type { ServerResponse } from 'node:http';
import { buildTurnQueue } from './turn-queue.ts';

interface Waiting {
  readonly response: ServerResponse;
  readonly body: string;
  readonly encoding: BufferEncoding;
}

const add = buildTurnQueue<Waiting>(({ response, body, encoding }) => response.end(body, encoding));

/** Like `response.end(body, encoding)`, before the event loop next waits. The headers are written already. */
export const endSoon = (response: ServerResponse, body: string, encoding: BufferEncoding): void =>
  add({ response, body, encoding });
