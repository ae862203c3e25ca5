// InstantSearch.js in a real browser, over the adapter and a demo shop: what the widgets show is what the service says.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { build } from 'esbuild';
import { createManageClient } from '../../client/src/manage.ts';
import * as demo from '../../demo/build/ids.ts';
import { openDemoShop } from '../acceptance/docs/demo-shop.ts';
import { waitUntil } from '../fixtures/wait-until.ts';
import { installPackages, openPage, type Page } from './browser.ts';

const root = join(import.meta.dirname, '..', '..');
const scope = {
  tenantId: demo.tenantId,
  workspaceId: demo.workspaceId,
  environmentId: demo.productionEnvironmentId,
};
const SEARCH = '/apis/ecommerce-service/public/discovery/v2/search';
/** Time for a response before the range is typed again: a late one would erase it once more. */
const RANGE_EVERY_MS = 5_000;
const widgets = ['search', 'stats', 'sort', 'color', 'season', 'price', 'hits', 'pages', 'journal'];

const bundlePage = async (): Promise<string> => {
  installPackages();
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'instantsearch-page.mjs')],
    bundle: true,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
};

/** Serves the page from an origin of its own, as shops do. */
const servePage = async (context: TestContext, shop: string): Promise<string> => {
  const script = await bundlePage();
  const settings = JSON.stringify({ shop, scope, catalogId: demo.mainCatalogId });
  const html = [
    '<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body>',
    ...widgets.map((id) => `<div id="${id}"></div>`),
    `<script>globalThis.SETTINGS = ${settings}</script><script src="/page.js"></script>`,
  ].join('\n');
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const namesOf = (page: Page): Promise<string[]> => page.locator('#hits .name').allTextContents();
const valuesOf = async (page: Page, list: string): Promise<Record<string, number>> => {
  const labels = await page.locator(`#${list} .ais-RefinementList-labelText`).allTextContents();
  const counts = await page.locator(`#${list} .ais-RefinementList-count`).allTextContents();
  return Object.fromEntries(labels.map((label, at) => [label, Number(counts[at])]));
};
const statsAre = (page: Page, total: number | undefined) =>
  page.waitForFunction(`document.querySelector('#stats').textContent.trim() === '${total}'`);
const choose = (page: Page, list: string, value: string): Promise<void> =>
  page.locator(`#${list} .ais-RefinementList-label`).filter({ hasText: value }).first().click();

test('widgets show what the service says, with one search for a page', {
  timeout: 240_000,
}, async (context) => {
  const { service, token } = await openDemoShop(context);
  const shop = createManageClient({ baseUrl: service.address, scope, token });
  const address = await servePage(context, service.address);
  const { page, requests } = await openPage(context, [address, service.address]);
  const ask = (input: Parameters<typeof shop.searchProducts>[0] = {}) =>
    shop.searchProducts({ limit: 5, include_facets: 'color,season,price', ...input });
  const countsOf = (found: Awaited<ReturnType<typeof ask>>, field: string): Record<string, number> =>
    Object.fromEntries((found.facets?.[field]?.buckets ?? []).map(({ label, count }) => [label, count]));
  /** Each once, however often the client had to send it. */
  const searches = () => new Set(requests.filter((line) => line.startsWith(`GET ${SEARCH}`)));

  await page.goto(address);
  await statsAre(page, (await ask())._meta_.total_count);

  await page.locator('#search input').fill('rain jakcet');
  const typo = await ask({ search_term: 'rain jakcet' });
  await statsAre(page, typo._meta_.total_count);
  assert.deepEqual(
    await namesOf(page),
    typo.records.map(({ name }) => name),
  );
  assert.match(await page.locator('#hits .name').first().innerHTML(), /<mark[^>]*>Rain<\/mark>/);
  assert.deepEqual(await valuesOf(page, 'color'), countsOf(typo, 'color'));

  const before = searches().size;
  await choose(page, 'color', 'rust red');
  const red = { search_term: 'rain jakcet', facets: [{ field_internal_name: 'color', value: 'rust red' }] };
  const chosen = await ask(red);
  await statsAre(page, chosen._meta_.total_count);
  assert.equal(searches().size, before + 1, 'one search for hits and the counts of the chosen facet');
  // The other colors are still there to be chosen.
  assert.ok(Object.keys(countsOf(chosen, 'color')).length > 1);
  assert.deepEqual(await valuesOf(page, 'color'), countsOf(chosen, 'color'));
  assert.deepEqual(await valuesOf(page, 'season'), countsOf(chosen, 'season'));

  await choose(page, 'season', 'all-season');
  const rules = [{ field_name: 'season', action: 'equal_to' as const, value: 'all-season' }];
  const both = await ask({ ...red, filter: [{ group: { rules } }] });
  await statsAre(page, both._meta_.total_count);
  assert.deepEqual(await valuesOf(page, 'season'), countsOf(both, 'season'));
  await choose(page, 'season', 'all-season');
  await choose(page, 'color', 'rust red');
  await statsAre(page, typo._meta_.total_count);

  await page.locator('#sort select').selectOption('products:price:asc');
  const cheapest = await ask({ search_term: 'rain jakcet', sort_by: 'price', sort_order: 'asc' });
  const [first] = cheapest.records;
  await page.waitForFunction(
    `document.querySelector('#hits .name').textContent === ${JSON.stringify(first?.name)}`,
  );
  assert.deepEqual(
    await namesOf(page),
    cheapest.records.map(({ name }) => name),
  );
  await page.locator('#pages a').filter({ hasText: '2' }).first().click();
  const second = await ask({ search_term: 'rain jakcet', sort_by: 'price', sort_order: 'asc', skip: 5 });
  await page.waitForFunction(
    `document.querySelector('#hits .name').textContent === ${JSON.stringify(second.records[0]?.name)}`,
  );

  const range = [{ field_internal_name: 'price', min: 100 }];
  const dear = await ask({ search_term: 'rain jakcet', facets: range });
  // The widget forgets what was typed whenever it is drawn again.
  const isApplied = `document.querySelector('#stats').textContent.trim() === '${dear._meta_.total_count}'`;
  await waitUntil('the range is applied', async () => {
    await page.locator('#price .ais-RangeInput-input--min').fill('100');
    await page.locator('#price .ais-RangeInput-submit').click();
    return page.waitForFunction(isApplied, undefined, { timeout: RANGE_EVERY_MS }).then(
      () => true,
      () => false,
    );
  });
  assert.ok((dear._meta_.total_count ?? 0) < (typo._meta_.total_count ?? 0));

  await page.locator('#color .ais-SearchBox-input').fill('rust');
  await page.waitForFunction(`document.querySelectorAll('#color .ais-RefinementList-item').length === 1`);
  assert.match(
    await page.locator('#color .ais-RefinementList-labelText').first().innerHTML(),
    /^<mark>rust<\/mark> red$/,
  );
});

const HOSTILE = '<img src=x onerror="globalThis.hacked=1"> <script>globalThis.hacked=1</script> zyzzyva';

test('markup in a text is shown as text, and content beside products', {
  timeout: 240_000,
}, async (context) => {
  const { service, token } = await openDemoShop(context);
  const manage = createManageClient({ baseUrl: service.address, scope, token });
  await manage.putProduct({
    catalog_id: demo.mainCatalogId,
    product_id: 'hostile',
    body: { name: HOSTILE, description: HOSTILE, brand: HOSTILE, attributes: { color: HOSTILE } },
  });
  const address = await servePage(context, service.address);
  const { page } = await openPage(context, [address, service.address]);
  await page.goto(address);
  await page.locator('#search input').fill('zyzzyva');
  await statsAre(page, 1);
  assert.deepEqual(await namesOf(page), [HOSTILE]);
  assert.deepEqual(await valuesOf(page, 'color'), { [HOSTILE]: 1 });
  assert.match(await page.locator('#hits .name').first().innerHTML(), /<mark[^>]*>zyzzyva<\/mark>/);
  assert.equal(await page.evaluate('globalThis.hacked'), undefined);

  await page.locator('#search input').fill('wash down');
  const { data } = await manage.searchContent({ catalog_id: demo.mainCatalogId, q: 'wash down', limit: 5 });
  await page.waitForFunction(`document.querySelectorAll('#journal b').length === ${data.length}`);
  assert.deepEqual(
    await page.locator('#journal b').allTextContents(),
    data.map(({ title }) => title),
  );
});

test('TypeScript takes the adapter for a search client', () => {
  installPackages();
  // There it finds the types of InstantSearch, and no other check finds it.
  const file = join(import.meta.dirname, 'node_modules', 'accepted.ts');
  writeFileSync(
    file,
    `import instantsearch from 'instantsearch.js';
     import { createSearchClient } from '../../../client/src/instantsearch.ts';
     import { createClient } from '../../../client/src/storefront.ts';
     instantsearch({ indexName: 'products', searchClient: createSearchClient(createClient()) }).start();`,
  );
  const options = [
    ...[
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--allowImportingTsExtensions',
      '--types',
      '',
    ],
    ...[
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
    ],
  ];
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, ...options, file], { encoding: 'utf8' });
  rmSync(file);
  assert.equal(status, 0, stdout);
});
