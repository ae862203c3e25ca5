// A client for tests that sends exactly the bytes it is told to, and reads whole HTTP responses.
// No product code imports it.

import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface RawClient {
  readonly socket: Socket;
  send(bytes: string | Buffer): void;
  /** The next response; rejects when the connection ends before it is whole. */
  next(method?: string): Promise<RawResponse>;
  /** Everything the server sent until it closed the connection, as far as `next` has not taken it. */
  rest(): Promise<string>;
}

export const openRawClient = async (origin: string): Promise<RawClient> => {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let chunks: Buffer[] = [];
  let size = 0;
  let hasEnded = false;
  let wake = Promise.withResolvers<void>();
  const onEvent = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    onEvent();
  });
  const received = (): Buffer => {
    const whole = Buffer.concat(chunks, size);
    chunks = [whole];
    return whole;
  };
  const onEnd = () => {
    hasEnded = true;
    onEvent();
  };
  socket.on('end', onEnd).on('close', onEnd).on('error', onEnd);
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    async next(method = 'GET') {
      for (let needed = 1; ; ) {
        while (size < needed && !hasEnded) await wake.promise;
        const bytes = received();
        const parsed = parseResponse(bytes, method);
        if (parsed.response !== undefined) {
          chunks = [bytes.subarray(parsed.length)];
          size -= parsed.length;
          return parsed.response;
        }
        if (hasEnded) {
          throw new Error(`the connection ended after ${JSON.stringify(bytes.toString())}`);
        }
        needed = parsed.length;
      }
    },
    async rest() {
      while (!hasEnded) await wake.promise;
      return received().toString();
    },
  };
};

/** Without a response when it is not whole yet; `length` is then how many bytes it takes at least. */
const parseResponse = (
  bytes: Buffer,
  method: string,
): { readonly response: RawResponse | undefined; readonly length: number } => {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) {
    return { response: undefined, length: bytes.length + 1 };
  }
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString().split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const status = Number(statusLine.split(' ')[1]);
  const hasNoBody = method === 'HEAD' || status === 304 || status === 204 || status < 200;
  if (!hasNoBody && headers.get('transfer-encoding') === 'chunked') {
    const chunked = parseChunks(bytes, end + 4);
    return chunked === undefined
      ? { response: undefined, length: bytes.length + 1 }
      : { response: { status, headers, body: chunked.body }, length: chunked.length };
  }
  const length = end + 4 + (hasNoBody ? 0 : Number(headers.get('content-length')));
  if (Number.isNaN(length)) {
    throw new Error(`a response without content-length: ${statusLine}`);
  }
  const body = bytes.subarray(end + 4, length);
  return bytes.length < length
    ? { response: undefined, length }
    : { response: { status, headers, body: body.toString() }, length };
};

/** Undefined when the last chunk has not come. */
const parseChunks = (bytes: Buffer, from: number): { body: string; length: number } | undefined => {
  const chunks: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16);
    const start = lineEnd + 2;
    at = start + size + 2;
    if (bytes.length < at) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks).toString(), length: at };
    chunks.push(bytes.subarray(start, start + size));
  }
};
