// Writes to the demo shop, and a few connections that send them one after the other, over all nodes in turn.

import { Agent, type IncomingMessage, request } from 'node:http';
import * as demo from '../../demo/build/ids.ts';
import { percentile } from '../measure.ts';
import type { Node } from './nodes.ts';

export interface Write {
  readonly method: 'PUT' | 'POST' | 'PATCH' | 'DELETE' | 'GET';
  readonly target: string;
  readonly body?: string;
  readonly type?: string;
}

export interface WriteResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingMessage['headers'];
}

export interface WriteReport {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 8;
const BULK_LINES = 500;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export const closeConnections = (): void => agent.destroy();

/** In production. Rejects unless it succeeds. */
export const send = (
  { address, token }: Node,
  { method, target, body, type = 'application/json' }: Write,
  headers: Readonly<Record<string, string>> = {},
): Promise<WriteResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(target, address), {
      method,
      agent,
      headers: {
        'x-tenant-id': demo.tenantId,
        'x-workspace-id': demo.workspaceId,
        'x-environment-id': demo.productionEnvironmentId,
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      const status = response.statusCode ?? 0;
      if (status >= 400) reject(new Error(`${method} ${target}: ${status} ${text.slice(0, 300)}`));
      else resolve({ status, text, headers: response.headers });
    });
    sent.end(body);
  });

export const writeFor = async (
  nodes: readonly Node[],
  next: (turn: number) => Write,
  forMs: number,
  connections = CONNECTIONS,
): Promise<WriteReport> => {
  const times: number[] = [];
  let turn = 0;
  const began = performance.now();
  const keepBusy = async (): Promise<void> => {
    while (performance.now() - began < forMs) {
      const mine = turn;
      turn += 1;
      const sentAt = performance.now();
      await send(nodes[mine % nodes.length] as Node, next(mine));
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, keepBusy));
  const tookMs = performance.now() - began;
  const sorted = Float64Array.from(times).sort();
  return {
    perSecond: (sorted.length * 1000) / tookMs,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  };
};

const product = (id: string, edition: number) => ({
  name: `Lamp ${id}`,
  brand: `brand ${edition}`,
  prices: { USD: 10 + (edition % 90) },
  attributes: { color: ['red'], size: [String(edition % 7)] },
});

const productsPath = `/manage/v1/catalogs/${demo.mainCatalogId}/products`;
const recordsPath = '/content/v2/content-models/blog/records';

const draft = (mark: string) => ({
  'en-us': {
    title: `Bench post ${mark}`,
    page_slug: `/bench/${mark.replaceAll('_', '-')}`,
    body: `The body of ${mark}.`,
    fields: { topic: 'trips' },
  },
});

export const publishDraft = (versionId: string): Write => ({
  method: 'PATCH',
  target: `${recordsPath}/${demo.draftRecordId}/versions/publish`,
  body: JSON.stringify({
    version_data: [{ environment_id: demo.productionEnvironmentId, version_id: versionId }],
  }),
});

export interface WriteRow {
  readonly name: string;
  /** How many lines a request has. */
  readonly lines: number;
  readonly connections?: number;
  readonly next: (turn: number) => Write;
}

/** Ids are new for each mark. */
export const writeRows = (mark: string): readonly WriteRow[] => [
  {
    name: 'create a product',
    lines: 1,
    next: (turn) => ({
      method: 'PUT',
      target: `${productsPath}/${mark}-${turn}`,
      body: JSON.stringify(product(`${mark}-${turn}`, turn)),
    }),
  },
  {
    name: 'change a product',
    lines: 1,
    next: (turn) => ({
      method: 'PUT',
      target: `${productsPath}/${mark}-changed-${turn % 50}`,
      body: JSON.stringify(product('changed', turn)),
    }),
  },
  {
    name: 'create a record',
    lines: 1,
    next: (turn) => ({
      method: 'POST',
      target: recordsPath,
      body: JSON.stringify({ localized: draft(`${mark}-${turn}`) }),
    }),
  },
  {
    // One connection: of two publishes at once one might change nothing.
    name: 'publish another version',
    lines: 1,
    connections: 1,
    next: (turn) => publishDraft(turn % 2 === 0 ? demo.draftVersionId : demo.draftLiveVersionId),
  },
  {
    name: `bulk, lines of ${BULK_LINES} new products`,
    lines: BULK_LINES,
    connections: 1,
    next: (turn) => ({
      method: 'POST',
      target: '/manage/v1/bulk',
      type: 'application/x-ndjson',
      body: Array.from({ length: BULK_LINES }, (_, index) => {
        const id = `${mark}-bulk-${turn}-${index}`;
        return `${JSON.stringify({ kind: 'product', catalog_id: demo.mainCatalogId, id, ...product(id, turn) })}\n`;
      }).join(''),
    }),
  },
];
