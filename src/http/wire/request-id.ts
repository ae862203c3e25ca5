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
const HEX_DIGITS = 2 * ID_BYTES;
/** With x for a random digit. */
const FORM = 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx';
let ids = '';
let used = 0;

/**
 * A random UUID, of which nobody who knows others can guess a digit. Many are written at once, and each is a slice of their text: joined
 * from parts, an id would have to be copied again when it is sent.
 */
export const newRequestId = (): string => {
  if (used === ids.length) {
    ids = writeIds(randomBytes(IDS_AT_ONCE * ID_BYTES).toString('hex'));
    used = 0;
  }
  used += FORM.length;
  return ids.slice(used - FORM.length, used);
};

const RANDOM = [...FORM].flatMap((digit, at) => (digit === 'x' ? [at] : []));

/** `digits`: as many for each id as its bytes have; those that its form settles are left over. */
const writeIds = (digits: string): string => {
  const bytes = Buffer.from(FORM.repeat(IDS_AT_ONCE), 'latin1');
  for (let id = 0; id < IDS_AT_ONCE; id += 1)
    for (let at = 0; at < RANDOM.length; at += 1)
      bytes[id * FORM.length + (RANDOM[at] as number)] = digits.charCodeAt(id * HEX_DIGITS + at);
  return bytes.toString('latin1');
};
