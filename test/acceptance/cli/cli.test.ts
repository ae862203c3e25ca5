// What the commands do: tokens, popular terms, pipes, and JSON output.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import * as demo from '../../../demo/build/ids.ts';
import { nodeVariables } from '../../fixtures/node-variables.ts';
import { makeDataDir, runCommand, startService } from '../service/running-service.ts';
import { runHere } from './run-here.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const BUNDLE = join(root, 'demo', 'shop.ndjson');
const run = promisify(execFile);

let dataDir = '';
after(() => rm(dataDir, { recursive: true, force: true }));
before(async () => {
  // One folder for all tests here: loading the shop takes longer than most of them.
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const { code, out, err } = await runCommand(dataDir, ['import', BUNDLE]);
  assert.equal(code, 0, err);
  assert.match(out, /^Imported \d+ lines: \d+ created, 0 updated, 0 unchanged\.\n$/);
  assert.equal(err, '', 'no progress bar in a pipe');
});

interface TokenJson {
  readonly id: string;
  readonly token?: string;
  readonly name: string;
  readonly permission: string;
  readonly environment_ids: string[] | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

const place = ['--tenant', demo.tenantId, '--workspace', demo.workspaceId];

const createToken = async (...words: string[]): Promise<TokenJson> => {
  const { code, out, err } = await runHere(dataDir, ['token', 'create', ...place, ...words, '--json']);
  assert.equal(code, 0, err);
  assert.equal(err, '');
  return JSON.parse(out) as TokenJson;
};

const listTokens = async (...words: string[]): Promise<TokenJson[]> => {
  const { code, out, err } = await runHere(dataDir, ['token', 'list', ...words, '--json']);
  assert.equal(code, 0, err);
  return JSON.parse(out) as TokenJson[];
};

test('a token is created, listed without its secret, used, and revoked for the next request', async (context) => {
  const created = await createToken(
    ...['--name', 'reports', '--permission', 'read', '--expires', '2099-12-31'],
    ...['--environment', demo.productionEnvironmentId, '--environment', demo.productionEnvironmentId],
  );
  assert.match(created.token ?? '', /^vtr_[\w-]{43}$/);
  assert.equal(created.permission, 'read');
  assert.equal(created.expires_at, '2099-12-31T00:00:00.000Z');
  assert.deepEqual(created.environment_ids, [demo.productionEnvironmentId]);
  const { token: secret, ...shown } = created;
  assert.deepEqual(
    (await listTokens()).find(({ id }) => id === created.id),
    shown,
  );
  const plain = await runHere(dataDir, ['token', 'list', ...place]);
  assert.match(plain.out, new RegExp(`^${created.id} .* read +until 2099-12-31T.* reports$`, 'm'));
  assert.ok(!plain.out.includes(secret ?? ''));

  const service = await startService(dataDir);
  context.after(() => service.stop('SIGKILL'));
  const readModel = async (environmentId = demo.productionEnvironmentId) => {
    const response = await service.fetch(`/content/v2/content-models/${demo.blogModelId}`, {
      headers: {
        'x-tenant-id': demo.tenantId,
        'x-workspace-id': demo.workspaceId,
        'x-environment-id': environmentId,
        authorization: `Bearer ${secret}`,
      },
    });
    return response.status;
  };
  assert.equal(await readModel(), 200);
  assert.equal(await readModel(demo.stagingEnvironmentId), 403);
  const revoked = await runCommand(dataDir, ['token', 'revoke', created.id, '--json']);
  assert.deepEqual(JSON.parse(revoked.out), { id: created.id, revoked: true });
  assert.equal(await readModel(), 401);
  const [listed] = (await listTokens()).filter(({ id }) => id === created.id);
  assert.ok(listed?.revoked_at);
  // Revoking again keeps the first time.
  assert.equal((await runHere(dataDir, ['token', 'revoke', created.id])).out, `Revoked ${created.id}.\n`);
  assert.deepEqual(
    (await listTokens()).find(({ id }) => id === created.id),
    listed,
  );
  assert.ok(!service.log().includes(secret ?? ''));
  assert.equal(await service.stop(), 0);
});

test('the plain output of token create begins with the token, for people who copy', async () => {
  const words = ['token', 'create', ...place, '--name', 'editor', '--permission', 'full'];
  const { code, out } = await runCommand(dataDir, words);
  assert.equal(code, 0);
  assert.match(out, /^vtr_[\w-]{43}\n\nToken \S+ \(editor, full\)\. It is not shown again\.\n$/);
});

test('token list can be limited', async () => {
  await createToken('--name', 'one', '--permission', 'read');
  assert.ok((await listTokens('--tenant', demo.tenantId, '--workspace', demo.workspaceId)).length > 0);
  assert.deepEqual(await listTokens('--tenant', 'nobody'), []);
  assert.deepEqual(await listTokens('--workspace', 'nowhere'), []);
});

test('what does not exist is told with exit code 1', async () => {
  const token = (tenant: string, workspace: string, ...words: string[]) => [
    ...['token', 'create', '--tenant', tenant, '--workspace', workspace, '--name', 'x'],
    ...['--permission', 'read', ...words],
  ];
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [token('nobody', demo.workspaceId), /there is no workspace nobody\/\w/],
    [token(demo.tenantId, 'nowhere'), /there is no workspace \w+\/nowhere/],
    [token(demo.tenantId, demo.workspaceId, '--environment', 'X'), /there is no environment X in \w+\/\w/],
    [['token', 'revoke', 'no-such-id'], /no token no-such-id/],
    [['popular-terms', 'refresh', '--catalog', 'no-such-catalog'], /no catalog no-such-catalog/],
    [['popularity', 'refresh', '--catalog', 'no-such-catalog'], /no catalog no-such-catalog/],
    [['export', '--tenant', 'nobody'], /there is no tenant nobody/],
    [['export', '--tenant', demo.tenantId, '--workspace', 'nowhere'], /there is no workspace \w+\/nowhere/],
  ];
  for (const [words, message] of cases) {
    const { code, out, err } = await runHere(dataDir, words);
    assert.equal(code, 1, words.join(' '));
    assert.equal(out, '');
    assert.match(err, message);
    assert.doesNotMatch(err, /^\s+at /m);
  }
});

