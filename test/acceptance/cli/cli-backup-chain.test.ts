// Backups that continue others, as commands: a chain under write load, what is refused, a process that is killed, a database in use.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  truncateSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { usePostgres } from '../../fixtures/postgres-stores.ts';
import { home } from '../service/fixture-bundle.ts';
import { OPERATOR, scopeHeadersOf, startFixture } from '../service/fixture-service.ts';
import { makeDataDir, spawnCommand, startService } from '../service/running-service.ts';
import { runHere } from './run-here.ts';

const { service } = await startFixture();
const postgres = usePostgres();
const folder = join(service.dataDir, 'backups');
mkdirSync(folder);
const [full, first, second] = ['full', 'first', 'second'].map((name) => join(folder, `${name}.gz`)) as [
  string,
  string,
  string,
];

const headers: [string, string][] = [
  ...scopeHeadersOf(home),
  ['authorization', `Bearer ${OPERATOR}`],
  ['content-type', 'application/json'],
];

const formAt = (id: string): string => `${service.address}/manage/v1/forms/${id}`;

const putForm = async (id: string): Promise<void> => {
  const body = JSON.stringify({ name: `Form ${id}`, fields: [], created_at: '2026-01-02T03:04:05Z' });
  const response = await fetch(formAt(id), { method: 'PUT', headers, body });
  assert.equal(response.status, 201, await response.text());
};

/** Creates forms until it is stopped. */
const startWriting = () => {
  let isStopped = false;
  const done = (async () => {
    while (!isStopped) await putForm(randomUUID());
  })();
  return async () => {
    isStopped = true;
    await done;
  };
};

const backUp = async (file: string, since: readonly string[]) => {
  const words = ['backup', '-o', file, '--json', ...since.flatMap((each) => ['--since', each])];
  const made = await runHere(service.dataDir, words);
  assert.equal(made.code, 0, made.err);
  return JSON.parse(made.out) as { bytes: number; changes?: number; files?: number; since?: string };
};

test('a chain that is made under write load restores what its last file saw, deleted rows gone', async (t) => {
  const erased = randomUUID();
  await putForm(erased);
  const stop = startWriting();
  await backUp(full, []);
  const made = await backUp(first, [full]);
  await stop();
  assert.equal(made.since, 'full.gz');
  assert.ok((made.changes ?? 0) > 0);
  assert.equal((await fetch(formAt(erased), { method: 'DELETE', headers })).status, 200);
  const last = await backUp(second, [first]);
  assert.equal(last.files, 3, 'the full one was found beside the first');
  assert.ok(last.bytes < statSync(full).size / 2, `${last.bytes} of ${statSync(full).size}`);
  assert.equal(statSync(second).mode & 0o777, 0o600, 'only its owner may read it');

  const exported = (await runHere(service.dataDir, ['export'])).out;
  const url = await (await postgres.server()).createDatabase();
  for (const [words, variables] of [
    [[second], {}],
    [[full, first, second], { VITRINE_STORE_URL: url }],
  ] as const) {
    const elsewhere = await makeDataDir(t);
    const restored = await runHere(elsewhere, ['restore', ...words], { variables });
    assert.equal(restored.code, 0, restored.err);
    assert.match(restored.out, /they equal the backup with 2 files before it/);
    const out = (await runHere(elsewhere, ['export'], { variables })).out;
    assert.equal(out, exported);
    assert.doesNotMatch(out, new RegExp(erased));
  }
  const checked = await runHere(await makeDataDir(t), ['restore', second, '--check']);
  assert.match(checked.out, /with 2 files before it is complete and undamaged/);
});

