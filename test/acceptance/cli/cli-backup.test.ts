// A backup under write load holds one committed moment; restored elsewhere, the service goes on from there, with its tokens.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { usePostgres } from '../../fixtures/postgres-stores.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { OPERATOR, scopeHeadersOf, startFixture } from '../service/fixture-service.ts';
import { makeDataDir, runCommand, startService } from '../service/running-service.ts';
import { runHere } from './run-here.ts';

const fixture = await startFixture();
const { service } = fixture;
const postgres = usePostgres();
const backup = join(service.dataDir, 'backup.gz');
const PREFIX = 'Form ';

const headersWith = (token: string): [string, string][] => [
  ...scopeHeadersOf(home),
  ['authorization', `Bearer ${token}`],
  ['content-type', 'application/json'],
];

/** Creates numbered forms, one after the other. Returns how many were acknowledged so far. */
const startWriting = () => {
  let [acknowledged, isStopped] = [0, false];
  const done = (async () => {
    while (!isStopped) {
      const id = randomUUID();
      const response = await fetch(`${service.address}/manage/v1/forms/${id}`, {
        method: 'PUT',
        headers: headersWith(OPERATOR),
        body: JSON.stringify({
          name: `${PREFIX}${acknowledged + 1}`,
          fields: [],
          created_at: '2026-01-02T03:04:05Z',
        }),
      });
      assert.equal(response.status, 201, await response.text());
      acknowledged += 1;
    }
  })();
  return {
    acknowledged: () => acknowledged,
    stop: async () => {
      isStopped = true;
      await done;
    },
  };
};

/** The numbers of the forms that were created, ascending. */
const numbersAt = async (address: string, token: string): Promise<number[]> => {
  const numbers: number[] = [];
  for (let skip = 0; ; skip += 100) {
    const response = await fetch(`${address}/manage/v1/forms?limit=100&skip=${skip}`, {
      headers: headersWith(token),
    });
    assert.equal(response.status, 200);
    const { Data } = (await response.json()) as { Data: { items: { name: string }[] } };
    for (const { name } of Data.items)
      if (name.startsWith(PREFIX)) numbers.push(Number(name.slice(PREFIX.length)));
    if (Data.items.length < 100) return numbers.sort((a, b) => a - b);
  }
};

test('a backup under write load is one committed moment, and the service goes on from it', async (t) => {
  const created = await runHere(service.dataDir, [
    ...['token', 'create', '--json', '--name', 'shop', '--permission', 'full'],
    ...['--tenant', home.tenant, '--workspace', home.workspace],
  ]);
  const { token } = JSON.parse(created.out) as { token: string };
  const writing = startWriting();
  while (writing.acknowledged() < 20) await fetch(`${service.address}/healthz`);
  const atStart = writing.acknowledged();
  const made = await runCommand(service.dataDir, ['backup', '-o', backup, '--json']);
  const atEnd = writing.acknowledged();
  await writing.stop();
  assert.equal(made.code, 0, made.err);
  const report = JSON.parse(made.out);
  assert.equal(report.bytes, statSync(backup).size);
  assert.equal(statSync(backup).mode & 0o777, 0o600, 'only its owner may read it');
  assert.ok(atEnd > atStart, 'nothing was written meanwhile');

  const elsewhere = await makeDataDir(t);
  const restored = await runHere(elsewhere, ['restore', backup, '--json']);
  assert.equal(restored.code, 0, restored.err);
  assert.equal(JSON.parse(restored.out).sha256, report.sha256);
  const secretIn = (folder: string) => readFileSync(join(folder, 'visitor.secret'));
  assert.deepEqual(secretIn(elsewhere), secretIn(service.dataDir));

  const other = await startService(elsewhere, {});
  t.after(() => other.stop());
  const numbers = await numbersAt(other.address, token);
  assert.ok(
    numbers.length >= atStart && numbers.length <= atEnd + 1,
    `${atStart}, ${numbers.length}, ${atEnd}`,
  );
  assert.deepEqual(
    numbers,
    Array.from(numbers, (_, at) => at + 1),
    'none is missing between two others',
  );
  const search = `/discovery/search/content?catalog_id=${shared.catalog}&q=lantern`;
  const responses = await Promise.all(
    [other.address, service.address].map(async (address) => {
      const response = await fetch(address + search, { headers: scopeHeadersOf(home) });
      return { status: response.status, body: await response.json() };
    }),
  );
  assert.equal(responses[0]?.status, 200);
  assert.deepEqual(responses[0], responses[1]);
});

