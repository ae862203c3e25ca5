// A socket that sends exactly the given bytes and parses the HTTP responses, in order.

import { connect } from 'node:net';
import type { WireResponse } from './wire-client.ts';

const WAIT_MAX_MS = 10_000;

export interface Exchange {
  readonly responses: readonly WireResponse[];
  /** Whether the service closed the connection. */
  readonly isClosed: boolean;
}

/** Sends the pieces one by one and waits for `wanted` responses, or for the end of the connection. */
export const exchange = async (
  address: string,
  pieces: readonly (string | Buffer)[],
  wanted: number | 'all' = 1,
  methods: readonly string[] = [],
): Promise<Exchange> => {
  const { hostname, port } = new URL(address);
  const socket = connect({ port: Number(port), host: hostname });
  const chunks: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const responses = () => parseResponses(Buffer.concat(chunks), methods);
  socket.on('data', (chunk: string | Buffer) => {
    chunks.push(Buffer.from(chunk));
    if (wanted !== 'all' && responses().length >= wanted) resolve(false);
  });
  // A reset after the response also counts as an end.
  socket.on('error', () => resolve(true));
  socket.on('end', () => resolve(true));
  AbortSignal.timeout(WAIT_MAX_MS).addEventListener('abort', () => resolve(false));
  for (const piece of pieces) {
    socket.write(piece);
    // Send each piece separately.
    await new Promise((next) => setImmediate(next));
  }
  const isClosed = await promise;
  socket.destroy();
  return { responses: responses(), isClosed };
};

const parseResponses = (bytes: Buffer, methods: readonly string[]): WireResponse[] => {
  const found: WireResponse[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return found;
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(first.split(' ')[1]);
    const headers = new Map(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const isInterim = status < 200;
    const isEmpty = isInterim || status === 304 || status === 204 || methods[found.length] === 'HEAD';
    const length = isEmpty ? 0 : Number(headers.get('content-length') ?? Number.NaN);
    if (Number.isNaN(length)) throw new Error(`a response without a length: ${first}`);
    if (rest.length < end + 4 + length) return found;
    if (!isInterim)
      found.push({ status, headers, text: rest.subarray(end + 4, end + 4 + length).toString() });
    rest = rest.subarray(end + 4 + length);
  }
};
