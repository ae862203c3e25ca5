// `doctor`, `stats`, `search` and `count` over PostgreSQL, one after the other: they find what they find over SQLite, and each
// of them ends and leaves no connection behind.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openEmbeddedSearch } from '../../../src/adapters/embedded-search/embedded-search.ts';
import { buildIndexWork } from '../../../src/adapters/embedded-search/work/index-work.ts';
import { isDatabaseInUse } from '../../../src/adapters/store/postgres/in-use.ts';
import { openStore } from '../../../src/open-store.ts';
import { asApplication } from '../../fixtures/postgres-server.ts';
import { usePostgres } from '../../fixtures/postgres-stores.ts';
import { runHere } from '../cli/run-here.ts';
import { managedBundle } from '../operations/managed-things.ts';
import { allWorkspaces, home, PRODUCTION, shared } from '../service/fixture-bundle.ts';
import { makeDataDir } from '../service/running-service.ts';

const postgres = usePostgres();
const scope = { tenantId: home.tenant, workspaceId: home.workspace, environmentId: PRODUCTION };
const place = ['--tenant', home.tenant, '--workspace', home.workspace, '--environment', PRODUCTION];

interface Finding {
  readonly check: string;
  readonly severity: string;
  readonly message: string;
}

interface Stats {
  readonly workspaces: readonly {
    readonly tenant_id: string;
    readonly workspace_id: string;
    readonly documents: Readonly<Record<string, number>>;
    readonly index_snapshots: { readonly files: number };
  }[];
}

/** As a service leaves it. */
const saveIndex = async (dataDir: string, storeUrl: string): Promise<void> => {
  const store = await openStore({ dataDir, storeUrl });
  const index = openEmbeddedSearch({
    source: store,
    work: buildIndexWork(store, join(dataDir, 'search')),
    memoryBudgetBytes: 1e9,
    onFailure: (error) => assert.fail(String(error)),
  });
  await index.warm({ scope, catalogId: shared.catalog }, true);
  await index.close();
  await store.close();
};

test('every command works over PostgreSQL and ends', { timeout: 120_000 }, async (t) => {
  const url = await postgres.createDatabase();
  const dataDir = await makeDataDir(t);
  const run = async (address: string, words: readonly string[], input = ''): Promise<string> => {
    const result = await runHere(dataDir, words, { variables: { VITRINE_STORE_URL: address }, input });
    assert.equal(result.code, 0, `${words.join(' ')}: ${result.err}${result.out}`);
    assert.equal(result.err, '');
    return result.out;
  };
  await run(url, ['import', '-'], managedBundle());
  await saveIndex(dataDir, url);
  const lack = /^Row-level security does not bind this role: /;
  for (const [address, isOwner] of [
    [url, true],
    [asApplication(url), false],
  ] as const) {
    const { findings } = JSON.parse(await run(address, ['doctor', '--json'])) as { findings: Finding[] };
    const wrong = findings.filter(({ severity }) => severity !== 'ok');
    assert.deepEqual(
      wrong.map(({ check, severity, message }) => [check, severity, lack.test(message)]),
      isOwner ? [['store', 'note', true]] : [],
    );
    assert.ok(findings.some(({ message }) => message === 'Saved indexes that agree with the store: 1'));
    const { workspaces } = JSON.parse(await run(address, ['stats', '--json'])) as Stats;
    assert.equal(workspaces.length, allWorkspaces.length);
    const own = workspaces.find(
      (one) => one.tenant_id === home.tenant && one.workspace_id === home.workspace,
    );
    assert.equal(own?.documents['catalog'], 7);
    assert.equal(own.index_snapshots.files, 1);
    assert.match(await run(address, ['search', 'jacket', ...place]), /^1 {2}p4 {2}Rain jacket acmeweb /);
    assert.equal(await run(address, ['count', 'jacket', ...place]), '4\n');
  }
  const examine = async (variables: Record<string, string> = {}): Promise<string[]> => {
    const result = await runHere(dataDir, ['doctor'], {
      variables: { VITRINE_STORE_URL: url, ...variables },
    });
    assert.equal(result.code, 0, result.out);
    return result.out.split('\n').filter((line) => /^\w+ +(?:clock|replicas):/.test(line));
  };
  const none = url.replace(/:\d+\//, ':1/');
  const [, clock, lost, primary, ...others] = await examine({ VITRINE_STORE_REPLICA_URL: `${none},${url}` });
  assert.match(clock ?? '', /^ok +clock: The clock of the database server agrees/);
  assert.match(lost ?? '', /^warning +replicas: The replica \S+:1 cannot be reached/);
  assert.match(primary ?? '', /^warning +replicas: The replica \S+ follows no other server/);
  assert.doesNotMatch(`${lost}${primary}`, /postgres:\/\//, 'no password');
  assert.deepEqual(others, []);
  for (const [shift, message] of [
    [-3_600_000, /^warning +clock: The clock of the database server is 3,\d{3} seconds ahead of/],
    [3_600_000, /^warning +clock: The clock of the database server is 3,\d{3} seconds behind/],
  ] as const) {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + shift });
    const found = await examine();
    t.mock.timers.reset();
    assert.match(found.at(-1) ?? '', message);
  }
  assert.equal(await isDatabaseInUse(url), false, 'no connection is left');
});
