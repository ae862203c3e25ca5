// The demo shop: loaded only into an empty data folder, with events of its shoppers, and introduced with requests that can be run as printed.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as demo from '../../demo/build/ids.ts';
import { buildProductEvents, type ShownProduct } from '../../demo/build/product-events.ts';
import { importBundle } from '../import/import-bundle.ts';
import type { Store } from '../open-store.ts';
import { buildIssueToken } from '../operations/access/issue-token.ts';
import type { Progress } from './progress.ts';

const BUNDLE = new URL('../../demo/shop.ndjson', import.meta.url);
/** The day after the newest search in the bundle. */
const BUNDLE_DAY = Date.parse('2026-11-14T00:00:00Z');
const DAY_MS = 86_400_000;
const MAIN_PRODUCT = `{"kind":"product","catalog_id":"${demo.mainCatalogId}"`;
const TOKEN_DAYS = 7;
const LABEL_CHARS = 11;

/** True if the demo was loaded; false if the folder already has data, which is not changed. */
export const loadDemo = async (store: Store, spoolDir: string, progress: Progress): Promise<boolean> => {
  if (!(await store.isEmpty())) return false;
  const now = new Date();
  const products: ShownProduct[] = [];
  const report = await importBundle(store, demoBundle(now, products), {
    keepGoing: false,
    spoolDir,
    onProgress: ({ done, total }) => progress.show('Loading the demo shop', done, total),
  });
  progress.clear();
  const [fault] = report.faults;
  if (fault !== undefined)
    throw new Error(`the demo bundle is broken in line ${fault.line}: ${fault.message}`);
  await store.appendEvents(buildProductEvents(products, now.getTime()));
  return true;
};

/** Loaded late: nothing but the demo needs it. */
export const loadDrawImage = async () => (await import('../../demo/images/draw-image.ts')).drawImage;

/** What pages say about it. */
export const demoShop = {
  tenantId: demo.tenantId,
  workspaceId: demo.workspaceId,
  environmentId: demo.productionEnvironmentId,
  catalogId: demo.mainCatalogId,
};

/** Popular terms lose weight with age, so the demo's searches are moved by whole days to end yesterday. Adds to `products`. */
async function* demoBundle(now: Date, products: ShownProduct[]): AsyncGenerator<Uint8Array> {
  const shift = Math.max(0, Math.floor((now.getTime() - BUNDLE_DAY) / DAY_MS)) * DAY_MS;
  const encoder = new TextEncoder();
  for await (const line of createInterface({
    input: createReadStream(BUNDLE),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line.startsWith(MAIN_PRODUCT)) products.push(JSON.parse(line) as ShownProduct);
    yield encoder.encode(`${line.startsWith('{"kind":"search_event"') ? moveSearch(line, shift) : line}\n`);
  }
}

const moveSearch = (line: string, shift: number): string => {
  const event = JSON.parse(line) as { at: string };
  return JSON.stringify({ ...event, at: new Date(Date.parse(event.at) + shift).toISOString() });
};

/** A token for someone who just started the demo. */
export const issueDemoToken = async (store: Store): Promise<string> => {
  const issueToken = buildIssueToken({ store, now: () => new Date() });
  const { secret } = await issueToken({
    tenantId: demo.tenantId,
    workspaceId: demo.workspaceId,
    name: 'demo',
    permission: 'full',
    environmentIds: null,
    expiresAt: new Date(Date.now() + TOKEN_DAYS * DAY_MS).toISOString(),
  });
  return secret;
};

/** Pages that only the demo has. */
export const demoPages: readonly (readonly [label: string, path: string])[] = [['Storefront', '/storefront']];

/** What they need to know, by name. */
export const demoRows = (secret: string): (readonly [label: string, value: string])[] => [
  ['Tenant', demo.tenantId],
  ['Workspace', demo.workspaceId],
  ['Environment', demo.productionEnvironmentId],
  ['Catalog', demo.mainCatalogId],
  ['Token', `${secret}  (full, ${TOKEN_DAYS} days)`],
];

/** Needs no headers: its address leads to the demo. */
export const demoExample = (address: string): string =>
  `curl -s '${address}/apis/ecommerce-service/public/discovery/v2/search?search_term=rain+jakcet&fields=name&limit=3'`;

/** The same in a pipe, with requests that can be run as printed. */
export const introduceDemo = (secret: string, address: string): string => {
  const scope = [
    `-H 'x-tenant-id: ${demo.tenantId}'`,
    `-H 'x-workspace-id: ${demo.workspaceId}'`,
    `-H 'x-environment-id: ${demo.productionEnvironmentId}'`,
  ].join(' ');
  const rows = [['Address', address] as const, ...demoRows(secret)];
  return `
Vitrine is serving the Fjordlight demo shop.

${rows.map(([label, value]) => `  ${label.padEnd(LABEL_CHARS)}  ${value}`).join('\n')}

Try:

curl -s ${scope} '${address}/discovery/search/content?catalog_id=${demo.mainCatalogId}&q=down+jacket'

curl -s -H 'content-type: application/json' ${scope} -d '{"search_term":"jacket"}' '${address}/apis/ecommerce-service/public/discovery/v2/search/count'

curl -s -H 'authorization: Bearer ${secret}' ${scope} '${address}/content/v2/content-models/${demo.blogModelId}'

`;
};

/** Whether the store contains the demo's tenant, so that its introduction makes sense. */
export const holdsDemo = async (store: Store): Promise<boolean> =>
  (await store.findEnvironment(demoShop)) !== undefined;
