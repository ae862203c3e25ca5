// One id per request: the caller's own when it is well formed and sent once, else a new one.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { findRepeated } from './raw-headers.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

const WELL_FORMED = /^[A-Za-z0-9._:-]{1,128}$/;
const watched = new Set([REQUEST_ID_HEADER]);

export const requestIdOf = (request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string => {
  const sent = request.headers[REQUEST_ID_HEADER];
  return typeof sent === 'string' && WELL_FORMED.test(sent) && findRepeated(request, watched) === undefined
    ? sent
    : randomUUID();
};
