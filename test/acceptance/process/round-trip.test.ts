// An export imported into an empty folder serves every request with the same bytes, and importing existing data
// changes nothing.

import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as demo from '../../../demo/build/ids.ts';
import { openStore } from '../../../src/open-store.ts';
import { runHere } from '../cli/run-here.ts';
import { importOnce } from '../service/imported-folder.ts';
import { makeDataDir, type RunningService, runCommand, startService } from '../service/running-service.ts';
import { discoveryRequests, type RecordedRequest, recordedRequests } from './round-trip-requests.ts';

const requests = [...recordedRequests, ...discoveryRequests];

const BUNDLE = join(import.meta.dirname, '..', '..', '..', 'demo', 'shop.ndjson');
const workspace = { tenantId: demo.tenantId, workspaceId: demo.workspaceId };

/** Headers that may differ each time. */
/** The position is of the store that is read. */
const VOLATILE_HEADERS = ['x-request-id', 'date', 'vitrine-position'];

interface RecordedResponse {
  readonly status: number | undefined;
  readonly headers: readonly string[];
  readonly body: string;
}

const ask = (address: string, token: string, wanted: RecordedRequest): Promise<RecordedResponse> =>
  new Promise((resolve, reject) => {
    const body = wanted.body === undefined ? '' : JSON.stringify(wanted.body);
    const scope =
      wanted.host === undefined
        ? {
            'x-tenant-id': demo.tenantId,
            'x-workspace-id': demo.workspaceId,
            'x-environment-id': wanted.environmentId,
          }
        : { host: wanted.host };
    const headers = {
      ...scope,
      ...wanted.headers,
      ...(wanted.withToken ? { authorization: `Bearer ${token}` } : {}),
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
    };
    const sent = request(new URL(wanted.target, address), { method: wanted.method, headers }, (response) => {
      response.toArray().then((chunks) => {
        const kept = Object.entries(response.headers).filter(([name]) => !VOLATILE_HEADERS.includes(name));
        resolve({
          status: response.statusCode,
          headers: kept.map(([name, value]) => `${name}: ${value}`),
          body: Buffer.concat(chunks).toString('utf8'),
        });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const importFrom = async (dataDir: string, ...words: string[]): Promise<Record<string, unknown>> => {
  const { code, out, err } = await runHere(dataDir, ['import', '--json', ...words]);
  assert.equal(code, 0, err);
  return JSON.parse(out) as Record<string, unknown>;
};

const exportAll = async (dataDir: string, ...words: string[]): Promise<string> => {
  const { code, out, err } = await runHere(dataDir, ['export', ...words]);
  assert.equal(code, 0, err);
  return out;
};

const createToken = async (dataDir: string): Promise<string> => {
  const words = `token create --tenant ${demo.tenantId} --workspace ${demo.workspaceId}`.split(' ');
  const { out } = await runHere(dataDir, [...words, '--name', 't', '--permission', 'full', '--json']);
  return (JSON.parse(out) as { token: string }).token;
};

const start = async (
  context: TestContext,
  dataDir: string,
): Promise<{ service: RunningService; token: string }> => {
  const token = await createToken(dataDir);
  // No request here may change a response.
  const service = await startService(dataDir, { VITRINE_SEARCH_RECORDING: 'false' });
  context.after(() => service.stop('SIGKILL'));
  return { service, token };
};

const askAll = async (service: RunningService, token: string): Promise<RecordedResponse[]> => {
  const responses: RecordedResponse[] = [];
  for (const wanted of requests) responses.push(await ask(service.address, token, wanted));
  return responses;
};

/** Position of the newest change: it grows with every visible change. */
const headPosition = async (dataDir: string): Promise<number> => {
  const store = await openStore({ dataDir });
  try {
    return await store.headPosition(workspace);
  } finally {
    await store.close();
  }
};

const openDemo = importOnce(() => demoText);

let demoText = '';
before(async () => {
  demoText = await readFile(BUNDLE, 'utf8');
});

test('the recorded requests are varied: every operation, and responses of every kind', () => {
  assert.ok(requests.length >= 70, `${requests.length} requests`);
  assert.equal(new Set(requests.map((wanted) => JSON.stringify(wanted))).size, requests.length);
});

test('an export imported into an empty folder serves every request with the same bytes', async (context) => {
  const first = await openDemo(context);
  const { service, token } = await start(context, first);
  // Data that no bundle had, so that the export has more than what was imported.
  const published = await ask(service.address, token, {
    method: 'PATCH',
    target: `/content/v2/content-models/blog/records/${demo.draftRecordId}/versions/publish?locale=en-us`,
    environmentId: demo.productionEnvironmentId,
    withToken: true,
    body: {
      version_data: [
        { environment_id: demo.productionEnvironmentId, version_id: demo.draftVersionId },
        { environment_id: demo.stagingEnvironmentId, version_id: demo.draftLiveVersionId },
      ],
    },
  });
  assert.equal(published.status, 200, published.body);
  const responses = await askAll(service, token);
  for (const [at, { target }] of requests.entries())
    if (at >= recordedRequests.length) assert.equal(responses[at]?.status, 200, target);
  for (const status of [200, 401, 404, 409, 500]) {
    assert.ok(
      responses.some((response) => response.status === status),
      `no response has status ${status}`,
    );
  }
  const bundle = await exportAll(first);
  assert.equal(await service.stop(), 0);

  const second = await makeDataDir(context);
  const { code, err } = await runHere(second, ['import', '-'], { input: bundle });
  assert.equal(code, 0, err);
  assert.equal(await exportAll(second), bundle);
  const other = await start(context, second);
  const again = await askAll(other.service, other.token);
  for (const [index, wanted] of requests.entries()) {
    assert.deepEqual(again[index], responses[index], JSON.stringify(wanted));
  }
  assert.equal(await other.service.stop(), 0);
});

test('importing the same bundle twice changes nothing', async (context) => {
  const dataDir = await makeDataDir(context);
  const objects = demoText.trim().split('\n').length - 1;
  const first = await importFrom(dataDir, BUNDLE);
  assert.deepEqual([first['created'], first['updated'], first['unchanged']], [objects, 0, 0]);
  const bundle = await exportAll(dataDir);
  const position = await headPosition(dataDir);
  const second = await importFrom(dataDir, BUNDLE);
  assert.deepEqual([second['created'], second['updated'], second['unchanged']], [0, 0, objects]);
  assert.equal(await exportAll(dataDir), bundle);
  assert.equal(await headPosition(dataDir), position);
  const { code, out } = await runHere(dataDir, ['import', '-'], { input: bundle });
  assert.equal(code, 0);
  assert.match(out, new RegExp(`0 created, 0 updated, ${objects} unchanged`));
  assert.equal(await headPosition(dataDir), position);
});

const lines = (...objects: unknown[]): string => objects.map((object) => JSON.stringify(object)).join('\n');
const acme = [
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
  { kind: 'tenant', id: 'acme' },
  { kind: 'workspace', id: 'web' },
];

test('a bad line is reported by its number, and nothing is imported', async (context) => {
  const dataDir = await makeDataDir(context);
  const input = lines(
    ...acme,
    { kind: 'environment', id: 'P1', colour: 'red' },
    { kind: 'environment', id: 'P2' },
    { kind: 'domain', host: 'shop.acme.test', environment_id: 'P9' },
  );
  const strict = await runCommand(dataDir, ['import', '-'], { input });
  assert.equal(strict.code, 1);
  assert.match(strict.err, /^line 4: environment: .*colour/m);
  assert.match(strict.out, /Nothing was imported/);
  assert.equal(await exportAll(dataDir), '');
  const asJson = await runHere(dataDir, ['import', '--json', '-'], { input: `${input}\nnot json` });
  assert.equal(asJson.code, 1);
  const report = JSON.parse(asJson.out) as { committed: boolean; faults: { line: number }[] };
  assert.equal(report.committed, false);
  assert.deepEqual(
    report.faults.map(({ line }) => line),
    [4, 7],
  );
});

test('--keep-going imports the rest and still exits with 1', async (context) => {
  const dataDir = await makeDataDir(context);
  const input = lines(
    ...acme,
    { kind: 'environment', id: 'P1', colour: 'red' },
    { kind: 'environment', id: 'P2' },
    { kind: 'domain', host: 'shop.acme.test', environment_id: 'P9' },
  );
  const { code, out, err } = await runHere(dataDir, ['import', '--keep-going', '--json', '-'], { input });
  assert.equal(code, 1);
  const report = JSON.parse(out) as Record<string, unknown>;
  assert.deepEqual([report['committed'], report['created'], report['fault_count']], [true, 3, 2]);
  assert.equal(err, '');
  const faults = report['faults'] as { line: number; message: string }[];
  assert.deepEqual(
    faults.map(({ line, message }) => `${line} ${message.split(':', 2).join(':')}`),
    ['4 environment: colour is not a known field', '6 domain: environment_id'],
  );
  assert.match(await exportAll(dataDir), /"kind":"environment","id":"P2"/);
});

test('gzip goes by the name on the way out and by the first bytes on the way in', async (context) => {
  const first = await makeDataDir(context);
  const input = lines(...acme, { kind: 'environment', id: 'P1' });
  assert.equal((await runHere(first, ['import', '-'], { input })).code, 0);
  const plain = await exportAll(first);
  const folder = await makeDataDir(context);
  const packed = join(folder, 'out.ndjson.gz');
  const written = await runCommand(first, ['export', '-o', packed, '--json']);
  assert.equal(written.code, 0, written.err);
  assert.deepEqual(JSON.parse(written.out), { file: packed, lines: plain.trim().split('\n').length });
  assert.equal(gunzipSync(await readFile(packed)).toString('utf8'), plain);
  assert.equal((await stat(packed)).mode & 0o777, 0o600);
  const misnamed = join(folder, 'packed-though-it-does-not-say-so.ndjson');
  await writeFile(misnamed, gzipSync(plain));
  const second = await makeDataDir(context);
  await importFrom(second, misnamed);
  assert.equal(await exportAll(second), plain);
});

test('an exported file appears whole or not at all', async (context) => {
  const dataDir = await makeDataDir(context);
  const folder = await makeDataDir(context);
  const file = join(folder, 'backup.ndjson');
  await writeFile(file, 'the backup of yesterday\n');
  const failed = await runHere(dataDir, ['export', '--tenant', 'nobody', '-o', file]);
  assert.equal(failed.code, 1);
  assert.match(failed.err, /there is no (?:tenant|workspace) /);
  assert.equal(await readFile(file, 'utf8'), 'the backup of yesterday\n');
  const { code } = await runCommand(dataDir, ['export', '-o', file]);
  assert.equal(code, 0);
  assert.equal(await readFile(file, 'utf8'), '');
  assert.deepEqual(await readdir(folder), ['backup.ndjson']);
});

test('one workspace, or one tenant, is exported alone', async (context) => {
  const dataDir = await makeDataDir(context);
  const workspaceLines = (tenant: string, id: string) => [
    { kind: 'scope', tenant_id: tenant, workspace_id: id },
    { kind: 'tenant', id: tenant },
    { kind: 'workspace', id },
    { kind: 'environment', id: `${tenant}-${id}` },
  ];
  const input = lines(
    ...workspaceLines('acme', 'web'),
    ...workspaceLines('acme', 'app'),
    ...workspaceLines('zeta', 'web'),
  );
  const { code, err } = await runCommand(dataDir, ['import', '-'], { input });
  assert.equal(code, 0, err);
  const environmentsOf = (bundle: string): string[] =>
    [...bundle.matchAll(/"kind":"environment","id":"([^"]+)"/g)].map((match) => match[1] ?? '').sort();
  assert.deepEqual(environmentsOf(await exportAll(dataDir)), ['acme-app', 'acme-web', 'zeta-web']);
  assert.deepEqual(environmentsOf(await exportAll(dataDir, '--tenant', 'acme')), ['acme-app', 'acme-web']);
  const one = await exportAll(dataDir, '--tenant', 'acme', '--workspace', 'app');
  assert.deepEqual(environmentsOf(one), ['acme-app']);
  assert.doesNotMatch(one, /zeta|acme-web/);
  const alone = await makeDataDir(context);
  assert.equal((await runHere(alone, ['import', '-'], { input: one })).code, 0);
  assert.equal(await exportAll(alone), one);
});
