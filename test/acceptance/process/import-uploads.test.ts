// Uploads to a service that stops, is killed, or has others to serve: nothing is left of them, and nobody waits for a slow one.

import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { makeDataDir, type RunningService, startService } from '../service/running-service.ts';

const TIMEOUT = { timeout: 240_000 };
const CATALOG = '6f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11';
const OPERATOR_TOKEN = 'operator-of-the-upload-test-0123456789ab';
const PLACES = ['acme/web', 'acme/twin', 'acme/free', 'globex/web'];
const HEAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\nHandle,Title\n';

let service: RunningService;

const linesOf = (place: string): object[] => {
  const [tenantId, workspaceId] = place.split('/');
  return [
    { kind: 'scope', tenant_id: tenantId, workspace_id: workspaceId },
    ...(workspaceId === 'web' ? [{ kind: 'tenant', id: tenantId }] : []),
    { kind: 'workspace', id: workspaceId },
    { kind: 'environment', id: 'P1' },
    { kind: 'catalog', id: CATALOG, environment_ids: ['P1'] },
  ];
};

before(async (context) => {
  const { after } = context as TestContext;
  const dataDir = await makeDataDir({ after: (done) => after.call(context, done) });
  const input = PLACES.flatMap(linesOf)
    .map((line) => JSON.stringify(line))
    .join('\n');
  assert.equal((await runHere(dataDir, ['import', '-'], { input })).code, 0);
  service = await start(dataDir);
  after.call(context, () => service.stop());
}, TIMEOUT);

const start = (dataDir: string) =>
  startService(dataDir, { VITRINE_OPERATOR_TOKEN: OPERATOR_TOKEN, VITRINE_SHUTDOWN_TIMEOUT_MS: '300' });

const headersOf = (place: string) => {
  const [tenantId = '', workspaceId = ''] = place.split('/');
  return {
    ...{ 'x-tenant-id': tenantId, 'x-workspace-id': workspaceId },
    authorization: `Bearer ${OPERATOR_TOKEN}`,
    'content-type': 'multipart/form-data; boundary=b',
  };
};

const PATH = '/manage/v1/import?from=shopify-csv';

/** An upload that does not end. */
const beginUpload = (place: string): ClientRequest => {
  const sent = request(new URL(PATH, service.address), { method: 'POST', headers: headersOf(place) });
  sent.on('error', () => undefined);
  sent.write(`${HEAD}a,A\n`);
  return sent;
};

const leftovers = async (): Promise<string[]> =>
  (await readdir(service.dataDir)).filter((name) => name.startsWith('import-'));

const errorsIn = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= 50);

test('two uploads that do not end keep no other workspace and no other tenant waiting', TIMEOUT, async () => {
  const slow = [beginUpload('acme/web'), beginUpload('acme/twin')];
  await waitUntil('both have begun', async () => (await leftovers()).length === 2);
  for (const place of ['acme/free', 'globex/web']) {
    const body = `${HEAD}a,A\n\r\n--b--\r\n`;
    const response = await service.fetch(PATH, { method: 'POST', headers: headersOf(place), body });
    assert.match(await response.text(), /"committed":true/);
  }
  for (const upload of slow) upload.destroy();
  await waitUntil('nothing is left of them', async () => (await leftovers()).length === 0);
});

test('who leaves after the upload undoes it; that is no error', TIMEOUT, async () => {
  const upload = beginUpload('acme/web');
  await waitUntil('it has begun', async () => (await leftovers()).length > 0);
  const rows = Array.from({ length: 20_000 }, (_, row) => `p${row},P\n`);
  upload.end(`${rows.join('')}\r\n--b--\r\n`);
  await waitUntil('it is read', async () => (await leftovers()).length > 1);
  upload.destroy();
  await waitUntil('nothing is left of it', async () => (await leftovers()).length === 0);
  assert.deepEqual(errorsIn(service.log()), []);
  const body = `${HEAD}b,B\n\r\n--b--\r\n`;
  const response = await service.fetch(PATH, { method: 'POST', headers: headersOf('acme/web'), body });
  assert.match(await response.text(), /"product":\{"created":1,"updated":0,"unchanged":0,"deleted":0\}/);
});

test(
  'a service that stops leaves nothing of an upload; one that was killed, until it starts again',
  TIMEOUT,
  async () => {
    const { dataDir } = service;
    beginUpload('acme/web');
    await waitUntil('it has begun', async () => (await leftovers()).length > 0);
    assert.equal(await service.stop(), 0);
    assert.deepEqual(await leftovers(), []);
    service = await start(dataDir);
    beginUpload('acme/web');
    await waitUntil('it has begun', async () => (await leftovers()).length > 0);
    await service.stop('SIGKILL');
    assert.equal((await leftovers()).length, 1);
    await mkdir(join(dataDir, 'import-00000000-1-abcdef'));
    service = await start(dataDir);
    // Who knows whether something runs on another machine.
    assert.deepEqual(await leftovers(), ['import-00000000-1-abcdef']);
  },
);
