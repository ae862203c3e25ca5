// Real exports of other systems, if the folder `../shared/data` is beside the repository, or `VITRINE_TEST_DATA` names another one: they import with the expected counts, and
// again without a change. The data itself is not part of the repository.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isLong } from '../../fixtures/long-runs.ts';
import { makeDataDir, root } from '../service/running-service.ts';
import { runHere } from './run-here.ts';

const data = process.env['VITRINE_TEST_DATA'] ?? join(root, '..', 'shared', 'data');
const mappings = join(root, 'test', 'fixtures', 'import', 'mappings');
const place = ['--tenant', 'acme', '--workspace', 'web', '--json'];
const world = [
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
  { kind: 'tenant', id: 'acme' },
  { kind: 'workspace', id: 'web' },
  { kind: 'environment', id: 'P1' },
  { kind: 'catalog', id: '6f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11', environment_ids: ['P1'] },
];

interface Expected {
  readonly from: string;
  readonly files: readonly string[];
  readonly mapping?: string;
  readonly created: Readonly<Record<string, number>>;
}

const wxr = (name: string, items: number): Expected => ({
  from: 'wxr',
  files: [`permissive/content/wxr/${name}.xml.gz`],
  created: { content_item: items },
});

/** Minutes on two busy cores. */
const debian: Expected = {
  from: 'products',
  files: [
    'other-terms/catalogs/debian-bookworm-packages.ndjson.gz',
    'other-terms/catalogs/debian-bookworm-l10n.ndjson.gz',
  ],
  mapping: 'debian-packages.json',
  created: { category: 58, product: 63_436 },
};

const large: readonly Expected[] = [
  {
    from: 'products',
    files: ['permissive/catalogs/bestbuy-sample.ndjson.gz'],
    mapping: 'bestbuy-products.json',
    created: { category: 67, product: 3_291 },
  },
  {
    from: 'products',
    files: ['permissive/judged/esci-us/products.ndjson.gz'],
    mapping: 'esci-products.json',
    created: { category: 2_229, product: 6_764 },
  },
  {
    from: 'content',
    files: ['permissive/content/kubernetes-website.ndjson.gz'],
    mapping: 'kubernetes-content.json',
    created: { content_item: 5_357 },
  },
];

const small: readonly Expected[] = [
  {
    from: 'shopify-csv',
    files: ['permissive/catalogs/shopify-packt.csv.gz'],
    created: { category: 2, product: 20 },
  },
  {
    from: 'shopify-csv',
    files: ['permissive/catalogs/shopify-rocket-towels.csv.gz'],
    created: { category: 14, product: 118 },
  },
  wxr('themeunittestdata.wordpress', 76),
  wxr('64-block-test-data', 62),
  wxr('theme-preview', 7),
  {
    from: 'contentful',
    files: ['permissive/cms/contentful-starter-gatsby-blog.export.json.gz'],
    created: { content_model: 2, record: 4, version: 4, publication: 4 },
  },
  {
    from: 'forms',
    files: ['permissive/forms/ukgov-funding-forms.ndjson.gz'],
    mapping: 'ukgov-forms.json',
    created: { form: 162 },
  },
];

const all = [
  ...small,
  ...(isLong ? large : []),
  ...(process.env['VITRINE_TEST_LARGE_IMPORT'] === undefined ? [] : [debian]),
];

const createdIn = (kinds: Readonly<Record<string, { readonly created: number }>>) =>
  Object.fromEntries(Object.entries(kinds).map(([kind, { created }]) => [kind, created]));

for (const { from, files, mapping, created } of existsSync(data) ? all : []) {
  test(`${files[0]} imports as expected, and again without a change`, async (context) => {
    const dataDir = await makeDataDir(context);
    const input = world.map((line) => JSON.stringify(line)).join('\n');
    assert.equal((await runHere(dataDir, ['import', '-'], { input })).code, 0);
    const words = [
      ...['import', '--from', from, ...files.map((file) => join(data, file)), ...place],
      ...(mapping === undefined ? [] : ['--mapping', join(mappings, mapping)]),
    ];
    const first = JSON.parse((await runHere(dataDir, words)).out);
    assert.deepEqual([createdIn(first.kinds), first.fault_count], [created, 0]);
    const { out } = await runHere(dataDir, ['export']);
    const again = JSON.parse((await runHere(dataDir, words)).out);
    assert.deepEqual(
      Object.values(createdIn(again.kinds)).filter((count) => count > 0),
      [],
    );
    assert.equal((await runHere(dataDir, ['export'])).out, out);
  });
}
