// The bearer token of a request, as its digest. The secret itself never leaves this file.

import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { invalidInput, unauthorized } from '../../domain/failures/failures.ts';
import { findRepeated } from '../wire/raw-headers.ts';

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;
const watched = new Set(['authorization']);

/** `undefined` without an `Authorization` header; anything but `Bearer <token>` is refused. */
export const tokenDigestOf = (
  request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
): string | undefined => {
  if (findRepeated(request, watched) !== undefined) {
    throw invalidInput('repeated', 'authorization', 'The header authorization is sent more than once');
  }
  const sent = request.headers.authorization;
  if (sent === undefined) {
    return undefined;
  }
  const secret = BEARER.exec(sent)?.[1];
  if (secret === undefined) {
    throw unauthorized('malformed');
  }
  return hash('sha256', secret, 'hex');
};

/** Both are hex digests of the same length; the comparison takes constant time. */
export const isSameDigest = (digest: string, expected: string | undefined): boolean =>
  expected !== undefined && timingSafeEqual(Buffer.from(digest), Buffer.from(expected));
