// A script of writes that covers everything the service writes, each safe to repeat: with its own ids, idempotency
// keys, and `accepts` for what a repeat may find already done. From its start it always ends in the same state.

import type { RunningService } from '../service/running-service.ts';
import { OPERATOR_TOKEN, uuid } from './lifecycle-fixture.ts';

export const SHOP = uuid(11);
const OUTLET = uuid(12);
const MODEL_ID = uuid(13);
export const FORM = uuid(14);
const A = uuid(21);
const B = uuid(22);
const A2 = uuid(31);
const A3 = uuid(32);
const CREATED_AT = '2026-01-02T03:04:05Z';
const BULK_PRODUCTS = 1_600;
const BULK_DELETED = 1_100;

/** What exists before the script starts. */
export const baseBundle = [
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
  { kind: 'tenant', id: 'acme' },
  { kind: 'workspace', id: 'web' },
  { kind: 'environment', id: 'P1' },
  { kind: 'environment', id: 'P2' },
  {
    kind: 'content_model',
    id: MODEL_ID,
    internal_name: 'blog',
    created_at: CREATED_AT,
    is_localization_enabled: true,
  },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

/** Values from earlier responses: version ids created by the service, the stamp of the form. */
export type Known = Map<string, string>;

export interface ScriptStep {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly kind?: 'bulk' | 'submit';
  readonly body?: (known: Known) => unknown;
  /** Besides 200 and 201. */
  readonly accepts?: readonly number[];
  /** Keeps a value of the response's data. */
  readonly learn?: (data: never, known: Known) => void;
}

export const productId = (index: number): string => `p${String(index).padStart(5, '0')}`;

const linesOf = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const product = (catalogId: string, index: number) => ({
  kind: 'product',
  catalog_id: catalogId,
  id: productId(index),
  name: `Lamp ${index}`,
  prices: { USD: index + 1 },
});
const products = (catalogId: string, count: number) =>
  Array.from({ length: count }, (_, index) => product(catalogId, index));
const text = (title: string) => ({ title, page_slug: '/story', body: 'A lantern.' });
const manage = (name: string, path: string, body: object): ScriptStep => ({
  name,
  method: 'PUT',
  target: `/manage/v1/${path}`,
  body: () => body,
});
const RECORDS = '/content/v2/content-models/blog/records';
const place = (
  name: string,
  action: 'publish' | 'unpublish',
  record: string,
  query: string,
  elements: (known: Known) => readonly (readonly [environment: string, version: string | undefined])[],
): ScriptStep => ({
  name,
  method: 'PATCH',
  target: `${RECORDS}/${record}/versions/${action}${query}`,
  body: (known) => ({
    version_data: elements(known).map(([environment_id, version_id]) => ({ environment_id, version_id })),
  }),
  // A later step may have deleted the record before the repeat.
  accepts: [404],
});
const create = (record: string, mark: string, localized: object): ScriptStep => ({
  name: `create ${mark}`,
  method: 'POST',
  target: RECORDS,
  body: () => ({ id: record, created_by: 'Elin', localized }),
  learn: ({ version }: { version: { id: string } }, known) => known.set(`${mark}1`, version.id),
});
const remove = (name: string, target: string): ScriptStep => ({
  name,
  method: 'DELETE',
  target,
  accepts: [404],
});

const shop = { environment_ids: ['P1', 'P2', 'P3'], content_models: ['blog'] };
/** In the order of sorted export lines, so that a prefix of them is recognizable. */
const fillOutlet = linesOf([
  { kind: 'catalog', id: OUTLET, environment_ids: ['P2'] },
  ...products(OUTLET, 200),
  { kind: 'store', id: 'outlet', environment_id: 'P2', catalog_id: OUTLET, currency: 'USD' },
]);

export const script: readonly ScriptStep[] = [
  manage('put environment', 'environments/P3', { default_locale: 'de' }),
  manage('put catalog', `catalogs/${SHOP}`, shop),
  manage('put form', `forms/${FORM}`, {
    name: 'contact',
    created_at: CREATED_AT,
    fields: [{ name: 'email', type: 'email', is_required: true }],
  }),
  {
    name: 'take the stamp',
    method: 'GET',
    target: `/apis/setting-service/public/v1/forms/${FORM}`,
    learn: ({ item: { stamp } }: { item: { stamp: string } }, known) => {
      // Stamps may be reused, so the oldest is best.
      if (!known.has('stamp')) known.set('stamp', stamp).set('stamped', String(Date.now()));
    },
  },
  {
    name: 'bulk write',
    kind: 'bulk',
    method: 'POST',
    target: '/manage/v1/bulk',
    body: () => linesOf(products(SHOP, BULK_PRODUCTS)),
  },
  {
    name: 'bulk fill of another catalog',
    kind: 'bulk',
    method: 'POST',
    target: '/manage/v1/bulk',
    body: () => fillOutlet,
  },
  manage('put product', `catalogs/${SHOP}/products/${productId(BULK_PRODUCTS - 1)}`, { name: 'Changed' }),
  create(A, 'A', { 'en-us': text('A one'), de: text('A eins') }),
  create(B, 'B', { de: text('B eins') }),
  {
    name: 'save A2',
    method: 'POST',
    target: `${RECORDS}/${A}/versions`,
    body: (known) => ({
      base_version_id: known.get('A1'),
      id: A2,
      localized: { 'en-us': text('A two'), de: text('A zwei') },
    }),
  },
  place('publish A1', 'publish', A, '', (known) => [
    ['P1', known.get('A1')],
    ['P2', known.get('A1')],
    ['P3', known.get('A1')],
  ]),
  place('publish A2 in one locale', 'publish', A, '?locale=de', () => [['P1', A2]]),
  place('publish B', 'publish', B, '', (known) => [
    ['P1', known.get('B1')],
    ['P3', known.get('B1')],
  ]),
  place('unpublish A1', 'unpublish', A, '', (known) => [['P2', known.get('A1')]]),
  {
    name: 'save A3',
    method: 'POST',
    target: `${RECORDS}/${A}/versions`,
    body: () => ({ base_version_id: A2, id: A3, localized: { 'en-us': text('A three') } }),
  },
  remove('delete A3', `${RECORDS}/${A}/versions/${A3}`),
  {
    name: 'submit the form',
    kind: 'submit',
    method: 'POST',
    target: `/apis/setting-service/public/v1/forms/${FORM}/submit`,
    body: (known) => ({ _stamp: known.get('stamp'), email: 'ada@example.com' }),
  },
  remove('delete B and its publications', `${RECORDS}/${B}?cascade=true`),
  remove('delete an environment and what needs it', '/manage/v1/environments/P3?cascade=true'),
  {
    name: 'bulk delete',
    kind: 'bulk',
    method: 'POST',
    target: '/manage/v1/bulk/delete',
    body: () =>
      linesOf(products(SHOP, BULK_DELETED).map(({ kind, catalog_id, id }) => ({ kind, catalog_id, id }))),
  },
  remove('delete a catalog and what is in it', `/manage/v1/catalogs/${OUTLET}?cascade=true`),
];

export interface StepResponse {
  readonly status: number;
  /** As much as arrived. */
  readonly text: string;
  readonly isWhole: boolean;
}

/** Undefined if the service was gone before it responded. */
export const sendStep = async (
  { address }: RunningService,
  token: string,
  step: ScriptStep,
  known: Known,
): Promise<StepResponse | undefined> => {
  const { name, method, target, kind } = step;
  const isManaging = target.startsWith('/manage/');
  const body = step.body?.(known);
  let text = '';
  let status = 0;
  try {
    const response = await fetch(new URL(target, address), {
      method,
      headers: {
        'x-tenant-id': 'acme',
        'x-workspace-id': 'web',
        authorization: `Bearer ${isManaging ? OPERATOR_TOKEN : token}`,
        ...(isManaging ? {} : { 'x-environment-id': 'P1' }),
        ...(body === undefined
          ? {}
          : { 'content-type': kind === 'bulk' ? 'application/x-ndjson' : 'application/json' }),
        ...(target.startsWith(RECORDS) && method !== 'DELETE'
          ? { 'idempotency-key': name.replaceAll(' ', '-') }
          : {}),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    status = response.status;
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
    return { status, text, isWhole: true };
  } catch {
    return status === 0 ? undefined : { status, text, isWhole: false };
  }
};
