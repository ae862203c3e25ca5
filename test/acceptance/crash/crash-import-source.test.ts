// Imports of another system's files under kill -9: running it again gives the state of an import that nobody interrupted, and leaves
// nothing of the killed one behind.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runs } from '../../fixtures/long-runs.ts';
import { runHere } from '../cli/run-here.ts';
import { makeDataDir, spawnCommand } from '../service/running-service.ts';
import { assertWhole } from './crash-folder.ts';

const KILLS = runs(1, 10);
/** An import may be over before it is killed: it is repeated. */
const CYCLES_MAX = KILLS + 10;
const PRODUCTS = 4_000;
const catalogId = '6f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11';

const world = [
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
  { kind: 'tenant', id: 'acme' },
  { kind: 'workspace', id: 'web' },
  { kind: 'environment', id: 'P1' },
  { kind: 'catalog', id: catalogId, environment_ids: ['P1'] },
  { kind: 'product', catalog_id: catalogId, id: 'gone', name: 'Gone' },
  { kind: 'product', catalog_id: catalogId, id: 'product-7', name: 'Old name' },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

const csv = [
  'Handle,Title,Type,Variant SKU,Variant Price',
  ...Array.from(
    { length: PRODUCTS },
    (_, row) => `product-${row},Product ${row},Type ${row % 50},00${row},${row}.50`,
  ),
].join('\n');

const make = async (context: TestContext): Promise<{ dataDir: string; words: readonly string[] }> => {
  const dataDir = await makeDataDir(context);
  assert.equal((await runHere(dataDir, ['import', '-'], { input: world })).code, 0);
  const file = join(dataDir, 'products.csv');
  await writeFile(file, csv);
  const place = ['--tenant', 'acme', '--workspace', 'web'];
  return { dataDir, words: ['import', '--from', 'shopify-csv', file, ...place, '--prune'] };
};

const exportOf = async (dataDir: string): Promise<string> => (await runHere(dataDir, ['export'])).out;

const leftIn = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir)).filter((name) => name.startsWith('import-'));

test(`an import is run again after ${KILLS} kills`, async (context) => {
  const whole = await make(context);
  const startMs = performance.now();
  const child = spawnCommand(whole.dataDir, whole.words);
  const [code] = (await once(child, 'exit')) as [number | null];
  /** Of the last import that nobody killed: the machine may be less busy than for the first. */
  let fullMs = performance.now() - startMs;
  assert.equal(code, 0);
  const expected = await exportOf(whole.dataDir);
  assert.ok(expected.includes('product-3999') && !expected.includes('"gone"'));

  let killed = 0;
  let left = 0;
  for (let cycle = 0; killed < KILLS && cycle < CYCLES_MAX; cycle += 1) {
    const { dataDir, words } = await make(context);
    const before = await exportOf(dataDir);
    const startedMs = performance.now();
    const running = spawnCommand(dataDir, words);
    context.after(() => running.kill('SIGKILL'));
    const ended = once(running, 'exit') as Promise<[number | null]>;
    await Promise.race([sleep(fullMs * (0.2 + 0.8 * Math.random())), ended]);
    running.kill('SIGKILL');
    if ((await ended)[0] === null) killed += 1;
    else fullMs = performance.now() - startedMs;
    await assertWhole(dataDir);
    left += (await leftIn(dataDir)).length;
    const found = await exportOf(dataDir);
    assert.ok(found === before || found === expected, 'all or nothing');
    const again = await runHere(dataDir, words);
    assert.equal(again.code, 0, again.err);
    assert.equal(await exportOf(dataDir), expected);
    assert.deepEqual(await leftIn(dataDir), []);
  }
  assert.equal(killed, KILLS, 'too many imports were over before they were killed');
  context.diagnostic(`${killed} imports were killed, ${left} left a folder behind`);
});
