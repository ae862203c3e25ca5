// Every mounted path, to explain what the router cannot serve: a wrong method, a trailing slash, a path that cannot be
// decoded.

import type { FastifyInstance } from 'fastify';
import type { Envelope } from '../contract/operation.ts';
import { type Failure, invalidInput } from '../domain/failures/failures.ts';
import { methodNotAllowed, routeNotFound, trailingSlash } from '../domain/failures/http-failures.ts';
import { OUTSIDE_ENVELOPE } from './output/envelope.ts';

/** A failure, and the envelope of its path. */
export interface PathRefusal {
  readonly failure: Failure;
  readonly envelope: Envelope;
}

interface Pattern {
  /** Those of parameters begin with a colon. */
  readonly segments: readonly string[];
  readonly methods: readonly string[];
  readonly envelope: Envelope;
  readonly isPage: boolean;
}

type Asked = { readonly method?: string | undefined; readonly url?: string | undefined };

export class KnownPaths {
  readonly #patterns: Pattern[] = [];

  /** Records every route that is mounted from now on. */
  watch(app: FastifyInstance): void {
    app.addHook('onRoute', ({ url, method, config }) => {
      this.#patterns.push({
        segments: url.split('/'),
        methods: [method].flat(),
        envelope: config?.operation?.envelope ?? OUTSIDE_ENVELOPE,
        isPage: config?.isPage === true,
      });
    });
  }

  /** For a request without a route. A path with a trailing slash is never one of ours (Decision 0035). */
  refuseUnrouted({ method = '', url = '' }: Asked): PathRefusal {
    const path = pathOf(url);
    const found = this.#find(path);
    const [first] = found;
    if (first !== undefined) {
      const methods = [...new Set(found.flatMap((pattern) => pattern.methods))].sort();
      return { failure: methodNotAllowed(method, methods), envelope: first.envelope };
    }
    const isSlashTooMuch = path.endsWith('/') && this.#find(path.slice(0, -1)).length > 0;
    return { failure: isSlashTooMuch ? trailingSlash() : routeNotFound(), envelope: OUTSIDE_ENVELOPE };
  }

  /** Where the page is that was asked for with a slash at the end: its path, and the query. */
  findPageWithoutSlash({ method = '', url = '' }: Asked): string | undefined {
    const path = pathOf(url);
    if (!path.endsWith('/')) return undefined;
    const page = path.slice(0, -1);
    const found = this.#find(page).some(({ isPage, methods }) => isPage && methods.includes(method));
    return found ? page + url.slice(path.length) : undefined;
  }

  /** For a path that is not percent-encoded UTF-8: names the parameter at fault when the rest of the path is one of ours. */
  refuseUndecodable({ method, url = '' }: Asked): PathRefusal {
    const path = pathOf(url);
    const found = this.#find(path);
    const pattern = found.find(({ methods }) => methods.includes(method ?? '')) ?? found[0];
    if (pattern === undefined) {
      const failure = invalidInput('malformed', 'path', 'The path is not percent-encoded UTF-8');
      return { failure, envelope: OUTSIDE_ENVELOPE };
    }
    const at = path.split('/').findIndex((segment) => decode(segment) === undefined);
    const name = pattern.segments[at]?.slice(1) ?? 'path';
    const failure = invalidInput('malformed', name, `${name}, in the path, is not percent-encoded UTF-8`);
    return { failure, envelope: pattern.envelope };
  }

  #find(path: string): Pattern[] {
    const segments = path.split('/');
    if (segments.at(-1) === '' && path !== '/') return [];
    return this.#patterns.filter(
      (pattern) =>
        pattern.segments.length === segments.length &&
        pattern.segments.every((own, at) => own.startsWith(':') || own === decode(segments[at] ?? '')),
    );
  }
}

export const endsInSlash = ({ url = '' }: Asked): boolean => {
  const path = pathOf(url);
  return path.length > 1 && path.endsWith('/');
};

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};
