// Sends the files and pages that browsers load: the coding that the browser prefers, an ETag for each coding, 304, and the headers
// that keep everything foreign out. Operations never come here.

import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredCoding } from '../../pages/assets.ts';
import { COMPRESSED_FROM_BYTES, chooseCoding, compress, FAST, THOROUGH } from '../output/compress.ts';
import { matchesEntityTag } from '../output/if-none-match.ts';

/** Scripts, styles and pictures of this service only; no frame, no form target, no inline code, no request elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

export const PROTECTING_HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const;

export const HTML_TYPE = 'text/html; charset=utf-8';

export const REVALIDATED = 'no-cache';
/** For names that contain the digest of the file. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Something that can be sent in several codings. */
export interface FileBody {
  readonly type: string;
  /** The same for all codings. */
  readonly digest: string;
  readonly codings: readonly StoredCoding[];
  readonly read: (coding: StoredCoding | undefined) => Promise<Buffer>;
}

export interface SentAs {
  readonly cacheControl: string;
  /** Request headers that decide what is sent, beside the coding. */
  readonly vary?: readonly string[];
}

/** The value of `Vary`: cross-origin access may have set one. */
export const varyingBy = (reply: FastifyReply, names: readonly string[]): string =>
  [reply.getHeader('vary') ?? [], names].flat().join(', ');

export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  body: FileBody,
  { cacheControl, vary = [] }: SentAs,
): Promise<FastifyReply> => {
  const coding = chooseCoding(request.headers['accept-encoding'], body.codings);
  const entityTag = `"${body.digest}${coding === undefined ? '' : `-${coding}`}"`;
  reply.headers({
    ...PROTECTING_HEADERS,
    'cache-control': cacheControl,
    etag: entityTag,
    vary: varyingBy(reply, [...vary, 'accept-encoding']),
  });
  if (matchesEntityTag(request.headers['if-none-match'], entityTag)) return reply.code(304).send();
  if (coding !== undefined) reply.header('content-encoding', coding);
  return reply.type(body.type).send(await body.read(coding));
};

/**
 * A text that this process made, compressed when a coding is first asked for and kept from then on. `isKept`: as long as the service
 * runs, so that compressing it well pays off.
 */
export const textBody = (text: string, type: string, isKept = true): FileBody => {
  const bytes = Buffer.from(text);
  const kept = new Map<StoredCoding, Promise<Buffer>>();
  const compressed = (coding: StoredCoding): Promise<Buffer> => {
    const made = kept.get(coding) ?? compress(coding, bytes, isKept ? THOROUGH : FAST);
    kept.set(coding, made);
    return made;
  };
  return {
    type,
    digest: hash('sha256', bytes, 'base64url').slice(0, 27),
    codings: bytes.length < COMPRESSED_FROM_BYTES ? [] : ['br', 'gzip'],
    read: async (coding) => (coding === undefined ? bytes : compressed(coding)),
  };
};
