// An attack as data. Running it and measuring its effect is done elsewhere.

import { catalogIdOf, ENVIRONMENT_ID, tenantIdOf, WORKSPACE_ID } from '../generate/catalog-bundle.ts';

export const VICTIM = 1;
export const ATTACKER = 2;
/** The attacker's second, large shop, created only when needed. */
export const LARGE = 3;

export interface HostileRequest {
  /** Its name in the route table. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly target: string;
  readonly body?: string;
  /** The tenant that sends it; by default the attacker. */
  readonly tenant?: typeof LARGE;
}

export interface Attack {
  /** A letter, with a number if one letter has several attacks. */
  readonly id: string;
  readonly name: string;
  readonly clients: number;
  /** Lines of a bundle to import beforehand, beside the running service. */
  readonly bundle?: (size: { readonly products: number }) => Iterable<string>;
  /** Requests sent one by one before the clock starts, and after it has stopped. */
  readonly setUp?: readonly HostileRequest[];
  readonly tearDown?: readonly HostileRequest[];
  /** The request of that turn, counted over all clients. All are distinct, so the response cache never helps. */
  readonly next: (turn: number) => HostileRequest;
}

export const headersFor = (
  { tenant, body }: Pick<HostileRequest, 'tenant' | 'body'>,
  token: string,
): Record<string, string> => ({
  'x-tenant-id': tenantIdOf(tenant ?? ATTACKER),
  'x-workspace-id': WORKSPACE_ID,
  'x-environment-id': ENVIRONMENT_ID,
  // The second shop is public, and this token does not belong to it.
  ...(tenant === undefined ? { authorization: `Bearer ${token}` } : {}),
  ...(body === undefined
    ? {}
    : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
});

export const searchFor = (query: string, more = ''): HostileRequest => ({
  operation: 'search-content',
  method: 'GET',
  target: `/discovery/search/content?catalog_id=${catalogIdOf(ATTACKER)}&q=${encodeURIComponent(query)}${more}`,
});

export const countOf = (body: object): HostileRequest => ({
  operation: 'count-products',
  method: 'POST',
  target: '/apis/ecommerce-service/public/discovery/v2/search/count',
  body: JSON.stringify(body),
});

/** Alternates between a content search and a count of the same words. */
export const askInTurn = (turn: number, query: string): HostileRequest =>
  turn % 2 === 0 ? searchFor(query) : countOf({ search_term: query });
