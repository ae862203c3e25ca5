// A service that owns nothing in the database: the owner prepares it by a command, the log says what a service lacks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APPLICATION_ROLE, asApplication } from '../../fixtures/postgres-server.ts';
import { usePostgres } from '../../fixtures/postgres-stores.ts';
import { runHere } from '../cli/run-here.ts';
import { makeDataDir, runCommand, startService } from '../service/running-service.ts';

const postgres = usePostgres();
const LACK = /owns the tables, and row-level security does not bind an owner: .*docs\/scaling\.md/g;

test('the owner prepares the database, and services run as a role that owns nothing', async (t) => {
  const url = await (await postgres.server()).createDatabase();
  const dataDir = await makeDataDir(t);
  const run = (address: string | undefined, ...words: string[]) =>
    runHere(dataDir, words, { variables: address === undefined ? {} : { VITRINE_STORE_URL: address } });
  const prepare = ['database', 'prepare', '--role'];

  const without = await run(undefined, ...prepare, APPLICATION_ROLE);
  assert.equal(without.code, 2);
  assert.match(without.err, /VITRINE_STORE_URL is not set/);
  const early = await run(asApplication(url), 'token', 'list');
  assert.equal(early.code, 1);
  assert.match(early.err, /may not change it\. Run "vitrine database prepare --role vitrine_app"/);
  assert.doesNotMatch(early.err, /^\s+at /m, 'no stack');
  for (const [role, message] of [
    ['nobody', /there is no role nobody: create it first/],
    ['postgres', /the role postgres is a superuser/],
    ['vitrine', /the role vitrine owns the tables/],
  ] as const) {
    const refused = await run(url, ...prepare, role);
    assert.equal(refused.code, 1);
    assert.match(refused.err, message);
  }

  const prepared = await runCommand(dataDir, [...prepare, APPLICATION_ROLE], {
    variables: { VITRINE_STORE_URL: url },
  });
  assert.equal(prepared.code, 0, prepared.err);
  assert.equal(prepared.out, 'The database is up to date. The role vitrine_app may use it.\n');
  const again = await run(url, ...prepare, APPLICATION_ROLE, '--json');
  assert.deepEqual(JSON.parse(again.out), { role: APPLICATION_ROLE });

  const bound = await startService(dataDir, { VITRINE_STORE_URL: asApplication(url) });
  assert.equal((await fetch(`${bound.address}/readyz`)).status, 200);
  assert.doesNotMatch(bound.log(), LACK);
  await bound.stop();
  const owner = await startService(dataDir, { VITRINE_STORE_URL: url });
  assert.equal((await fetch(`${owner.address}/readyz`)).status, 200);
  assert.equal(owner.log().match(LACK)?.length, 1);
  await owner.stop();

  // It would find next to nothing, and call that a copy.
  const copied = await run(
    undefined,
    'migrate',
    '--from',
    asApplication(url),
    '--to',
    `sqlite:${dataDir}-copy`,
  );
  assert.equal(copied.code, 1);
  assert.match(copied.err, /row-level security hides rows of postgres:\/\/\S+ from this role/);
});
