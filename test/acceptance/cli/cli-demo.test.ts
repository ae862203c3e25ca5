// `serve --demo`: what a newcomer sees first, and that every line of it works when pasted into a shell.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import * as demo from '../../../demo/build/ids.ts';
import { makeDataDir, spawnCommand } from '../service/running-service.ts';
import { runHere } from './run-here.ts';

const BUNDLE = join(import.meta.dirname, '..', '..', '..', 'demo', 'shop.ndjson');
const run = promisify(execFile);

interface DemoService {
  /** Everything printed before it was ready. */
  readonly introduction: string;
  /** What it says about the demo. */
  readonly logged: () => string[];
  readonly stop: () => Promise<number | null>;
}

const startDemo = async (context: TestContext, dataDir: string): Promise<DemoService> => {
  // No request waits for an index: the start has waited for it.
  const child = spawnCommand(dataDir, ['serve', '--demo'], { VITRINE_SEARCH_WAIT_MS: '0' });
  context.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit') as Promise<[number | null]>;
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  let introduction = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    introduction += chunk;
    // The introduction ends in a blank line, the plain address in a line.
    if (/\n\n$/.test(introduction) || /^Vitrine is serving on .*\n$/.test(introduction)) break;
  }
  child.stdout.resume();
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await ended;
    return code;
  };
  const logged = () => log.split('\n').filter((line) => line.includes('demo shop'));
  return { introduction, logged, stop };
};

const curlsOf = (introduction: string): string[] =>
  introduction.split('\n').filter((line) => line.startsWith('curl '));

const assertCurlsWork = async (introduction: string): Promise<void> => {
  const responses = await Promise.all(
    curlsOf(introduction).map(async (line) => JSON.parse((await run('sh', ['-c', line])).stdout)),
  );
  assert.equal(responses.length, 3);
  const [content, count, model] = responses;
  assert.ok(content.total > 0 && content.data.length > 0);
  assert.equal(count.Status, 'success');
  assert.ok(count.Data.result.total_count > 0);
  assert.equal(model.Data.record.id, demo.blogModelId);
};

/** Every picture that the bundle names. */
const assertImagesAreServed = async (introduction: string): Promise<void> => {
  const address = /Address +(\S+)/.exec(introduction)?.[1];
  const paths = new Set((await readFile(BUNDLE, 'utf8')).match(/\/demo\/images\/[^"]+/g));
  assert.ok(paths.size > 50);
  for (const path of paths) {
    const response = await fetch(`${address}${path}`);
    assert.equal(response.headers.get('content-type'), 'image/svg+xml; charset=utf-8', path);
    assert.match(await response.text(), /^<svg [^>]+>.*<\/svg>$/);
  }
  for (const path of [
    '/demo/images/tent/no-colour.svg',
    '/demo/images/nothing/petrol.svg',
    '/demo/images/tent',
  ]) {
    const response = await fetch(`${address}${path}`);
    assert.deepEqual(
      [response.status, ((await response.json()) as { Error: { name: string } }).Error.name],
      [404, 'RouteNotFound'],
      path,
    );
  }
};

const assertAnyOriginMayCall = async (introduction: string): Promise<void> => {
  const address = /Address +(\S+)/.exec(introduction)?.[1];
  const response = await fetch(`${address}/discovery/search/content`, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'GET' },
  });
  assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [204, '*']);
};

