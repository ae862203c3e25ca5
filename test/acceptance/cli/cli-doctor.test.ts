// `doctor`: each fault is made for real and found, with what to do; a healthy store has none, and nothing is changed.

import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { indexKey } from '../../../src/adapters/embedded-search/index-id.ts';
import {
  peekSnapshot,
  writeSnapshot,
} from '../../../src/adapters/embedded-search/snapshots/snapshot-file.ts';
import { checkSqliteFile } from '../../../src/cli-inspect.ts';
import { makeSpoolFolder } from '../../../src/import/spool/spool-folder.ts';
import { home, PRODUCTION } from '../service/fixture-bundle.ts';
import { startService } from '../service/running-service.ts';
import { runHere } from './run-here.ts';
import { indexId, openSavedIndex } from './saved-index.ts';

interface Finding {
  readonly check: string;
  readonly severity: string;
  readonly message: string;
  readonly advice?: string;
}

const DAY_MS = 86_400_000;

const examine = async (dataDir: string, variables: Record<string, string> = {}) => {
  const { code, out, err } = await runHere(dataDir, ['doctor', '--json'], { variables });
  assert.equal(err, '');
  const { is_well, findings } = JSON.parse(out) as { is_well: boolean; findings: Finding[] };
  assert.equal(code, is_well ? 0 : 1);
  return { code, findings, wrong: findings.filter(({ severity }) => severity !== 'ok') };
};

/** One finding more than before, with advice. */
const assertFound = async (
  dataDir: string,
  [check, severity, message]: readonly [string, string, RegExp],
  variables: Record<string, string> = {},
): Promise<void> => {
  const { code, wrong } = await examine(dataDir, variables);
  const found = wrong.find((one) => message.test(one.message));
  assert.ok(found, `${message} is not in ${JSON.stringify(wrong)}`);
  assert.deepEqual([found.check, found.severity], [check, severity]);
  assert.ok((found.advice ?? '').length > 0, 'it says what to do');
  assert.equal(code, severity === 'problem' ? 1 : 0);
};

test('a healthy store has no fault, and the doctor changes nothing', async (t) => {
  const { dataDir, file } = await openSavedIndex(t);
  const before = statSync(file).mtimeMs;
  const { code, wrong, findings } = await examine(dataDir);
  assert.deepEqual(wrong, []);
  assert.equal(code, 0);
  assert.ok(
    findings.some(({ message }) => message === 'Saved indexes that agree with the store: 1'),
    JSON.stringify(findings),
  );
  assert.equal(statSync(file).mtimeMs, before);
  const late = checkSqliteFile(dataDir, performance.now() - 1);
  assert.ok(late.unchecked.includes('product'), 'no table is begun after the time is over');
  assert.deepEqual(late.faults, []);
  const shown = await runHere(dataDir, ['doctor']);
  assert.match(shown.out, /^ok {7}configuration: The configuration is valid\.\n/);
});

test('an index that lacks a product is found, a damaged one too', async (t) => {
  const { dataDir, file } = await openSavedIndex(t);
  const saved = peekSnapshot(file, indexKey(indexId));
  assert.ok(typeof saved === 'object');
  const [first, ...others] = saved.products;
  assert.ok(first);
  const products = [{ ...first, tombstones: Uint32Array.of(0) }, ...others];
  writeSnapshot(file, indexKey(indexId), indexId, { ...saved, products });
  await assertFound(dataDir, [
    'indexes',
    'problem',
    /The index of the catalog .* has \d+ products?, the store \d+/,
  ]);
  const [item, ...more] = saved.content;
  assert.ok(item);
  writeSnapshot(file, indexKey(indexId), indexId, {
    ...saved,
    content: [{ ...item, tombstones: Uint32Array.of(0) }, ...more],
  });
  await assertFound(dataDir, ['indexes', 'problem', /has \d+ content items?, the store \d+/]);
  writeFileSync(file, 'no index at all');
  await assertFound(dataDir, ['indexes', 'warning', /saved index .* is damaged/]);
});

test('faults of files', async (t) => {
  const { dataDir } = await openSavedIndex(t);
  const left = await makeSpoolFolder(dataDir);
  utimesSync(left, new Date(), new Date(Date.now() - 2 * DAY_MS));
  await assertFound(dataDir, ['leftovers', 'note', /left over: .*import-/]);
  const ahead = join(dataDir, 'visitor.secret');
  writeFileSync(ahead, 'x'.repeat(32), { mode: 0o600 });
  utimesSync(ahead, new Date(), new Date(Date.now() + DAY_MS));
  await assertFound(dataDir, ['clock', 'warning', /The clock is behind .*visitor\.secret/]);
  chmodSync(dataDir, 0o755);
  chmodSync(join(dataDir, 'vitrine.db'), 0o640);
  await assertFound(dataDir, ['permissions', 'warning', /The group can read .*vitrine\.db/]);
  writeFileSync(join(dataDir, 'backup.gz'), '');
  chmodSync(join(dataDir, 'backup.gz'), 0o644);
  await assertFound(dataDir, ['permissions', 'problem', /Everyone on this machine can read .*backup\.gz/]);
  chmodSync(dataDir, 0o700);
  const { wrong } = await examine(dataDir);
  assert.ok(!wrong.some(({ check }) => check === 'permissions'), 'nobody else can enter the folder');
});

