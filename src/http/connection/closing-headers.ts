// Whether a response announces that it is the last on its connection. This is only known once everything that arrived with
// its request has been read: the client may have pipelined more.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Exchange } from '../wire/exchange.ts';
import type { Connections } from './connections.ts';

const CLOSING: readonly string[] = ['connection', 'close'];
const NO_HEADERS: readonly string[] = [];

/** Ask right before writing the headers. Synchronous unless the service is stopping. */
export const closingHeaders = (
  { request }: Pick<Exchange, 'request'>,
  connections: Connections,
): readonly string[] | Promise<readonly string[]> => {
  const decide = () => (connections.endsWith(request) ? CLOSING : NO_HEADERS);
  return connections.isClosing ? nextTurn().then(decide) : decide();
};
