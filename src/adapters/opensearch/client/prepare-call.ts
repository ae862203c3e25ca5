// A call as bytes: path and query, headers, and the body, compressed if it is large.

import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { PreparedCall } from './send-call.ts';

export interface SearchServerCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  /** From the slash on; what comes from outside has to be encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** A string is sent as it is, as NDJSON. */
  readonly body?: object | string;
  readonly deadlineMs?: number;
  /** Whose call it is: owners share the server. */
  readonly owner?: string;
  /** Whether it may be sent again when nobody knows if it arrived. GET and HEAD may, others only if this says so. */
  readonly idempotent?: boolean;
}

export interface Credentials {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** A bearer token, instead of both. */
  readonly token?: string | undefined;
}

/** Below, compressing takes longer than sending. */
const COMPRESSED_MIN_BYTES = 8_192;

const compress = promisify(gzip);

/** The value of the header, or undefined. */
export const authorizationOf = ({ username, password, token }: Credentials): string | undefined => {
  if (token !== undefined) return `Bearer ${token}`;
  if (username === undefined) return undefined;
  return `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}`;
};

const prepareBody = async (
  body: object | string,
): Promise<{ readonly bytes: Uint8Array; readonly headers: Record<string, string> }> => {
  const plain = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
  if (plain.length < COMPRESSED_MIN_BYTES)
    return { bytes: plain, headers: { 'content-type': type, 'content-length': String(plain.length) } };
  const bytes = await compress(plain, { level: constants.Z_BEST_SPEED });
  const headers = {
    'content-type': type,
    'content-encoding': 'gzip',
    'content-length': String(bytes.length),
  };
  return { bytes, headers };
};

export const prepareCall = async (
  { method, path, query, body }: SearchServerCall,
  authorization: string | undefined,
): Promise<PreparedCall> => {
  const prepared = body === undefined ? undefined : await prepareBody(body);
  const search = new URLSearchParams(query).toString();
  return {
    method,
    path: search === '' ? path : `${path}?${search}`,
    headers: {
      accept: 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
      ...prepared?.headers,
    },
    body: prepared?.bytes,
  };
};
