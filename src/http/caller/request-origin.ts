// Who sent a request, and to which host: the connection and the `Host` header say it, or the proxies that are trusted. The direct
// routes read it here; the router has the same from Fastify.

import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { HttpConfig } from '../http-config.ts';

export interface RequestOrigin {
  /** Undefined if the request names none. */
  readonly host: string | undefined;
  readonly ip: string;
}

export type ReadOrigin = (request: IncomingMessage) => RequestOrigin;

export const buildReadOrigin = (trustProxy: HttpConfig['trustProxy']): ReadOrigin => {
  if (trustProxy === false) return (request) => ({ host: request.headers.host, ip: addressOf(request) });
  const isTrusted = trustProxy === true ? () => true : proxyAddr.compile([...trustProxy]);
  return (request) => {
    const forwarded = request.headers['x-forwarded-host'];
    const isForwarded = typeof forwarded === 'string' && forwarded !== '' && isTrusted(addressOf(request), 0);
    return {
      host: isForwarded ? lastOf(forwarded) : request.headers.host,
      ip: proxyAddr.all(request, isTrusted).at(-1) ?? '',
    };
  };
};

const addressOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';

/** Each proxy adds what it was asked for. */
const lastOf = (list: string): string => list.slice(list.lastIndexOf(',') + 1).trim();
