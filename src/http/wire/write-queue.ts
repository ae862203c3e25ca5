// Writes the responses of one turn of the event loop together at its end. A write to a socket wakes its reader, which costs
// the kernel more than copying the bytes: many responses at once wake a busy client or proxy once.

import type { ServerResponse } from 'node:http';

interface Waiting {
  readonly response: ServerResponse;
  readonly body: string;
  readonly encoding: BufferEncoding;
}

let queue: Waiting[] = [];

/** Like `response.end(body, encoding)`, before the event loop next waits. The headers are written already. */
export const endSoon = (response: ServerResponse, body: string, encoding: BufferEncoding): void => {
  if (queue.length === 0) setImmediate(writeAll);
  queue.push({ response, body, encoding });
};

const writeAll = (): void => {
  const written = queue;
  queue = [];
  for (const { response, body, encoding } of written) response.end(body, encoding);
};
