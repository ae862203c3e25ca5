// A few successful requests of each operation to the demo shop, as bytes ready to send.

import * as demo from '../../demo/build/ids.ts';
import { sharedTerms } from '../../demo/build/search-terms.ts';
import type { OperationName } from '../../src/contract/routes.ts';

/** The operations that a storefront calls most. */
export type MeasuredOperation = Extract<
  OperationName,
  | 'search-content'
  | 'count-products'
  | 'popular-terms'
  | 'get-content-model'
  | 'publish-versions'
  | 'list-forms'
>;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly target: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const TERMS = 12;

const scope = {
  'x-tenant-id': demo.tenantId,
  'x-workspace-id': demo.workspaceId,
  'x-environment-id': demo.productionEnvironmentId,
};

const get = (target: string, headers: Readonly<Record<string, string>> = {}): Call => ({
  method: 'GET',
  target,
  body: undefined,
  headers: { ...scope, ...headers },
});

const send = (method: 'POST' | 'PATCH', target: string, body: unknown, headers = {}): Call => ({
  method,
  target,
  body: JSON.stringify(body),
  headers: { ...scope, 'content-type': 'application/json', ...headers },
});

export const searchCall = (catalogId: string, query: string): Call =>
  get(`/discovery/search/content?catalog_id=${catalogId}&q=${encodeURIComponent(query)}`);

export const DISCOVERY = '/apis/ecommerce-service/public/discovery/v2';

export const countCall = (body: unknown): Call => send('POST', `${DISCOVERY}/search/count`, body);

/** A page of a shop: 24 products, and what to narrow them by. */
export const productsCall = (body: unknown): Call =>
  send('POST', `${DISCOVERY}/search?limit=24&include_facets=categories,brand,color,size,price`, body);

export const suggestCall = ({ text, visit }: { readonly text: string; readonly visit: string }): Call =>
  get(`${DISCOVERY}/auto-suggest?search_term=${encodeURIComponent(text)}&visit=${visit}`);

/** `token` has full access. Publishing repeats what is already published, which changes nothing. */
export const buildCalls = (token: string): Readonly<Record<MeasuredOperation, readonly Call[]>> => {
  const terms = sharedTerms.slice(0, TERMS).map(({ term }) => term);
  const bearer = { authorization: `Bearer ${token}` };
  const version = {
    environment_id: demo.productionEnvironmentId,
    version_id: demo.draftLiveVersionId,
  };
  return {
    'search-content': terms.map((term) => searchCall(demo.mainCatalogId, term)),
    'count-products': terms.map((term) => countCall({ search_term: term })),
    'popular-terms': [get(`/discovery/search/popular-terms?catalog_id=${demo.mainCatalogId}`)],
    'get-content-model': [get(`/content/v2/content-models/${demo.blogModelId}`, bearer)],
    'publish-versions': [
      send(
        'PATCH',
        `/content/v2/content-models/blog/records/${demo.draftRecordId}/versions/publish`,
        { version_data: [version] },
        bearer,
      ),
    ],
    'list-forms': [get('/apis/setting-service/public/v1/forms')],
  };
};

/** The scope is in the headers, so any host works: the same bytes go to every server. */
const HOST = 'shop.test';

export const bytesOf = ({ method, target, body, headers }: Call): string => {
  const lines = Object.entries({
    host: HOST,
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
};
