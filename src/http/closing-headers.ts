// Whether a response says that it is the last on its connection. That can only be told once everything is read that came along with its
// request: a client may have sent more than one.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connections } from './connections.ts';
import type { Exchange } from './exchange.ts';

const CLOSING: readonly string[] = ['connection', 'close'];
const NO_HEADERS: readonly string[] = [];

/** To be asked right before the head is written. */
export const closingHeaders = async (
  { request }: Pick<Exchange, 'request'>,
  connections: Connections,
): Promise<readonly string[]> => {
  if (connections.isClosing) await nextTurn();
  return connections.endsWith(request) ? CLOSING : NO_HEADERS;
};