test('a backup of SQLite is restored into PostgreSQL, and back', async (t) => {
  const url = await (await postgres.server()).createDatabase();
  const elsewhere = await makeDataDir(t);
  const onPostgres = { variables: { VITRINE_STORE_URL: url } };
  const into = await runHere(elsewhere, ['restore', backup], onPostgres);
  assert.equal(into.code, 0, into.err);
  const again = join(elsewhere, 'again.gz');
  const out = await runHere(elsewhere, ['backup', '-o', again], onPostgres);
  assert.equal(out.code, 0, out.err);
  assert.doesNotMatch(into.out + out.out + out.err, /:[^/@]*@/, 'no password is shown');
  const back = await makeDataDir(t);
  assert.equal((await runHere(back, ['restore', again])).code, 0);
  const exported = await runHere(back, ['export']);
  assert.equal(exported.out, (await runHere(elsewhere, ['export'], onPostgres)).out);
});

test('what cannot be backed up or restored is reported, and nothing is written', async (t) => {
  const folder = await makeDataDir(t);
  const target = join(folder, 'target');
  const damaged = join(folder, 'damaged.gz');
  writeFileSync(damaged, readFileSync(backup));
  truncateSync(damaged, statSync(backup).size - 20);
  const full = await makeDataDir(t);
  for (const options of [[], ['--overwrite']])
    assert.equal((await runHere(full, ['restore', backup, ...options])).code, 0);
  const bundle = join(folder, 'bundle.ndjson');
  writeFileSync(bundle, (await runHere(service.dataDir, ['export'])).out);
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const unusable = await makeDataDir(t);
  writeFileSync(
    join(unusable, 'vitrine.db'),
    'no database at all, but long enough to be taken for one'.repeat(20),
  );
  for (const [words, dataDir, code, message] of [
    [['backup'], service.dataDir, 2, /missing --output/],
    [['backup', '-o', join(folder, 'none', 'b.gz')], service.dataDir, 1, /its folder does not exist/],
    [['backup', '-o', join(folder, 'b.gz')], target, 1, /there is no store in sqlite:/],
    [
      ['restore', damaged],
      target,
      1,
      /damaged\.gz is no backup that can be restored: line \d+ cannot be read: the gzip data ends too early/,
    ],
    [['restore', bundle], target, 1, /line 1 is not the header of a backup/],
    [['restore', join(folder, 'none')], target, 1, /cannot read .*it does not exist/],
    [['restore', folder], target, 1, /is not a regular file/],
    [['backup', '-o', folder], service.dataDir, 1, /is not a regular file/],
    [['restore', pipe, '--overwrite'], full, 1, /pipe is not a regular file: .* is read twice/],
    [['backup', '-o', pipe], service.dataDir, 1, /pipe is not a regular file/],
    [['restore', backup], unusable, 1, /not a database/],
    [['restore', backup], full, 1, /is not empty.*--overwrite/],
    [
      ['restore', backup, '--overwrite'],
      service.dataDir,
      1,
      /a service or command uses sqlite:.*: stop it first/,
    ],
    [['import', backup], full, 1, /line 1: is the header of a backup: restore it by "vitrine restore"/],
    [['restore', backup, '--check'], target, 0, /^$/],
  ] as const) {
    const result = await runHere(dataDir, words);
    assert.equal(result.code, code, `${words.join(' ')}: ${result.err}`);
    assert.match(result.err, message);
    assert.doesNotMatch(result.err, /at \S+\.ts/);
    assert.ok(!existsSync(target), words.join(' '));
  }
  assert.ok(!existsSync(join(folder, 'b.gz')));
});
