// Cross-origin access for the configured origins; none by default. A preflight gets its response before scope and token are
// checked, since browsers send neither with it. One from a foreign origin gets one too, without permission: the browser
// then names the origin as the reason instead of a missing route.

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import { allRoutes } from '../contract/routes.ts';
import { POSITION_HEADER } from './caller/position.ts';
import { scopeHeaders } from './caller/read-scope.ts';
import { REQUEST_ID_HEADER } from './wire/request-id.ts';

const PREFLIGHT_MAX_AGE_SECONDS = 600;

const operations: readonly Operation[] = Object.values(allRoutes);

const EXPOSED = [
  REQUEST_ID_HEADER,
  'etag',
  'retry-after',
  'location',
  'content-disposition',
  POSITION_HEADER,
].join(', ');
const METHODS = [...new Set([...operations.map(({ method }) => method), 'HEAD'])].join(', ');
const ALLOWED_HEADERS = [
  ...scopeHeaders,
  'authorization',
  'content-type',
  'if-none-match',
  POSITION_HEADER,
  REQUEST_ID_HEADER,
  // Of agents in a page (decision 0089).
  ...['mcp-protocol-version', 'mcp-method', 'mcp-name', 'x-catalog-id'],
  ...new Set(operations.flatMap(({ headers }) => Object.keys(headers.properties))),
].join(', ');

const ALLOWED_ORIGIN = 'access-control-allow-origin';
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': METHODS,
  'access-control-allow-headers': ALLOWED_HEADERS,
  'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
};

/** The CORS headers of a response. */
export interface CorsResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the response varies by origin. */
  readonly variesByOrigin: boolean;
}

const NOTHING: CorsResponse = { headers: {}, variesByOrigin: false };

export type Cors = (origin: string | undefined) => CorsResponse;

export const buildCors = (origins: '*' | readonly string[]): Cors => {
  if (origins.length === 0) return () => NOTHING;
  const allow = (origin: string) => ({
    [ALLOWED_ORIGIN]: origin,
    'access-control-expose-headers': EXPOSED,
  });
  if (origins === '*') {
    const any = { headers: allow('*'), variesByOrigin: false };
    return () => any;
  }
  const others = { headers: {}, variesByOrigin: true };
  const listed = new Map(
    origins.map((origin) => [origin, { headers: allow(origin), variesByOrigin: true }] as const),
  );
  return (origin) => (origin === undefined ? others : (listed.get(origin) ?? others));
};

/** For responses of the router. */
export const addCors = (app: FastifyInstance, cors: Cors): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': asked } = request.headers;
    const { headers, variesByOrigin } = cors(origin);
    reply.headers(headers);
    if (variesByOrigin) reply.header('vary', 'origin');
    // An OPTIONS request that is no preflight is a method like any other.
    if (request.method !== 'OPTIONS' || origin === undefined || asked === undefined) {
      done();
    } else {
      reply
        .code(204)
        .headers({ 'content-length': '0', ...(isAllowing(headers) ? PREFLIGHT_HEADERS : {}) })
        .send();
    }
  });
};

const isAllowing = (headers: CorsResponse['headers']): boolean => ALLOWED_ORIGIN in headers;

/** Watches requests until a browser has been refused, and logs that once. */
export const watchRefusals = (
  cors: Cors,
  onRefused: () => void,
): ((headers: IncomingHttpHeaders) => void) => {
  let isTold = false;
  return (headers) => {
    const { origin } = headers;
    if (origin === undefined || isTold || isAllowing(cors(origin).headers) || !isOfOtherOrigin(headers))
      return;
    isTold = true;
    onRefused();
  };
};

/** Whether a page of another origin sent the request to read the response. Links, plain forms and our own pages send an origin too. */
const isOfOtherOrigin = ({
  origin,
  host,
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
}: IncomingHttpHeaders): boolean =>
  site === undefined
    ? URL.parse(origin ?? '')?.host !== host
    : site !== 'same-origin' && site !== 'none' && mode !== 'navigate' && mode !== 'no-cors';