test('an empty folder gets the demo shop, and every printed line works', async (context) => {
  const dataDir = await makeDataDir(context);
  const first = await startDemo(context, dataDir);
  for (const part of [
    /Address {6}http:\/\/127\.0\.0\.1:\d+\n/,
    new RegExp(`Tenant +${demo.tenantId}\n`),
    new RegExp(`Workspace +${demo.workspaceId}\n`),
    new RegExp(`Environment +${demo.productionEnvironmentId}\n`),
    new RegExp(`Catalog +${demo.mainCatalogId}\n`),
    /Token +vtr_[\w-]{43} {2}\(full, 7 days\)\n/,
  ]) {
    assert.match(first.introduction, part);
  }
  await assertCurlsWork(first.introduction);
  await assertAnyOriginMayCall(first.introduction);
  await assertImagesAreServed(first.introduction);
  assert.equal(await first.stop(), 0);
  const bundle = (await runHere(dataDir, ['export'])).out;

  const second = await startDemo(context, dataDir);
  await assertCurlsWork(second.introduction);
  assert.equal(await second.stop(), 0);
  assert.deepEqual([...first.logged(), ...second.logged()], []);
  // Searches made meanwhile are recorded; nothing else may have changed.
  const withoutSearches = (text: string) => text.replaceAll(/^\{"kind":"search_event".*\n/gm, '');
  assert.equal(withoutSearches((await runHere(dataDir, ['export'])).out), withoutSearches(bundle));

  // Popular terms can be computed anew: its searches are of late.
  const { code, out } = await runHere(dataDir, ['popular-terms', 'refresh', '--json']);
  assert.equal(code, 0);
  const [catalog] = JSON.parse(out) as { catalog_id: string; terms: number }[];
  assert.equal(catalog?.catalog_id, demo.mainCatalogId);
  assert.ok(catalog.terms > 10);
});

test('a folder that holds something else is left as it is, and the log says so', async (context) => {
  const dataDir = await makeDataDir(context);
  const input = [
    '{"kind":"scope","tenant_id":"acme","workspace_id":"web"}',
    '{"kind":"tenant","id":"acme"}',
    '{"kind":"workspace","id":"web"}',
  ].join('\n');
  assert.equal((await runHere(dataDir, ['import', '-'], { input })).code, 0);
  const bundle = (await runHere(dataDir, ['export'])).out;
  const service = await startDemo(context, dataDir);
  assert.match(service.introduction, /^Vitrine is serving on http:\/\/127\.0\.0\.1:\d+\n$/);
  assert.equal(await service.stop(), 0);
  const [line, ...others] = service.logged();
  assert.match(line ?? '', /"level":40,.*"the demo shop was not loaded, because there is other data; /);
  assert.deepEqual(others, []);
  assert.equal((await runHere(dataDir, ['export'])).out, bundle);
  assert.deepEqual(JSON.parse((await runHere(dataDir, ['token', 'list', '--json'])).out), []);
});

test('the ids that the documentation may quote are in the bundle, as what they say they are', async () => {
  const lines = (await readFile(BUNDLE, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const has = (kind: string, fields: Readonly<Record<string, unknown>>): void => {
    const isLike = (line: Record<string, unknown>) =>
      line['kind'] === kind && Object.entries(fields).every(([name, value]) => line[name] === value);
    assert.equal(lines.filter(isLike).length, 1, `${kind} ${JSON.stringify(fields)}`);
  };
  has('scope', { tenant_id: demo.tenantId, workspace_id: demo.workspaceId });
  has('environment', { id: demo.productionEnvironmentId, access: 'open' });
  has('environment', { id: demo.stagingEnvironmentId, access: 'token_required' });
  has('domain', { host: demo.productionHost, environment_id: demo.productionEnvironmentId });
  has('domain', { host: demo.stagingHost, environment_id: demo.stagingEnvironmentId });
  has('catalog', { id: demo.mainCatalogId, content_search: true });
  has('catalog', { id: demo.outletCatalogId, content_search: false });
  has('store', {
    id: demo.usdStoreId,
    currency: 'USD',
    is_default: true,
    content_model_id: demo.productModelId,
  });
  has('store', { id: demo.eurStoreId, currency: 'EUR', is_default: false });
  has('store', { id: demo.stagingStoreId, environment_id: demo.stagingEnvironmentId });
  has('facet', { catalog_id: demo.mainCatalogId, field: 'price', label: 'Price' });
  has('merchandising_rule', { id: 'campaign-first-snow', status: 'active' });
  has('merchandising_rule', { id: 'campaign-gifts-under-50', status: 'draft' });
  has('content_model', { id: demo.blogModelId, internal_name: 'blog' });
  has('content_model', { id: demo.landingPageModelId, internal_name: 'landing_page' });
  has('content_model', { id: demo.siteSettingsModelId, is_versionable: false });
  has('content_model', { id: demo.productModelId, internal_name: 'product' });
  has('record', { id: demo.siteSettingsRecordId, model: 'site_settings' });
  has('version', { id: demo.siteSettingsVersionId, record_id: demo.siteSettingsRecordId });
  has('record', { id: demo.draftRecordId, model: 'blog' });
  has('version', { id: demo.draftVersionId, record_id: demo.draftRecordId, number: 2 });
  has('version', { id: demo.draftLiveVersionId, record_id: demo.draftRecordId, number: 1 });
  has('publication', {
    record_id: demo.draftRecordId,
    environment_id: demo.productionEnvironmentId,
    version_id: demo.draftLiveVersionId,
  });
});
