// A service with a failing disk, over HTTP: writes fail with a named error, reads continue, `/readyz` reports it, and
// it recovers by itself. Failed flushes are injected; damage is real.

import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { LARGE_WRITE_BYTES } from '../../../src/http/run-use-case.ts';
import { damagePagesWith } from '../../fixtures/damage-file.ts';
import { preloading } from '../../fixtures/node-variables.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { importOnce } from '../service/imported-folder.ts';
import { type RunningService, startService } from '../service/running-service.ts';

const OPERATOR_TOKEN = 'operator-of-the-storage-test-0123456789';
const CATALOG = '0190a000-0000-7000-8000-000000000001';
const OTHER_CATALOG = '0190a000-0000-7000-8000-000000000002';
const scope = { 'x-tenant-id': 'acme', 'x-workspace-id': 'web', 'x-environment-id': 'P1' };
const headers = { ...scope, authorization: `Bearer ${OPERATOR_TOKEN}` };

const product = (id: string) => ({
  kind: 'product',
  catalog_id: CATALOG,
  id,
  name: 'lamp',
  // Only documents hold a description: a write beside a damaged one does not read it.
  description: `marker-${id}-${'x'.repeat(300)}`,
});

const article = (catalog: string) => ({
  kind: 'content_item',
  catalog_id: catalog,
  provider_id: 'a1',
  locale: 'en-us',
  type: 'page',
  title: 'lantern',
  url: '/a1',
  created_at: '2026-01-02',
});

const bundle = [
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
  { kind: 'tenant', id: 'acme' },
  { kind: 'workspace', id: 'web' },
  { kind: 'environment', id: 'P1' },
  { kind: 'catalog', id: CATALOG, environment_ids: ['P1'] },
  { kind: 'catalog', id: OTHER_CATALOG, environment_ids: ['P1'] },
  article(CATALOG),
  article(OTHER_CATALOG),
  ...Array.from({ length: 300 }, (_, number) => product(`p${number}`)),
];

const linesOf = (lines: readonly object[]): string => lines.map((one) => `${JSON.stringify(one)}\n`).join('');

const makeShop = importOnce(() => linesOf(bundle));

const start = async (t: TestContext, dataDir: string, variables: Readonly<Record<string, string>> = {}) => {
  const service = await startService(dataDir, { VITRINE_OPERATOR_TOKEN: OPERATOR_TOKEN, ...variables });
  t.after(() => service.stop());
  return service;
};

interface Said {
  readonly status: number;
  readonly name: string | undefined;
  readonly retryAfter: string | null;
}

const ask = async (service: RunningService, path: string, init: RequestInit = {}): Promise<Said> => {
  const response = await service.fetch(path, { headers, ...init });
  const text = await response.text();
  assert.doesNotMatch(text, /internal_error/, service.log().slice(-3_000));
  const name = /"name":"(Storage\w+)"/.exec(text)?.[1];
  return { status: response.status, name, retryAfter: response.headers.get('retry-after') };
};

const search = (service: RunningService, catalog: string) =>
  ask(service, `/discovery/search/content?catalog_id=${catalog}&q=lantern`, { headers: scope });

const put = (service: RunningService, id: string) =>
  ask(service, `/manage/v1/catalogs/${CATALOG}/products/${id}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id, name: id }),
  });

const sendBulk = (service: RunningService, id: string) =>
  ask(service, '/manage/v1/bulk', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: linesOf([product(id)]),
  });

/** White space makes it large, so that the thread for long requests writes it, once it has started. */
const putLarge = (service: RunningService, id: string) =>
  ask(service, `/manage/v1/catalogs/${CATALOG}/products/${id}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id, name: id }).padEnd(LARGE_WRITE_BYTES + 1),
  });

const hasMoved = async (service: RunningService): Promise<boolean> => {
  assert.ok((await putLarge(service, 'large')).status < 300);
  const metrics = await (await service.fetch('/metrics', { headers })).text();
  return /^vitrine_large_writes_total [1-9]/m.test(metrics);
};

const read = (service: RunningService, id: string) =>
  ask(service, `/manage/v1/catalogs/${CATALOG}/products/${id}`);

const plant = async (t: TestContext, dataDir: string) => {
  const control = `${dataDir}.control`;
  t.after(() => rm(control, { force: true }));
  const module = pathToFileURL(join(import.meta.dirname, '..', '..', 'fixtures', 'planted-disk.ts'));
  module.searchParams.set('control', control);
  return {
    variables: preloading(module),
    failWith: (code: string) => writeFile(control, code),
  };
};

