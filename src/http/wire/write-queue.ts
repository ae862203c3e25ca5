// Writes the responses of one turn of the event loop together at its end. A write to a socket wakes its reader, which costs
// the kernel more than copying the bytes: many responses at once wake a busy client or proxy once.

import type { ServerResponse } from 'node:http';

interface Waiting {
  readonly response: ServerResponse;
  readonly body: string;
  readonly encoding: BufferEncoding;
}

let queue: Waiting[] = [];
/** Calls of `writeAll` that are still to come. */
let scheduled = 0;

/** Schedules a write of all responses that are ready by then: at the end of this turn, after what is scheduled for it already. */
export const scheduleWrites = (): void => {
  scheduled += 1;
  setImmediate(writeAll);
};

/** Like `response.end(body, encoding)`, before the event loop next waits. The headers are written already. */
export const endSoon = (response: ServerResponse, body: string, encoding: BufferEncoding): void => {
  queue.push({ response, body, encoding });
  if (scheduled === 0) scheduleWrites();
};

const writeAll = (): void => {
  scheduled -= 1;
  const written = queue;
  queue = [];
  for (const { response, body, encoding } of written) response.end(body, encoding);
};
