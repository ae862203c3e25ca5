// Commands where searches run on OpenSearch: they ask it, wait for the newest changes, and say what is wrong with it.

import './use-opensearch.ts';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findPort } from '../../fixtures/find-port.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { home, PRODUCTION, productsOf, shared } from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import { dataOf, startFixture, type WireResponse } from '../service/fixture-service.ts';
import { databaseVariables } from '../service/test-database.ts';

const { call, service } = await startFixture();
const { dataDir } = service;
const place = ['--tenant', home.tenant, '--workspace', home.workspace, '--environment', PRODUCTION];
/** One product of the fixture is for a customer group. */
const PRODUCTS = productsOf(home) - 1;

interface Finding {
  readonly check: string;
  readonly severity: string;
  readonly message: string;
}

const run = async (...words: string[]): Promise<string> => {
  const { code, out, err } = await runHere(dataDir, words);
  assert.equal(code, 0, `${words.join(' ')}: ${err}`);
  return out;
};

const diagnose = async (variables: Readonly<Record<string, string>> = {}) => {
  const { code, out, err } = await runHere(dataDir, ['doctor', '--json'], { variables });
  assert.equal(err, '');
  const { findings } = JSON.parse(out) as { findings: readonly Finding[] };
  return { code, findings: findings.filter(({ check }) => ['search', 'indexes'].includes(check)) };
};

const lamp = toBundle([
  { kind: 'scope', tenant_id: home.tenant, workspace_id: home.workspace },
  { kind: 'product', catalog_id: shared.catalog, id: 'p-quokka', name: 'Quokka lamp' },
]);

const countOf = (response: WireResponse): number =>
  dataOf<{ result: { total_count: number } }>(response).result.total_count;

test('search and count ask OpenSearch, and include what was just written', async () => {
  assert.equal(await run('count', ...place), `${PRODUCTS}\n`);
  assert.equal((await runHere(dataDir, ['import', '-'], { input: lamp })).code, 0);
  assert.match(await run('search', 'quokka', ...place), /^1 {2}p-quokka {2}Quokka lamp/);
  assert.equal(await run('count', ...place), `${PRODUCTS + 1}\n`);
  const content = JSON.parse(await run('count', 'lamp', '--content', '--json', ...place)) as object;
  assert.ok('total_count' in content);
  assert.equal(countOf(await call('count-products', { body: {} })), PRODUCTS + 1);
  assert.ok(!existsSync(join(dataDir, 'search')), 'no index was built here');
});

test('an index that a command would have to build itself is not built: the command says that OpenSearch lacks it', async () => {
  const variables = { VITRINE_SEARCH_PREFIX: 'of-nobody', VITRINE_SEARCH_WAIT_MS: '100' };
  const { code, err } = await runHere(dataDir, ['count', ...place], { variables });
  assert.deepEqual(
    [code, err],
    [1, 'vitrine: OpenSearch was not fed with this catalog yet: run "doctor", which says what to do\n'],
  );
});

test('the doctor tells how far behind OpenSearch is', async () => {
  // Every catalog, not only that of the searches above.
  const isWell = async (): Promise<boolean> => (await diagnose()).findings[0]?.severity === 'ok';
  await waitUntil('every catalog is fed', isWell, 100);
  const found = await diagnose();
  assert.equal(found.code, 0);
  assert.match(
    found.findings[0]?.message ?? '',
    /^OpenSearch [23]\.\d+\.\d+ has every change of \d+ catalogs$/,
  );
  assert.equal(found.findings.length, 1);
  const unfed = await diagnose({ VITRINE_SEARCH_PREFIX: 'of-nobody' });
  assert.deepEqual([unfed.code, unfed.findings[0]?.severity], [0, 'warning']);
  assert.match(unfed.findings[0]?.message ?? '', /^(\d+) of \1 catalogs were never fed to OpenSearch/);
  assert.match(await run('stats'), /Indexes {4}on OpenSearch/);
});

test('the doctor tells which nodes do not respond', async () => {
  const gone = `http://127.0.0.1:${await findPort()}`;
  const { VITRINE_SEARCH_URL: urls = '' } = databaseVariables(dataDir);
  const one = await diagnose({ VITRINE_SEARCH_URL: `${urls},${gone}` });
  assert.deepEqual([one.code, one.findings[0]?.severity], [0, 'warning']);
  assert.ok(one.findings[0]?.message.startsWith(`OpenSearch does not answer at ${gone}: `));
  const all = await diagnose({ VITRINE_SEARCH_URL: gone });
  assert.deepEqual([all.code, all.findings.map(({ severity }) => severity)], [1, ['problem']]);
  const { code, err } = await runHere(dataDir, ['count', ...place], {
    variables: { VITRINE_SEARCH_URL: gone },
  });
  assert.deepEqual(
    [code, err],
    [1, 'vitrine: OpenSearch does not answer: run "doctor", which says what to do\n'],
  );
});
