// `import --from` on the command line: where it imports to, what it says, and what it refuses.

import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { makeDataDir } from '../service/running-service.ts';
import { runHere } from './run-here.ts';

const catalogs = ['6f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11', '7f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11'] as const;
const world = [
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
  { kind: 'tenant', id: 'acme' },
  { kind: 'workspace', id: 'web' },
  { kind: 'environment', id: 'P1', default_locale: 'de-de' },
  { kind: 'environment', id: 'P2' },
  { kind: 'catalog', id: catalogs[0], environment_ids: ['P1', 'P2'] },
  {
    kind: 'store',
    id: 's1',
    environment_id: 'P1',
    catalog_id: catalogs[0],
    currency: 'EUR',
    store_hash: 'h',
    provider: 'x',
    content_model_id: 'm',
  },
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'two' },
  { kind: 'workspace', id: 'two' },
  { kind: 'environment', id: 'P1' },
  ...catalogs.map((id) => ({ kind: 'catalog', id, environment_ids: ['P1'] })),
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'bare' },
  { kind: 'workspace', id: 'bare' },
];
const csv = 'Handle,Title,Variant SKU,Variant Price\ntent,Zelt,0012,199.00\nlamp,Lampe,0013,25.50\n';
const place = ['--tenant', 'acme', '--workspace', 'web'];
const from = (format: string, ...words: string[]) => ['import', '--from', format, ...words];

let dataDir = '';
const run = (words: readonly string[], input: string | Buffer = '') =>
  runHere(dataDir, words, { input: input as string });

before(async (context) => {
  dataDir = await makeDataDir(context as never);
  const result = await run(['import', '-'], world.map((line) => JSON.stringify(line)).join('\n'));
  assert.equal(result.code, 0, result.err);
});

const file = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(dataDir, name);
  await writeFile(path, content);
  return path;
};
const exported = async (): Promise<string> => (await run(['export', ...place])).out;

test('a dry run says what would happen; the import does it, with the currency of the store', async () => {
  const path = await file('products.csv.gz', gzipSync(csv));
  const before = await exported();
  const dry = await run(from('shopify-csv', path, ...place, '--dry-run'));
  assert.equal(dry.code, 0, dry.err);
  assert.equal(
    dry.out,
    'Nothing was changed. An import would write 2 objects:\n         created  changed  unchanged  deleted\nproduct  2        0        0          0\n',
  );
  assert.equal(await exported(), before);
  const done = await run(from('shopify-csv', path, ...place, '--json'));
  const report = JSON.parse(done.out);
  assert.deepEqual(
    [report.committed, report.dry_run, report.kinds.product.created, report.fault_count],
    [true, false, 2, 0],
  );
  assert.match(await exported(), /"prices":\{"EUR":199\}/);
  const given = await run(
    from('shopify-csv', '-', ...place, '--currency', 'NOK', '--dry-run', '--json'),
    csv,
  );
  assert.equal(JSON.parse(given.out).kinds.product.updated, 2);
});

test('what the files no longer have is deleted on request, and named by a dry run', async () => {
  await run(from('shopify-csv', '-', ...place), csv);
  const less = csv.slice(0, csv.indexOf('lamp'));
  const dry = await run(from('shopify-csv', '-', ...place, '--prune', '--dry-run'), less);
  assert.match(dry.out, /^Would delete product lamp$/m);
  assert.match(await exported(), /"id":"lamp"/);
  const done = await run(from('shopify-csv', '-', ...place, '--prune'), less);
  assert.equal(done.code, 0, done.err);
  assert.doesNotMatch(await exported(), /"id":"lamp"/);
  const none = await run(from('shopify-csv', '-', ...place, '--prune'), 'Handle,Title,Variant Price\n');
  assert.equal(none.code, 1);
  assert.match(await exported(), /"id":"tent"/);
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.startsWith('import-')),
    [],
  );
});

test('faults have file, line, column and value; nothing is imported unless the rest is wanted', async () => {
  const before = await exported();
  const good = await file('good.csv', csv.replace('lamp,Lampe', 'stove,Kocher'));
  const bad = await file('bad.csv', 'Handle,Title,Variant Price\nmat,Matte,viel\n');
  const result = await run(from('shopify-csv', good, bad, ...place));
  assert.equal(result.code, 1);
  assert.match(result.out, /^Nothing was imported: 1 fault\.$/m);
  assert.match(result.err, /^bad\.csv, line 2, Variant Price: .*viel/m);
  assert.equal(await exported(), before);
  const going = await run(from('shopify-csv', good, bad, ...place, '--keep-going', '--prune'));
  assert.equal(going.code, 1);
  assert.match(going.err, /^Nothing was deleted: /m);
  assert.match(await exported(), /"id":"stove"/);
});

