// Imports and exports over PostgreSQL are as over SQLite. Bulk requests are in bulk.long.test.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { makeDataDir, runCommand } from '../service/running-service.ts';
import { createDatabaseFor } from '../service/test-database.ts';

const PRODUCTS = 700;
const RECORDS = 150;
const CATALOG = '0190a000-0000-7000-8000-000000000001';

const uuid = (kind: number, number: number): string =>
  `00000000-0000-4${kind}00-8000-${String(number).padStart(12, '0')}`;

const AT = '2026-01-02T03:04:05Z';

const bundle = (): string =>
  [
    { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
    { kind: 'tenant', id: 'acme' },
    { kind: 'workspace', id: 'web' },
    { kind: 'environment', id: 'P1' },
    { kind: 'content_model', id: uuid(1, 1), internal_name: 'blog', created_at: AT },
    { kind: 'catalog', id: CATALOG, environment_ids: ['P1'], content_models: ['blog'] },
    ...Array.from({ length: PRODUCTS }, (_, index) => ({
      kind: 'product',
      catalog_id: CATALOG,
      id: `p${(index * 7_919) % 100_003}`,
      name: `Lamp ${index}`,
      attributes: { color: [`c${index % 11}`] },
    })),
    ...Array.from({ length: RECORDS }, (_, index) => [
      { kind: 'record', model: 'blog', id: uuid(2, index), created_at: AT },
      {
        kind: 'version',
        record_id: uuid(2, index),
        id: uuid(3, index),
        number: 1,
        created_at: AT,
        localized: { 'en-us': { title: `Title ${index % 17}`, page_slug: `/page-${index}`, fields: {} } },
      },
      {
        kind: 'publication',
        record_id: uuid(2, index),
        version_id: uuid(3, index),
        environment_id: 'P1',
        published_at: AT,
      },
    ]).flat(),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

test('a bundle is imported, found unchanged, and exported as over SQLite', async (context) => {
  const exports: string[] = [];
  const [remote, embedded] = [await makeDataDir(context), await makeDataDir(context)];
  await createDatabaseFor(remote, true);
  for (const dataDir of [remote, embedded]) {
    for (const outcome of ['created', 'unchanged']) {
      const imported = await runCommand(dataDir, ['import', '-'], { input: Buffer.from(bundle()) });
      assert.equal(imported.code, 0, imported.err);
      assert.match(imported.out + imported.err, new RegExp(outcome));
    }
    const exported = await runHere(dataDir, ['export']);
    assert.equal(exported.code, 0, exported.err);
    exports.push(exported.out);
  }
  assert.equal(exports[0], exports[1]);
  assert.equal(exports[0]?.split('\n').length, 6 + PRODUCTS + 3 * RECORDS + 1);
});