for (const [code, name] of [
  ['EIO', 'StorageFailed'],
  ['ENOSPC', 'StorageFull'],
] as const) {
  const check = async (t: TestContext, send: typeof sendBulk) => {
    const dataDir = await makeShop(t);
    const disk = await plant(t, dataDir);
    const service = await start(t, dataDir, disk.variables);
    assert.ok((await put(service, 'before')).status < 300);
    await waitUntil('the thread for long requests writes', () => hasMoved(service));
    await disk.failWith(code);
    assert.equal((await send(service, 'in-doubt')).name, name);
    for (const write of [put, sendBulk, putLarge]) {
      assert.deepEqual(await write(service, 'refused'), { status: 503, name, retryAfter: '10' });
    }
    assert.deepEqual(await ask(service, '/readyz'), { status: 503, name, retryAfter: '10' });
    assert.equal((await ask(service, '/healthz')).status, 200);
    assert.equal((await read(service, 'before')).status, 200);
    assert.equal((await search(service, CATALOG)).status, 200);
    const told = service.log().match(/"msg":"storage failed"/g);
    assert.equal(told?.length, 1, service.log());
    assert.match(service.log(), new RegExp(`${code}: planted`));
    await disk.failWith('');
    await waitUntil('it is ready again', async () => (await ask(service, '/readyz')).status === 200);
    assert.match(service.log(), /"msg":"storage serves again"/);
    for (const write of [put, sendBulk, putLarge]) assert.ok((await write(service, 'after')).status < 300);
    assert.equal((await read(service, 'refused')).status, 404);
    await service.stop('SIGKILL');
    const restarted = await start(t, dataDir);
    for (const id of ['before', 'in-doubt', 'after']) assert.equal((await read(restarted, id)).status, 200);
  };
  test(`a flush that fails a bulk thread with ${code} stops every write until it is mended`, (t) =>
    check(t, sendBulk));
  test(`a flush that fails the thread for long requests with ${code} does so too`, (t) => check(t, putLarge));
}

test('damaged pages fail those who meet them, in every thread, and nobody else', async (t) => {
  const dataDir = await makeShop(t);
  assert.ok(damagePagesWith(join(dataDir, 'vitrine.db'), 'marker-p150-') > 0);
  const service = await start(t, dataDir);
  const damaged = { status: 503, name: 'StorageDamaged', retryAfter: '10' };
  assert.deepEqual(await ask(service, '/readyz'), damaged, 'whoever makes indexes ready has met them');
  assert.deepEqual(await read(service, 'p150'), damaged);
  assert.equal((await read(service, 'p7')).status, 200);
  assert.deepEqual(await search(service, CATALOG), damaged, 'a thread builds the index');
  assert.equal((await search(service, OTHER_CATALOG)).status, 200);
  assert.deepEqual(await ask(service, '/readyz'), damaged);
  assert.ok((await put(service, 'new')).status < 300);
});

test('a folder in the place of a saved index is set aside, and the index built anew', async (t) => {
  const dataDir = await makeShop(t);
  const first = await start(t, dataDir);
  assert.equal((await search(first, CATALOG)).status, 200);
  await first.stop();
  const [name = ''] = (await readdir(join(dataDir, 'search'))).filter((file) => file.endsWith('.index'));
  const file = join(dataDir, 'search', name);
  await rm(file);
  await mkdir(join(file, 'inside'), { recursive: true });
  const service = await start(t, dataDir);
  assert.equal((await search(service, CATALOG)).status, 200);
  await service.stop();
  assert.doesNotMatch(service.log(), /index work failed/);
  const left = (await readdir(join(dataDir, 'search'))).filter((file) => file.startsWith(name));
  assert.deepEqual(left.sort(), [name, `${name}.damaged`]);
});

test('a file in the place of the folder of saved indexes is told once, and nothing is saved', async (t) => {
  const dataDir = await makeShop(t);
  await writeFile(join(dataDir, 'search'), 'not a folder');
  const service = await start(t, dataDir);
  for (const catalog of [CATALOG, OTHER_CATALOG]) {
    assert.equal((await search(service, catalog)).status, 200);
  }
  await service.stop();
  assert.equal(service.log().match(/cannot be saved/g)?.length, 2, 'a message and its stack');
  assert.equal(service.log().match(/"msg":"search index work failed"/g)?.length, 1, service.log());
});
