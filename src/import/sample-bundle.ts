// For tests only: the shortest good line of every kind. They fit together, so that a store can take them all.

import type { BundleKind } from '../contract/bundle.ts';

export const CATALOG_ID = '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f';
export const MODEL_ID = '11111111-1111-4111-8111-111111111111';
export const RECORD_ID = '22222222-2222-4222-8222-222222222222';
export const VERSION_ID = '33333333-3333-7333-8333-333333333333';
export const FORM_ID = '44444444-4444-4444-8444-444444444444';
const AT = '2026-01-02T03:04:05Z';

export const scopeLine = { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' };

export const shortLines: {
  readonly [K in BundleKind]: { readonly kind: K; readonly [field: string]: unknown };
} = {
  tenant: { kind: 'tenant', id: 'acme' },
  workspace: { kind: 'workspace', id: 'web' },
  environment: { kind: 'environment', id: 'PRODUCTION-1' },
  domain: { kind: 'domain', host: 'shop.acme.test', environment_id: 'PRODUCTION-1' },
  content_model: { kind: 'content_model', id: MODEL_ID, internal_name: 'blog', created_at: AT },
  catalog: { kind: 'catalog', id: CATALOG_ID },
  store: {
    kind: 'store',
    id: 's1',
    environment_id: 'PRODUCTION-1',
    catalog_id: CATALOG_ID,
    currency: 'USD',
  },
  category: { kind: 'category', catalog_id: CATALOG_ID, id: 'c1' },
  product: { kind: 'product', catalog_id: CATALOG_ID, id: 'p1', name: 'Red shoe' },
  content_item: {
    kind: 'content_item',
    catalog_id: CATALOG_ID,
    provider_id: 'wp-17',
    locale: 'en-us',
    type: 'blog',
    title: 'Hello',
    url: '/blog/hello',
    created_at: AT,
  },
  record: { kind: 'record', model: 'blog', id: RECORD_ID, created_at: AT },
  version: { kind: 'version', record_id: RECORD_ID, id: VERSION_ID, number: 1, created_at: AT },
  publication: {
    kind: 'publication',
    record_id: RECORD_ID,
    environment_id: 'PRODUCTION-1',
    version_id: VERSION_ID,
    published_at: AT,
  },
  form: { kind: 'form', id: FORM_ID, name: 'contact', created_at: AT },
  synonyms: { kind: 'synonyms', catalog_id: CATALOG_ID, id: 'syn1', words: ['sneaker', 'trainer'] },
  merchandising_rule: {
    kind: 'merchandising_rule',
    catalog_id: CATALOG_ID,
    id: 'r1',
    when: { search_term: 'shoe' },
  },
  search_event: {
    kind: 'search_event',
    catalog_id: CATALOG_ID,
    at: AT,
    term: 'red shoe',
    total: 12,
    visitor: 'v1',
  },
  popular_term: { kind: 'popular_term', catalog_id: CATALOG_ID, rank: 1, term: 'red shoe' },
};

/** Lines as the bytes of a bundle. */
export const bundleBytes = (lines: Iterable<unknown>): Buffer =>
  Buffer.from(
    [...lines].map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );

export async function* asInput(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