test('a workspace with a catalog but no store, and a service that is asked over its address', async (t) => {
  const { dataDir } = await openSavedIndex(t);
  const lines = [
    { kind: 'scope', tenant_id: home.tenant, workspace_id: 'bare' },
    { kind: 'workspace', id: 'bare' },
    { kind: 'catalog', id: '6f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b99' },
  ];
  const input = lines.map((line) => JSON.stringify(line)).join('\n');
  assert.equal((await runHere(dataDir, ['import', '-'], { input })).code, 0);
  await assertFound(dataDir, ['stores', 'note', /have a catalog but no store: \w+\/bare$/]);
  const service = await startService(dataDir);
  t.after(() => service.stop());
  const asked = await runHere(dataDir, ['doctor', '--url', service.address]);
  assert.match(asked.out, /^ok {7}proxy: Over http:\S+, the service sees the client 127\.0\.0\.1, /m);
  assert.equal(asked.code, 0, asked.out);
  for (const url of ['shop', 'ftp://a.example', 'https://u:p@a.example', 'https://a.example?b=1']) {
    assert.equal((await runHere(dataDir, ['doctor', '--url', url])).code, 2, url);
  }
});

test('faults of configuration, tokens, domains and the database', async (t) => {
  const { dataDir } = await openSavedIndex(t);
  await assertFound(dataDir, ['configuration', 'problem', /VITRINE_PORT is not a whole number/], {
    VITRINE_PORT: 'x',
  });
  await assertFound(dataDir, ['configuration', 'warning', /VITRINE_TRUST_PROXY is true/], {
    VITRINE_TRUST_PROXY: 'true',
  });
  const create = ['token', 'create', '--tenant', home.tenant, '--workspace', home.workspace];
  for (const [name, days] of [
    ['soon', 2],
    ['late', 30],
  ] as const) {
    const expires = new Date(Date.now() + days * DAY_MS).toISOString();
    const made = await runHere(dataDir, [
      ...create,
      '--permission',
      'read',
      '--name',
      name,
      '--expires',
      expires,
    ]);
    assert.equal(made.code, 0, made.err);
  }
  await assertFound(dataDir, ['tokens', 'warning', /^1 token will expire within a week: .*\(soon\)/]);
  const change = (sql: string, ...values: string[]): void => {
    const database = new DatabaseSync(join(dataDir, 'vitrine.db'));
    database.prepare(sql).run(...values);
    database.close();
  };
  change(
    'update token set expires_at = ? where name = ?',
    new Date(Date.now() - DAY_MS).toISOString(),
    'soon',
  );
  await assertFound(dataDir, ['tokens', 'note', /^1 token expired: .*\(soon\)/]);
  change('update token set name = ?', 'late');
  await assertFound(dataDir, [
    'tokens',
    'note',
    /^1 token expired, and others of the same name are valid: .*\(late\)/,
  ]);
  const many = Array.from({ length: 1_100 }, (_, at) => `many-${at}.test`);
  const lines = [
    { kind: 'scope', tenant_id: home.tenant, workspace_id: home.workspace },
    ...many.map((host) => ({ kind: 'domain', host, environment_id: PRODUCTION })),
  ];
  const imported = await runHere(dataDir, ['import', '-'], {
    input: lines.map((line) => JSON.stringify(line)).join('\n'),
    variables: { VITRINE_LIMIT_DOMAINS_PER_WORKSPACE: '2000' },
  });
  assert.equal(imported.code, 0, imported.err);
  change('update domain set doc = replace(doc, ?, ?)', `"${PRODUCTION}"`, '"NOWHERE"');
  await assertFound(dataDir, ['domains', 'problem', /lead to no environment: .*acmeweb\.test/]);
  const { wrong } = await examine(dataDir);
  const lost = wrong.find(({ check }) => check === 'domains')?.message ?? '';
  assert.equal(lost.match(/many-\d+\.test/g)?.length, many.length, 'of all pages');
  change('insert into schema_migration values (99, ?, ?, null)', 'later', 'later');
  await assertFound(dataDir, ['migrations', 'warning', /has migration 99/]);
  truncateSync(join(dataDir, 'vitrine.db'), Math.floor(statSync(join(dataDir, 'vitrine.db')).size / 2));
  await assertFound(dataDir, ['store', 'problem', /The database is damaged/]);
  rmSync(join(dataDir, 'vitrine.db'));
  await assertFound(dataDir, ['store', 'problem', /There is no database in the data folder/]);
  assert.ok(!existsSync(join(dataDir, 'vitrine.db')), 'the doctor makes none');
  await assertFound(join(dataDir, 'none'), ['files', 'problem', /does not exist/]);
});
