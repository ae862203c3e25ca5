// Import under kill -9: afterwards the store is exactly as before or exactly as after, and importing again succeeds.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runs } from '../../fixtures/long-runs.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { makeDataDir, spawnCommand } from '../service/running-service.ts';
import { assertWhole } from './crash-folder.ts';

const CYCLES_FROM_EMPTY = runs(1, 3);
const CYCLES_OVER_DATA = runs(1, 5);
const PRODUCTS = 600;
const RECORDS = 60;

const catalogId = '6f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11';
const createdAt = '2026-01-02T03:04:05Z';
const uuid = (kind: number, index: number): string =>
  `00000000-0000-4000-8000-${String(kind).padStart(4, '0')}${String(index).padStart(8, '0')}`;
const numbers = (length: number) => Array.from({ length }, (_, index) => index);

/** The same objects in both editions, each line different; so importing one over the other updates all of them. */
const buildBundle = (edition: 1 | 2): string =>
  [
    { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
    { kind: 'tenant', id: 'acme', name: `Acme ${edition}` },
    { kind: 'workspace', id: 'web', name: `Web ${edition}` },
    { kind: 'environment', id: 'P1', env_type: `edition ${edition}` },
    { kind: 'catalog', id: catalogId, name: `${edition}`, environment_ids: ['P1'], content_models: ['blog'] },
    {
      kind: 'content_model',
      id: uuid(1, 0),
      internal_name: 'blog',
      name: `${edition}`,
      created_at: createdAt,
    },
    ...numbers(PRODUCTS).map((index) => ({
      kind: 'product',
      catalog_id: catalogId,
      id: `p${index}`,
      name: `Product ${index} of edition ${edition}`,
      prices: { USD: index + edition },
      created_at: createdAt,
    })),
    ...numbers(RECORDS).flatMap((index) => [
      { kind: 'record', model: 'blog', id: uuid(2, index), created_at: createdAt, created_by: `${edition}` },
      ...[1, 2].map((number) => ({
        kind: 'version',
        record_id: uuid(2, index),
        id: uuid(2 + number, index),
        number,
        name: `Edition ${edition}`,
        created_at: createdAt,
        localized: { 'en-us': { title: `Story ${number}`, body: `Edition ${edition}` } },
      })),
      {
        kind: 'publication',
        record_id: uuid(2, index),
        environment_id: 'P1',
        version_id: uuid(2 + edition, index),
        published_at: createdAt,
      },
    ]),
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

const bundles = { 1: buildBundle(1), 2: buildBundle(2) } as const;

const exportAll = async (dataDir: string): Promise<string> => {
  const { code, out, err } = await runHere(dataDir, ['export']);
  assert.equal(code, 0, err);
  return out;
};

/** Where a running import keeps its checked lines; a killed one leaves them behind. */
const listSpools = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir).catch(() => [])).filter((name) => name.startsWith('import-'));

/**
 * Imports from standard input and kills the import some time after the last line was sent. Without a time it runs to
 * its end. Returns how long it ran after the last line, or undefined if it was killed.
 */
const runImport = async (
  context: TestContext,
  dataDir: string,
  bundle: string,
  killAfterMs?: number,
): Promise<number | undefined> => {
  const child = spawnCommand(dataDir, ['import', '-']);
  context.after(() => child.kill('SIGKILL'));
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const lastLine = bundle.lastIndexOf('\n');
  child.stdin.write(bundle.slice(0, lastLine));
  await waitUntil('the import has a spool', async () => {
    assert.equal(child.exitCode, null, 'the import ended before it began');
    return (await listSpools(dataDir)).length > 0;
  });
  const start = performance.now();
  child.stdin.end(bundle.slice(lastLine));
  if (killAfterMs !== undefined) {
    await Promise.race([sleep(killAfterMs), ended]);
    child.kill('SIGKILL');
  }
  const [code] = await ended;
  const tookMs = performance.now() - start;
  if (code === null) {
    await assertWhole(dataDir);
    for (const name of await listSpools(dataDir)) await rm(join(dataDir, name), { recursive: true });
    return undefined;
  }
  assert.equal(code, 0);
  assert.deepEqual(await listSpools(dataDir), [], 'an import cleans up behind itself');
  return tookMs;
};

test(`an import survives ${CYCLES_FROM_EMPTY + CYCLES_OVER_DATA} kills`, async (context) => {
  const first = await makeDataDir(context);
  await runImport(context, first, bundles[1]);
  const exports: Record<0 | 1 | 2, string> = { 0: '', 1: await exportAll(first), 2: '' };
  const fullMs = (await runImport(context, first, bundles[2])) ?? 0;
  exports[2] = await exportAll(first);
  assert.notEqual(exports[1], exports[2]);
  let killed = 0;
  let finished = 0;

  /** Tries to import one edition over another; returns which one the store has. */
  const tryImport = async <T extends 0 | 1 | 2>(
    dataDir: string,
    from: T,
    to: 1 | 2,
    killAtMs = fullMs * (0.3 + 0.7 * Math.random()),
  ): Promise<T | 1 | 2> => {
    const tookMs = await runImport(context, dataDir, bundles[to], killAtMs);
    if (tookMs === undefined) killed += 1;
    const found = await exportAll(dataDir);
    assert.ok(found === exports[from] || found === exports[to], `between edition ${from} and ${to}`);
    const at = found === exports[to] ? to : from;
    if (tookMs !== undefined) assert.equal(at, to, 'an import that says it is done is done');
    if (at === to) finished += 1;
    return at;
  };

  for (let cycle = 0; cycle < CYCLES_FROM_EMPTY; cycle += 1) {
    const dataDir = await makeDataDir(context);
    const at = await tryImport(dataDir, 0, 1);
    if (at === 0 && cycle === 0) {
      await runImport(context, dataDir, bundles[1]);
      assert.equal(await exportAll(dataDir), exports[1]);
    }
  }
  let at = 2 as 1 | 2;
  for (let cycle = 0; cycle < CYCLES_OVER_DATA; cycle += 1) {
    at = await tryImport(first, at, at === 1 ? 2 : 1);
  }
  // The machine may have been busier when the full time was measured.
  for (let killAtMs = fullMs / 4; killed === 0 && killAtMs > 1; killAtMs /= 2) {
    at = await tryImport(first, at, at === 1 ? 2 : 1, killAtMs);
  }
  const next = at === 1 ? 2 : 1;
  await runImport(context, first, bundles[next]);
  assert.equal(await exportAll(first), exports[next]);
  assert.ok(killed > 0, 'every import was over before it was killed');
  context.diagnostic(`${killed} imports were killed, ${finished} had their effect`);
});