test('files that are cut off, wrongly encoded or no text are refused, and nothing is imported', async () => {
  const before = await exported();
  const many = `Handle,Title,Variant Price\n${Array.from({ length: 5_000 }, (_, row) => `p${row},P${row * 7},${row}`).join('\n')}`;
  const packed = gzipSync(many);
  for (const [content, message] of [
    [
      packed.subarray(0, packed.length / 2),
      /line \d+: cannot be read any further: the gzip data ends too early/,
    ],
    [Buffer.from('Handle,Title\nmat,M\u00e4tte\n', 'latin1'), /line 2: is not UTF-8: byte 19 is 0xe4/],
    [Buffer.from('PK\u0003\u0004xl/workbook'), /line 1: is a zip archive/],
    [gzipSync(Buffer.alloc(200 * 1024 * 1024, 'a')), /line \d+/],
  ] as const) {
    const result = await run(from('shopify-csv', await file('broken', content), ...place));
    assert.equal(result.code, 1);
    assert.match(result.err, message);
  }
  assert.equal(await exported(), before);
});

test('what does not exist is told with what to do', async () => {
  const csvFile = await file('x.csv', csv);
  const shopify = (...words: string[]) => from('shopify-csv', csvFile, ...words);
  const two = ['--tenant', 'acme', '--workspace', 'two'];
  const bare = ['--tenant', 'acme', '--workspace', 'bare'];
  for (const [words, message, code] of [
    [
      shopify('--tenant', 'none', '--workspace', 'web'),
      /there is no tenant none; "vitrine tenant list" lists/,
      1,
    ],
    [shopify('--tenant', 'acme', '--workspace', 'none'), /there is no workspace acme\/none; .*creates it/, 1],
    [shopify(...place, '--catalog', catalogs[1]), /there is no catalog 7f1f.*; "vitrine catalog list/, 1],
    [shopify(...place, '--environment', 'P9'), /there is no environment P9; "vitrine environment list/, 1],
    [shopify(...two), /missing --catalog: the workspace has 2;/, 2],
    [shopify(...bare), /the workspace has no catalog; "vitrine catalog create/, 1],
    [shopify(), /missing --tenant, --workspace/, 2],
    [shopify(...place, '--locale', 'english please'), /--locale must be/, 2],
    [shopify(...place, '--currency', 'eur'), /--currency must be/, 2],
    [shopify(...place, '--mapping', csvFile), /--mapping is not for --from shopify-csv/, 2],
    [shopify(...place, '--id-prefix', 'x-'), /--id-prefix is for --from wxr only/, 2],
    [from('wxr', csvFile, ...place, '--id-prefix', 'wp1'), /--id-prefix must be .* not end with a digit/, 2],
    [from('wxr', csvFile, ...place, '--old-id-prefix', 'wp-'), /--old-id-prefix needs --prune/, 2],
    [shopify(...place, '--allow-duplicates'), /--allow-duplicates is for bundles/, 2],
    [[...shopify(...place), csvFile], /is given twice/, 2],
    [from('xlsx', csvFile, ...place), /--from must be one of shopify-csv, wxr, /, 2],
    [from('products', csvFile, ...place), /missing --mapping/, 2],
    [from('products', csvFile, ...place, '--mapping', csvFile), /the mapping .*x\.csv is wrong:\n/, 1],
    [from('wxr', join(dataDir, 'missing.xml'), ...place), /cannot read .*missing\.xml: it does not exist/, 1],
    [['import', csvFile, csvFile], /expected one FILE/, 2],
    [['import', csvFile, '--prune'], /--prune needs --from/, 2],
  ] as const) {
    const result = await run(words);
    assert.match(result.err, message);
    assert.equal(result.code, code, result.err);
    assert.equal(result.out, '');
  }
});

test('a guessed mapping imports the file that it was made for', async () => {
  const rows = await file('rows.csv', 'id,name,price\na1,Tent,199.5\na2,Lamp,25\n');
  const guessed = await run(from('products', rows, '--guess'));
  assert.equal(guessed.code, 0, guessed.err);
  const mapping = await file('mapping.json', guessed.out);
  const result = await run(from('products', rows, ...place, '--mapping', mapping, '--dry-run', '--json'));
  assert.equal(JSON.parse(result.out).kinds.product.created, 2, result.out);
});
