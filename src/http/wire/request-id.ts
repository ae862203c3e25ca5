// One id per request: the caller's own when it is well formed and sent once, else a new one.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { findRepeated } from './raw-headers.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

const WELL_FORMED = /^[A-Za-z0-9._:-]{1,128}$/;
const watched = new Set([REQUEST_ID_HEADER]);

export const requestIdOf = (request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string => {
  const sent = request.headers[REQUEST_ID_HEADER];
  return typeof sent === 'string' && WELL_FORMED.test(sent) && findRepeated(request, watched) === undefined
    ? sent
    : newRequestId();
};

const IDS_AT_ONCE = 512;
const ID_BYTES = 16;
let digits = '';
let used = 0;

/** A random UUID, of which nobody who knows others can guess a digit. Drawn for many at once, which is cheaper than one by one. */
export const newRequestId = (): string => {
  if (used === digits.length) {
    digits = randomBytes(IDS_AT_ONCE * ID_BYTES).toString('hex');
    used = 0;
  }
  const at = used;
  used += 2 * ID_BYTES;
  const part = (from: number, to: number): string => digits.slice(at + from, at + to);
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`;
};