test('popular-terms refresh says what it computed', async () => {
  const all = await runCommand(dataDir, ['popular-terms', 'refresh', '--json']);
  assert.equal(all.code, 0, all.err);
  assert.equal(all.err, '');
  const [first] = JSON.parse(all.out) as { catalog_id: string; terms: number }[];
  assert.equal(first?.catalog_id, demo.mainCatalogId);
  assert.ok(first.terms > 0);
  const one = await runHere(dataDir, [
    'popular-terms',
    'refresh',
    '--catalog',
    demo.mainCatalogId.toUpperCase(),
  ]);
  assert.equal(one.code, 0, one.err);
  assert.equal(one.out, `${demo.tenantId}/${demo.workspaceId} ${demo.mainCatalogId}: ${first.terms} terms\n`);
});

test('an export writes the bundle to standard output and its report to standard error', async () => {
  const { code, out, err } = await runCommand(dataDir, ['export']);
  assert.equal(code, 0);
  const lines = out.trim().split('\n');
  for (const line of lines) JSON.parse(line);
  assert.equal(err, `Exported ${lines.length} lines.\n`);
  assert.ok(!out.includes('vtr_'));
});

/** Pipes a command into a reader that stops early; returns how the command itself ended. */
const runInto = async (reader: string, words: string) => {
  const command = `"${process.execPath}" src/cli/main.js ${words}; echo "ended with $?" >&2`;
  return run('sh', ['-c', `{ ${command}; } | ${reader}`], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...nodeVariables, VITRINE_DATA_DIR: dataDir },
  });
};

test('a reader that goes away ends an export quietly', async () => {
  const { stdout, stderr } = await runInto('head -1', 'export');
  assert.equal(
    stdout,
    `{"kind":"scope","tenant_id":"${demo.tenantId}","workspace_id":"${demo.workspaceId}"}\n`,
  );
  assert.equal(stderr, 'ended with 0\n');
});

test('nobody has to read the report of an import', async () => {
  const { stderr } = await runInto('true', 'import demo/shop.ndjson');
  assert.equal(stderr, 'ended with 0\n');
});

test('two products with one id are reported and refused, unless the last is meant', async (context) => {
  const folder = await makeDataDir(context);
  const catalog = '0190a000-0000-7000-8000-000000000001';
  const product = (name: string) => JSON.stringify({ kind: 'product', catalog_id: catalog, id: 'p1', name });
  const input = [
    '{"kind":"scope","tenant_id":"acme","workspace_id":"web"}',
    '{"kind":"tenant","id":"acme"}',
    '{"kind":"workspace","id":"web"}',
    `{"kind":"catalog","id":"${catalog}"}`,
    product('first'),
    product('second'),
  ].join('\n');
  const refused = await runCommand(folder, ['import', '-'], { input });
  assert.equal(refused.code, 1);
  assert.match(refused.err, /^line 6: product: .*id "p1" is already in line 5$/m);
  assert.match(refused.err, /--allow-duplicates/);
  assert.equal(refused.out, 'Nothing was imported: 1 bad line.\n');
  const allowed = await runHere(folder, ['import', '-', '--allow-duplicates', '--json'], { input });
  assert.equal(allowed.code, 0, allowed.err);
  const { duplicate_count, duplicates, fault_count, committed } = JSON.parse(allowed.out);
  assert.equal(duplicates[0].line, 6);
  assert.match(duplicates[0].message, /^product: .*id "p1" is already in line 5$/);
  assert.deepEqual([duplicate_count, fault_count, committed], [1, 0, true]);
  assert.match((await runHere(folder, ['export'])).out, /"name":"second"/);
});
