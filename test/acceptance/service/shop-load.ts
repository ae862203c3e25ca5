// Shoppers and editors of the demo shop: reads whose responses must stay what they were, and writes that are counted. Editors write
// to a catalog of their own, so that no read of the shoppers changes.

import assert from 'node:assert/strict';
import * as demo from '../../../demo/build/ids.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { recordedRequests } from '../process/round-trip-requests.ts';
import type { SteadyRequest } from './steady-load.ts';
import { openWireClient, type WireRequest, type WireResponse } from './wire-client.ts';

export const OPERATOR = 'operator-of-the-shop-under-load-1';
const CATALOG = '0190a000-0000-7000-8000-00000000c0de';
/** Every so many requests one is a write. */
const WRITE_EVERY = 10;
/** Editors, unlike shoppers, wait for their response before they go on. They all write to one workspace, one after the other. */
const EDITORS = 8;
const TITLE = 'Quarterly';

const headersOf = (environmentId: string, hasToken: boolean): [string, string][] => [
  ['x-tenant-id', demo.tenantId],
  ['x-workspace-id', demo.workspaceId],
  ['x-environment-id', environmentId],
  ...(hasToken ? ([['authorization', `Bearer ${OPERATOR}`]] as [string, string][]) : []),
];

const put = (target: string, body: object): WireRequest => ({
  method: 'PUT',
  target,
  headers: [...headersOf(demo.productionEnvironmentId, true), ['content-type', 'application/json']],
  body: JSON.stringify(body),
});

/** What shoppers and storefronts ask for, in all six operations but publishing. */
const reads: readonly WireRequest[] = recordedRequests
  .filter(({ method }) => method !== 'PATCH')
  .map(({ method, target, environmentId, host, withToken, headers = {}, body }) => ({
    method,
    target,
    headers: [
      ...(host === undefined
        ? headersOf(environmentId ?? demo.productionEnvironmentId, withToken === true)
        : ([['host', host]] as [string, string][])),
      ...Object.entries(headers),
      ...(body === undefined ? [] : ([['content-type', 'application/json']] as [string, string][])),
    ],
    body: body === undefined ? undefined : JSON.stringify(body),
  }));

const send = async (address: string, requests: readonly WireRequest[]): Promise<WireResponse[]> => {
  const wire = openWireClient(address);
  const responses: WireResponse[] = [];
  for (const each of requests) responses.push(await wire.send(each));
  wire.close();
  return responses;
};

export interface ShopLoad {
  /** The request of this number. */
  readonly next: (number: number) => SteadyRequest;
  /** Whether a node has everything that was acknowledged, and serves every read as before. */
  readonly assertComplete: (address: string) => Promise<void>;
  readonly acknowledged: () => number;
}

/** `address` is that of a node that serves. */
export const prepareShop = async (address: string): Promise<ShopLoad> => {
  // Before that, an index may lack what was loaded last.
  const isReady = async () => (await fetch(new URL('/readyz', address))).status === 200;
  await waitUntil('the node is ready', isReady, 100);
  const catalog = put(`/manage/v1/catalogs/${CATALOG}`, { environment_ids: [demo.productionEnvironmentId] });
  assert.deepEqual(
    (await send(address, [catalog])).map(({ status }) => status),
    [201],
  );
  const expected = await send(address, reads);
  const acknowledged = new Set<string>();
  let writing = 0;

  const read = (at: number): SteadyRequest => ({
    ...(reads[at] as WireRequest),
    faultOf: ({ status, text }) =>
      text === expected[at]?.text ? undefined : `${status} ${text} instead of ${expected[at]?.text}`,
  });
  const write = (id: string): SteadyRequest => ({
    ...put(`/manage/v1/catalogs/${CATALOG}/content-items/${id}/en-us`, {
      type: 'article',
      title: TITLE,
      url: `/${id}`,
      created_at: '2026-01-02T03:04:05Z',
    }),
    onEnd: () => {
      writing -= 1;
    },
    faultOf: ({ status, text }) => {
      if (status !== 201) return `${status} ${text}`;
      acknowledged.add(id);
      return undefined;
    },
  });
  const total: WireRequest = {
    method: 'GET',
    target: `/discovery/search/content?catalog_id=${CATALOG}&q=${TITLE}&limit=1`,
    headers: headersOf(demo.productionEnvironmentId, false),
  };
  return {
    acknowledged: () => acknowledged.size,
    next: (number) => {
      if (number % WRITE_EVERY !== 0 || writing >= EDITORS) return read(number % reads.length);
      writing += 1;
      return write(`w${number}`);
    },
    assertComplete: async (node) => {
      let found = '';
      await waitUntil(
        'the node has every acknowledged write, and no other',
        async () => {
          const [response] = await send(node, [total]);
          found = response?.text ?? '';
          return (JSON.parse(found) as { readonly total?: number }).total === acknowledged.size;
        },
        100,
      ).catch((error: unknown) => assert.fail(`${error}: ${acknowledged.size} instead of ${found}`));
      const texts = (await send(node, reads)).map(({ text }) => text);
      assert.deepEqual(
        texts,
        expected.map(({ text }) => text),
      );
    },
  };
};
