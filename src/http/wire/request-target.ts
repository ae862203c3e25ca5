// What a request is for, where its first line names the host as well (RFC 9112, 3.2.2: the absolute form). There the host of that
// line counts and not the header; so both must name the same, and then nobody behind needs to know of the form. Decision 0017.

import type { IncomingMessage } from 'node:http';
import { Failure, invalidInput } from '../../domain/failures/failures.ts';
import { normalizeHost } from './host.ts';

type RequestHead = Pick<IncomingMessage, 'url' | 'headers'>;

export interface RequestTarget {
  /** The host and the port that it is for; undefined where only the `Host` header says so. */
  readonly authority: string | undefined;
  readonly pathAndQuery: string;
}

const ABSOLUTE = /^(https?):\/\/([^/?#]*)([^#]*)$/i;
const PORT = /:(\d*)$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** The origin form and `*` as they are; the absolute form taken apart, or why it is refused. */
export const readRequestTarget = ({ url = '', headers }: RequestHead): RequestTarget | Failure => {
  if (isWithoutHost(url)) return { authority: undefined, pathAndQuery: url };
  const [, scheme = '', authority = '', rest = ''] = ABSOLUTE.exec(url) ?? [];
  const place = placeOf(authority, scheme);
  if (place === undefined) {
    return invalidInput(
      'malformed',
      'target',
      'The target is neither a path nor a whole http or https address',
    );
  }
  if (place !== placeOf(headers.host, scheme)) {
    return invalidInput('conflicting', 'host', 'The target names another host than the Host header');
  }
  return { authority: place, pathAndQuery: rest.startsWith('/') ? rest : `/${rest}` };
};

/** Why a request is refused for its target; undefined for almost all. */
export const findTargetFault = (request: RequestHead): Failure | undefined => {
  if (isWithoutHost(request.url ?? '')) return undefined;
  const target = readRequestTarget(request);
  return target instanceof Failure ? target : undefined;
};

/** Puts the origin form in place of the absolute one. False, and nothing done, when the target is to be refused. */
export const takeOriginForm = (request: RequestHead): boolean => {
  if (isWithoutHost(request.url ?? '')) return true;
  const target = readRequestTarget(request);
  if (target instanceof Failure) return false;
  request.url = target.pathAndQuery;
  return true;
};

const isWithoutHost = (url: string): boolean => url.startsWith('/') || url === '*';

/** In one spelling, with the port that the scheme stands for where none is said. A user's name makes it no host. */
const placeOf = (authority: string | undefined, scheme: string): string | undefined => {
  const host = normalizeHost(authority);
  const port = Number(PORT.exec(authority ?? '')?.[1] || DEFAULT_PORTS[scheme.toLowerCase()]);
  return host === undefined ? undefined : `${host}:${port}`;
};