test('a chain that cannot be continued or restored is told, and nothing is written', async (t) => {
  const apart = await makeDataDir(t);
  const alone = join(apart, 'second.gz');
  copyFileSync(second, alone);
  const damaged = join(apart, 'full.gz');
  copyFileSync(full, damaged);
  truncateSync(damaged, statSync(full).size - 30);
  const target = join(apart, 'target');
  const other = await makeDataDir(t);
  await (await startService(other, {})).stop();
  const next = join(folder, 'next.gz');
  const bundle = join(apart, 'bundle.ndjson');
  writeFileSync(bundle, '{"kind":"scope","tenant_id":"a","workspace_id":"b"}\n');
  for (const [words, dataDir, message] of [
    [['restore', alone], target, /second\.gz continues first\.gz, which is not beside it/],
    [
      ['restore', full, second],
      target,
      /second\.gz is no backup that can be restored: it continues first\.gz, and not full\.gz/,
    ],
    [
      ['restore', full, second, first],
      target,
      /second\.gz is no backup that can be restored: it continues first\.gz/,
    ],
    [['restore', first, full], target, /full\.gz is no backup that can be restored: it is a full backup/],
    [
      ['restore', damaged, first],
      target,
      /full\.gz is no backup that can be restored: line \d+ cannot be read/,
    ],
    [
      ['restore', full, first, '--check', join(apart, 'none.gz')],
      target,
      /cannot read .*none\.gz: it does not exist/,
    ],
    [['backup', '-o', next, '--since', alone], service.dataDir, /which is not beside it/],
    [
      ['backup', '-o', next, '--since', damaged],
      service.dataDir,
      /full\.gz is no backup that can be continued: line/,
    ],
    [
      ['backup', '-o', next, '--since', bundle],
      service.dataDir,
      /can be continued: line 1 is not the header/,
    ],
    [
      ['backup', '-o', next, '--since', full],
      other,
      /full\.gz is no backup that can be continued: it is of another store/,
    ],
    [
      ['backup', '-o', first, '--since', first],
      service.dataDir,
      /first\.gz is first\.gz, which the new backup continues/,
    ],
    [
      ['backup', '-o', full, '--since', first],
      service.dataDir,
      /full\.gz is full\.gz, which the new backup continues/,
    ],
  ] as const) {
    const result = await runHere(dataDir, words);
    assert.equal(result.code, 1, `${words.join(' ')}: ${result.out}`);
    assert.match(result.err, message);
    assert.ok(!existsSync(target) && !existsSync(next), words.join(' '));
  }
  assert.equal((await runHere(target, ['restore', second, '--check'])).code, 0, 'the chain is as it was');
});

test('a backup that is killed leaves no file that passes for one', async (t) => {
  const out = await makeDataDir(t);
  const file = join(out, 'killed.gz');
  for (const since of [[], ['--since', full]]) {
    const child = spawnCommand(service.dataDir, ['backup', '-o', file, ...since]);
    // As soon as it begins to write.
    const watcher = watch(out, () => child.kill('SIGKILL'));
    await once(child, 'close');
    watcher.close();
    assert.equal(child.signalCode, 'SIGKILL');
    assert.ok(!existsSync(file));
    const drafts = readdirSync(out).filter((name) => name.endsWith('.partial'));
    assert.ok(drafts.length > 0);
    for (const name of drafts) {
      const checked = await runHere(out, ['restore', join(out, name), '--check']);
      assert.equal(checked.code, 1, name);
      assert.match(checked.err, /no backup that can be restored/);
    }
  }
});

test('a service that is connected to PostgreSQL is noticed', async (t) => {
  const VITRINE_STORE_URL = await (await postgres.server()).createDatabase();
  const dataDir = await makeDataDir(t);
  const variables = { VITRINE_STORE_URL };
  assert.equal((await runHere(dataDir, ['restore', full], { variables })).code, 0);
  const running = await startService(dataDir, variables);
  const refused = await runHere(dataDir, ['restore', full, '--overwrite'], { variables });
  await running.stop();
  assert.equal(refused.code, 1, refused.out);
  assert.match(refused.err, /a service or command uses postgres:.*: stop it first/);
  const again = await runHere(dataDir, ['restore', full, '--overwrite'], { variables });
  assert.equal(again.code, 0, again.err);
});
