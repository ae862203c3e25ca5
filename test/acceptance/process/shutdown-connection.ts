// One connection, byte by byte: sends requests as given, and tells complete responses from truncated ones by their
// length, which every response of the service has.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';

export interface WholeResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

export interface Connection {
  readonly write: (text: string) => void;
  /** The next complete response, or undefined if the connection ends before. */
  readonly next: () => Promise<WholeResponse | undefined>;
  /** Bytes received that belong to no complete response. */
  readonly rest: () => string;
  /** What broke the connection; undefined while it is open and after it ended normally. */
  readonly fault: () => Error | undefined;
  readonly close: () => void;
}

const HEAD_END = '\r\n\r\n';

export const openConnection = async (address: string): Promise<Connection> => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received: Buffer = Buffer.alloc(0);
  let isOver = false;
  let fault: Error | undefined;
  let wake = Promise.withResolvers<void>();
  const notify = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    notify();
  });
  socket.on('error', (error) => {
    fault = error;
  });
  socket.on('close', () => {
    isOver = true;
    notify();
  });
  const take = (): WholeResponse | undefined => {
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd === -1) return undefined;
    const [statusLine = '', ...lines] = received.subarray(0, headEnd).toString('latin1').split('\r\n');
    const headers = new Map(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const start = headEnd + HEAD_END.length;
    // `100 Continue` has no length.
    const end = start + Number(headers.get('content-length') ?? 0);
    if (received.length < end) return undefined;
    const text = received.subarray(start, end).toString('utf8');
    received = received.subarray(end);
    return { status: Number(statusLine.split(' ')[1]), headers, text };
  };
  return {
    write: (text) => {
      socket.write(text);
    },
    next: async () => {
      for (;;) {
        const response = take();
        if (response !== undefined) return response;
        if (isOver) return undefined;
        await wake.promise;
      }
    },
    rest: () => received.toString('latin1'),
    fault: () => fault,
    close: () => socket.destroy(),
  };
};

/** The error code of a refused connection; undefined if it was accepted. */
export const refusalOf = async (address: string): Promise<string | undefined> => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const outcome = await once(socket, 'connect').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  socket.destroy();
  return outcome;
};

/** Asserts that nobody listens there any more. */
export const assertRefused = async (address: string): Promise<void> => {
  assert.equal(await refusalOf(address), 'ECONNREFUSED');
};
