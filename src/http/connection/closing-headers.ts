// Whether a response says that it is the last on its connection. That can only be told once everything is read that came along with its
// request: a client may have sent more than one.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Exchange } from '../wire/exchange.ts';
import type { Connections } from './connections.ts';

const CLOSING: readonly string[] = ['connection', 'close'];
const NO_HEADERS: readonly string[] = [];

/** To be asked right before the head is written. Known at once unless the service is stopping. */
export const closingHeaders = (
  { request }: Pick<Exchange, 'request'>,
  connections: Connections,
): readonly string[] | Promise<readonly string[]> => {
  const decide = () => (connections.endsWith(request) ? CLOSING : NO_HEADERS);
  return connections.isClosing ? nextTurn().then(decide) : decide();
};
