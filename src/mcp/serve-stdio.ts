// The protocol over standard input and output: one connection, until its input ends.

import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { readVersion } from '../runtime/version.ts';
import { loadSdk, orMissing } from './load-sdk.ts';
import { buildMayCallByAsking } from './may-call-by-asking.ts';
import { buildMcpServer } from './mcp-server.ts';
import { buildSendByFetch, type Service } from './send-by-fetch.ts';
import type { Place } from './tool.ts';

export interface Streams {
  readonly in: Readable;
  readonly out: Writable;
}

/** Resolves when the client has closed its end. `onError`: messages that cannot be read, for the log. */
export const serveStdioUntilEnd = async (
  service: Omit<Service, 'version'>,
  place: Place,
  streams: Streams,
  onError: (message: string) => void,
): Promise<void> => {
  const what = 'vitrine mcp';
  const sdk = await loadSdk(what);
  const { serveStdio, StdioServerTransport } = await orMissing(
    what,
    () => import('@modelcontextprotocol/server/stdio'),
  );
  const version = readVersion();
  const send = buildSendByFetch({ ...service, version }, place);
  const connection = { place, send, mayCall: buildMayCallByAsking(send, place) };
  const handle = serveStdio(() => buildMcpServer(sdk, version, connection), {
    transport: new StdioServerTransport(streams.in, streams.out),
    onerror: ({ message }) => onError(message),
  });
  await finished(streams.in, { writable: false }).catch(() => undefined);
  await handle.close();
};
