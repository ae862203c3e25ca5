// Moving to PostgreSQL from the command line: everything arrives, the service goes on there, and nothing starts on half a copy.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { findVisitorSecret } from '../../../src/adapters/store/access/visitor-secret.ts';
import { openPostgresEngine } from '../../../src/adapters/store/postgres/open-engine.ts';
import { acrossWorkspaces } from '../../../src/adapters/store/sql/scoped-query.ts';
import { usePostgres } from '../../fixtures/postgres-stores.ts';
import { runHere } from '../cli/run-here.ts';
import { home } from '../service/fixture-bundle.ts';
import { OPERATOR, scopeHeadersOf, startFixture } from '../service/fixture-service.ts';
import { runCommand, startService } from '../service/running-service.ts';

const fixture = await startFixture();
const { service } = fixture;
const postgres = usePostgres();
const from = ['--from', `sqlite:${service.dataDir}`];
const storage = { url: '' };

/** In another data folder, as on another machine. */
const onPostgres = (words: readonly string[], run = runHere) =>
  run(`${service.dataDir}-unused`, words, { variables: { VITRINE_STORE_URL: storage.url } });

before(async () => {
  storage.url = await (await postgres.server()).createDatabase();
});

test('a wrong address is reported, without its password', async () => {
  const run = (words: readonly string[]) => runHere(service.dataDir, ['migrate', ...words]);
  const secret = 'postgres://u:geheim@';
  for (const [words, code, message] of [
    [[], 2, /missing --to, and VITRINE_STORE_URL is not set/],
    [['--to', 'mysql://u:geheim@host/db'], 2, /--to is neither sqlite:FOLDER nor postgres:/],
    [['--to', `${secret}127.0.0.1:5432`], 2, /--to names no database/],
    [['--to', 'sqlite:'], 2, /--to names no folder/],
    [['--to', `sqlite:${service.dataDir}`], 2, /--from and --to are the same store/],
    [['--from', 'sqlite:/nowhere', '--to', storage.url], 1, /there is no store in sqlite:\/nowhere/],
    [['--to', `${secret}127.0.0.1:1/db`], 1, /cannot be reached/],
  ] as const) {
    const result = await run(words);
    assert.equal(result.code, code, result.err);
    assert.match(result.err, message);
    assert.doesNotMatch(result.err + result.out, /geheim|at \S+\.ts/);
  }
});

test('everything moves, a second time only by force, and the service goes on there', async (t) => {
  const moved = await onPostgres(['migrate', ...from, '--json'], runCommand);
  assert.equal(moved.code, 0, moved.err);
  const report = JSON.parse(moved.out);
  assert.equal(report.is_complete, true);
  assert.equal(report.written, report.rows);

  const again = await onPostgres(['migrate', ...from]);
  assert.equal(again.code, 1);
  assert.match(again.err, /is not empty.*--overwrite/);
  const forced = await onPostgres(['migrate', ...from, '--overwrite']);
  assert.equal(forced.code, 0, forced.err);
  assert.match(
    forced.out,
    /^Copied 0 rows\. All \d+ rows are in postgres:\/\/127\.0\.0\.1:\d+\/\S+ and equal; SHA-256 [0-9a-f]{64}\.\n$/,
  );

  const [before, now] = [await runHere(service.dataDir, ['export']), await onPostgres(['export'])];
  assert.equal(now.code, 0, now.err);
  assert.equal(now.out, before.out);

  const other = await startService(`${service.dataDir}-unused`, {
    VITRINE_STORE_URL: storage.url,
    VITRINE_OPERATOR_TOKEN: OPERATOR,
  });
  t.after(() => other.stop());
  const ask = async (address: string): Promise<unknown> => {
    const response = await fetch(`${address}/manage/v1/catalogs`, {
      headers: [...scopeHeadersOf(home), ['authorization', `Bearer ${OPERATOR}`]],
    });
    assert.equal(response.status, 200);
    return { status: response.status, body: await response.json() };
  };
  assert.deepEqual(await ask(other.address), await ask(service.address));

  const engine = await openPostgresEngine(storage.url);
  t.after(() => engine.close());
  const secretFile = 'visitor.secret';
  assert.deepEqual(
    await findVisitorSecret(engine.reads),
    readFileSync(join(service.dataDir, secretFile)),
    'forms that were shown before the move can still be sent',
  );
  assert.ok(!existsSync(join(`${service.dataDir}-unused`, secretFile)));
});

test('no service starts on a copy that is not complete', async () => {
  const engine = await openPostgresEngine(storage.url);
  await engine.write((tx) =>
    acrossWorkspaces(tx).insertInto('store_state').values({ name: 'copy', value: 'incomplete' }).execute(),
  );
  await engine.close();
  const listed = await onPostgres(['token', 'list']);
  assert.equal(listed.code, 1);
  assert.match(listed.err, /the copy is not complete. Run the same command again/);
  assert.equal((await onPostgres(['migrate', ...from])).code, 0);
  assert.equal((await onPostgres(['token', 'list'])).code, 0);
});
