// The target of a request in absolute form (RFC 9112, 3.2.2), whose host takes precedence over the `Host` header. Both must
// name the same host; then the target is rewritten to origin form and nothing else needs to know (Decision 0017).

import type { IncomingMessage } from 'node:http';
import { Failure, invalidInput } from '../../domain/failures/failures.ts';
import { normalizeHost } from './host.ts';

type RequestHead = Pick<IncomingMessage, 'url' | 'headers'>;

export interface RequestTarget {
  /** The host and port in the target; `undefined` when only the `Host` header names one. */
  readonly authority: string | undefined;
  readonly pathAndQuery: string;
}

const ABSOLUTE = /^(https?):\/\/([^/?#]*)([^#]*)$/i;
const PORT = /:(\d*)$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Leaves origin form and `*` as they are; splits the absolute form, or says why it is refused. */
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

/** Why a request is refused for its target; `undefined` for almost all. */
export const findTargetFault = (request: RequestHead): Failure | undefined => {
  if (isWithoutHost(request.url ?? '')) return undefined;
  const target = readRequestTarget(request);
  return target instanceof Failure ? target : undefined;
};

/** Replaces the absolute form by the origin form. Returns false and does nothing when the target must be refused. */
export const takeOriginForm = (request: RequestHead): boolean => {
  if (isWithoutHost(request.url ?? '')) return true;
  const target = readRequestTarget(request);
  if (target instanceof Failure) return false;
  request.url = target.pathAndQuery;
  return true;
};

const isWithoutHost = (url: string): boolean => url.startsWith('/') || url === '*';

/** In canonical spelling, with the scheme's default port where there is none. User information makes it invalid. */
const placeOf = (authority: string | undefined, scheme: string): string | undefined => {
  const host = normalizeHost(authority);
  const port = Number(PORT.exec(authority ?? '')?.[1] || DEFAULT_PORTS[scheme.toLowerCase()]);
  return host === undefined ? undefined : `${host}:${port}`;
};
