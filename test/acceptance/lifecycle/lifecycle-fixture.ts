// A separate workspace for each run of the lifecycle test, filled over HTTP, with its writers and their requests. The
// expected results are not decided here.

import assert from 'node:assert/strict';
import type { WireClient, WireRequest, WireResponse } from '../service/wire-client.ts';

export const OPERATOR_TOKEN = 'operator-of-the-lifecycle-test-0123456789';
const MODEL = 'blog';
export const RECORDS_PATH = `/content/v2/content-models/${MODEL}/records`;
/** In every text, so that a search for it finds all of them. */
export const EVERYWHERE = 'lantern';

/** Environments and their default locales. */
export const environments = { P1: 'en-us', P2: 'en-us', S1: 'fr' } as const;
export type EnvironmentId = keyof typeof environments;
export const environmentIds = Object.keys(environments) as EnvironmentId[];
export const locales = ['de', 'de-at', 'en-us', 'fr'] as const;

export const uuid = (number: number): string => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const CATALOG_ID = uuid(1);

/** `local` reaches P1 only; `reader` may not write, and `operator` manages but does not edit (Decision 0002). */
export const writers = ['editor', 'local', 'reader', 'operator'] as const;
export type Writer = (typeof writers)[number];
export const mayWrite = (writer: Writer): boolean => writer === 'editor' || writer === 'local';
export const reaches = (writer: Writer, environmentId: string): boolean =>
  writer !== 'local' || environmentId === 'P1';

export interface LifecycleWorkspace {
  readonly tenantId: string;
  readonly send: (request: LifecycleRequest) => Promise<WireResponse>;
}

export interface LifecycleRequest {
  readonly writer: Writer;
  /** The environment of the scoping headers. */
  readonly from: EnvironmentId;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string | undefined;
}

const worldLines = (tenantId: string): string =>
  [
    { kind: 'scope', tenant_id: tenantId, workspace_id: 'web' },
    { kind: 'tenant', id: tenantId },
    { kind: 'workspace', id: 'web' },
    ...environmentIds.map((id) => ({ kind: 'environment', id, default_locale: environments[id] })),
    {
      kind: 'content_model',
      id: uuid(2),
      internal_name: MODEL,
      created_at: '2026-01-02T03:04:05Z',
      is_localization_enabled: true,
      fields: [
        {
          field_properties: { internal_name: 'author', data_type: 'relation' },
          relation_type: 'many_to_one',
        },
      ],
    },
    { kind: 'catalog', id: CATALOG_ID, environment_ids: environmentIds, content_models: [MODEL] },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

export const openWorkspace = async (wire: WireClient, tenantId: string): Promise<LifecycleWorkspace> => {
  const place: readonly (readonly [string, string])[] = [
    ['x-tenant-id', tenantId],
    ['x-workspace-id', 'web'],
  ];
  const send = (request: Omit<WireRequest, 'headers'>, token: string, ...more: [string, string][]) =>
    wire.send({ ...request, headers: [...place, ['authorization', `Bearer ${token}`], ...more] });
  const filled = await send(
    { method: 'POST', target: '/manage/v1/bulk', body: worldLines(tenantId) },
    OPERATOR_TOKEN,
    ['content-type', 'application/x-ndjson'],
  );
  assert.match(filled.text, /"failed":0,"is_complete":true/, filled.text);

  const makeToken = async (permission: string, reach?: readonly string[]): Promise<string> => {
    const body = JSON.stringify({ name: 'writer', permission, environment_ids: reach });
    const made = await send({ method: 'POST', target: '/manage/v1/tokens', body }, OPERATOR_TOKEN, [
      'content-type',
      'application/json',
    ]);
    assert.equal(made.status, 201, made.text);
    return (JSON.parse(made.text) as { Data: { secret: string } }).Data.secret;
  };
  const tokens: Readonly<Record<Writer, string>> = {
    editor: await makeToken('full'),
    local: await makeToken('full', ['P1']),
    reader: await makeToken('read'),
    operator: OPERATOR_TOKEN,
  };

  return {
    tenantId,
    send: ({ writer, from, method, path, body, key }) =>
      send(
        {
          method,
          target: path,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        },
        tokens[writer],
        ['x-environment-id', from],
        ...(body === undefined ? [] : ([['content-type', 'application/json']] as [string, string][])),
        ...(key === undefined ? [] : ([['idempotency-key', key]] as [string, string][])),
      ),
  };
};

/** The texts of a version: distinguishable by mark and locale, and of different lengths. */
export const textsOf = (mark: number, own: readonly string[], author: string | undefined) =>
  Object.fromEntries(
    own.map((locale, index) => [
      locale,
      {
        title: titleOf(mark, locale),
        page_slug: `/${mark}`,
        body: `A ${EVERYWHERE}${' that burns'.repeat(index + (mark % 3))}`,
        ...(author === undefined ? {} : { fields: { author } }),
      },
    ]),
  );

export const titleOf = (mark: number | undefined, locale: string): string => `Text ${mark} in ${locale}`;
