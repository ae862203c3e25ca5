// Import over a store in memory: all or nothing, forward references, faults, and a spool that is always gone.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  buildFakeBundleStore,
  deletesNothing,
  type FakeBundleStore,
} from '../../test/fixtures/fake-bundle-store.ts';
import {
  asInput,
  bundleBytes,
  CATALOG_ID,
  scopeLine,
  shortLines,
} from '../../test/fixtures/sample-bundle.ts';
import { bundleKinds } from '../contract/bundle.ts';
import { BundleFault } from '../domain/manage/bundle-store.ts';
import { exportBundle } from './export-bundle.ts';
import { type ImportOptions, type ImportProgress, importBundle } from './import-bundle.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-import-'));
});
after(() => rm(folder, { recursive: true }));

const everything = [scopeLine, ...Object.values(shortLines)];

const run = async (
  store: FakeBundleStore,
  lines: Iterable<unknown>,
  options: Partial<ImportOptions> = {},
) => {
  const spoolDir = join(folder, 'spool');
  try {
    return await importBundle(store, asInput(bundleBytes(lines)), { keepGoing: false, spoolDir, ...options });
  } finally {
    assert.deepEqual(await readdir(spoolDir), [], 'the spool is gone');
  }
};

test('a bundle is imported once, and importing it again changes nothing', async () => {
  const store = buildFakeBundleStore();
  const count = everything.length - 1;
  assert.deepEqual(await run(store, everything), {
    lines: everything.length,
    created: count,
    updated: 0,
    unchanged: 0,
    faults: [],
    faultCount: 0,
    duplicates: [],
    duplicateCount: 0,
    committed: true,
  });
  const before = store.stored();
  const again = await run(store, everything);
  assert.deepEqual([again.created, again.updated, again.unchanged, again.committed], [0, 0, count, true]);
  assert.deepEqual(store.stored(), before);
});

test('lines may refer to what comes later: they are written in the order of the kinds', async () => {
  const store = buildFakeBundleStore();
  const report = await run(store, [scopeLine, ...Object.values(shortLines).reverse()]);
  assert.equal(report.committed, true);
  assert.deepEqual(store.puts, Object.keys(bundleKinds));
});

test('what is no bundle at all is told once, and not read to its end', async () => {
  const csv = (rows: number) => ['id,name', ...Array.from({ length: rows }, (_, row) => `${row},"Tent"`)];
  const message =
    /^this is not a bundle: a bundle has one JSON object per line \(docs\/bundle.md\), and this line is not valid JSON/;
  for (const lines of [csv(0), csv(3), csv(27), csv(5_000), ['', '['], ['5', '"a"']]) {
    for (const keepGoing of [false, true]) {
      const report = await run(buildFakeBundleStore(), lines, { keepGoing });
      const [fault] = report.faults;
      assert.deepEqual([report.faultCount, report.faults.length, report.created], [1, 1, 0]);
      assert.equal(fault?.line, lines[0] === '' ? 2 : 1);
      if (lines[0] !== '5') assert.match(fault?.message ?? '', message);
      assert.ok(report.lines <= 30, `${report.lines} lines were read`);
    }
  }
});

test('a bundle with lines that are no JSON is told of each of them', async () => {
  const bad = Array.from({ length: 30 }, () => 'no json');
  for (const lines of [
    [scopeLine, ...bad],
    [...bad.slice(0, 5), scopeLine, ...bad.slice(5)],
  ]) {
    assert.equal((await run(buildFakeBundleStore(), lines)).faultCount, 30);
  }
});

test('strict, one line that cannot be read leaves the store untouched', async () => {
  const store = buildFakeBundleStore();
  const report = await run(store, [...everything, '{"kind":"tenant"}', '', 'x']);
  assert.equal(store.transactions, 0);
  assert.deepEqual(report, {
    lines: everything.length + 3,
    created: 0,
    updated: 0,
    unchanged: 0,
    faults: [
      { line: everything.length + 1, message: 'tenant: id is missing' },
      { line: everything.length + 3, message: "is not valid JSON: Unexpected token 'x'" },
    ],
    faultCount: 2,
    duplicates: [],
    duplicateCount: 0,
    committed: false,
  });
});

test('strict, one line that cannot be written takes everything back', async () => {
  const store = buildFakeBundleStore();
  const lost = { ...shortLines.product, catalog_id: '99999999-9999-4999-8999-999999999999' };
  const report = await run(store, [scopeLine, lost, shortLines.catalog, shortLines.category]);
  assert.deepEqual(report.faults, [
    { line: 2, message: 'product: catalog_id 99999999-9999-4999-8999-999999999999 does not exist' },
  ]);
  assert.deepEqual([report.committed, report.created], [false, 0]);
  assert.equal(store.transactions, 1);
  assert.equal(store.stored().size, 0);
});

test('keeping going, the good lines are imported and every fault is told in the order of the lines', async () => {
  const store = buildFakeBundleStore();
  const lost = { ...shortLines.product, catalog_id: '99999999-9999-4999-8999-999999999999' };
  const lines = [shortLines.form, scopeLine, lost, '{', shortLines.product, shortLines.catalog];
  const report = await run(store, lines, { keepGoing: true });
  assert.deepEqual(
    report.faults.map((fault) => fault.line),
    [1, 3, 4],
  );
  assert.deepEqual([report.committed, report.created, report.faultCount], [true, 2, 3]);
  assert.deepEqual([...store.stored().keys()], [`acme/web/catalog/${CATALOG_ID}`, 'acme/web/product/p1']);
});

test('the first hundred faults are kept and all are counted', async () => {
  const report = await run(buildFakeBundleStore(), [scopeLine, ...Array.from({ length: 250 }, () => '{}')]);
  assert.equal(report.faults.length, 100);
  assert.deepEqual(report.faults.at(-1), { line: 101, message: 'kind is missing' });
  assert.equal(report.faultCount, 250);
});

const named = (name: string) => ({ ...shortLines.product, name });
const twice = [scopeLine, shortLines.catalog, named('first'), shortLines.catalog, named('second')];
const REPEATED = {
  line: 5,
  message: `product: catalog_id "${CATALOG_ID}", id "p1" is already in line 3`,
};

test('a second line with the same id is a fault that names the first; what lines stand in may be repeated', async () => {
  const store = buildFakeBundleStore();
  const report = await run(store, twice);
  assert.deepEqual([report.faults, report.duplicateCount, report.committed], [[REPEATED], 1, false]);
  const kept = await run(store, twice, { keepGoing: true });
  assert.deepEqual([kept.faults, kept.created, kept.committed], [[REPEATED], 2, true]);
  assert.match(store.stored().get('acme/web/product/p1') ?? '', /first/);
  const changed = [scopeLine, shortLines.catalog, { ...shortLines.catalog, name: 'Other' }];
  assert.match((await run(store, changed)).faults[0]?.message ?? '', /^catalog: id .* is already in line 2$/);
  const same = await run(store, [scopeLine, named('first'), named('first')]);
  assert.deepEqual([same.committed, same.duplicateCount], [false, 1], 'a product is one product');
});

test('where duplicates are allowed the last one is kept, and the report names the others', async () => {
  const store = buildFakeBundleStore();
  const report = await run(store, twice, { allowDuplicates: true });
  assert.deepEqual([report.faultCount, report.duplicates, report.duplicateCount], [0, [REPEATED], 1]);
  assert.match(store.stored().get('acme/web/product/p1') ?? '', /second/);
});

test('each line is written in the scope it stands in', async () => {
  const store = buildFakeBundleStore();
  const other = { kind: 'scope', tenant_id: 'zeta', workspace_id: 'w/2' };
  await run(store, [scopeLine, shortLines.form, other, shortLines.form, scopeLine, shortLines.environment]);
  assert.deepEqual([...store.stored().keys()].map((key) => key.split('/').slice(0, -1).join('/')).sort(), [
    'acme/web/environment',
    'acme/web/form',
    'zeta/w/2/form',
  ]);
});

test('nothing reaches the store before the last line is read', async () => {
  const store = buildFakeBundleStore();
  let isRead = false;
  const input = async function* () {
    for (const line of everything) {
      assert.equal(store.transactions, 0);
      yield bundleBytes([line]);
    }
    isRead = true;
  };
  const report = await importBundle(store, input(), { keepGoing: false, spoolDir: folder });
  assert.ok(isRead && report.committed);
});

test('an error that is no fault of a line rejects, and the spool is gone then too', async () => {
  const broken = { ...buildFakeBundleStore(), writeBundle: () => Promise.reject(new Error('disk full')) };
  await assert.rejects(run(broken, everything), /disk full/);
  const failing = buildFakeBundleStore();
  failing.writeBundle = async (work) =>
    work({ ...deletesNothing, put: () => Promise.reject(new TypeError('a bug')) });
  await assert.rejects(run(failing, everything, { keepGoing: true }), /a bug/);
  const input = async function* () {
    yield bundleBytes(everything);
    throw new Error('connection reset');
  };
  const spoolDir = join(folder, 'spool');
  const untouched = buildFakeBundleStore();
  await assert.rejects(importBundle(untouched, input(), { keepGoing: true, spoolDir }), /connection reset/);
  assert.deepEqual(await readdir(spoolDir), []);
  assert.equal(untouched.transactions, 0);
});

test('a store that does not commit is believed', async () => {
  const store = buildFakeBundleStore();
  store.writeBundle = async (work) => {
    await work({ ...deletesNothing, put: async () => 'created' });
    return false;
  };
  const report = await run(store, everything);
  assert.deepEqual([report.committed, report.created], [false, 0]);
});

test('progress tells what was read and what was written, up to the end', async () => {
  const seen: ImportProgress[] = [];
  const bytes = bundleBytes(everything);
  await run(buildFakeBundleStore(), everything, { onProgress: (progress) => seen.push(progress) });
  const total = everything.length - 1;
  const last = (phase: string) => seen.findLast((progress) => progress.phase === phase);
  assert.deepEqual(last('read'), {
    phase: 'read',
    done: everything.length,
    total: undefined,
    bytes: bytes.length,
  });
  assert.deepEqual(last('write'), { phase: 'write', done: total, total, bytes: bytes.length });
});

test('many lines keep their order, packed too', async () => {
  const store = buildFakeBundleStore();
  const products = Array.from({ length: 5_000 }, (_, index) => ({
    ...shortLines.product,
    id: `p${index}`,
    description: 'ü'.repeat(200),
  }));
  const lines = [scopeLine, ...products, shortLines.catalog];
  const report = await importBundle(store, asInput(gzipSync(bundleBytes(lines))), {
    keepGoing: false,
    spoolDir: folder,
  });
  assert.equal(report.created, 5_001);
  assert.deepEqual(
    [...store.stored().keys()].slice(1),
    products.map((product) => `acme/web/product/${product.id}`),
  );
});

test('what is exported and imported elsewhere is the same', async () => {
  const store = buildFakeBundleStore();
  await run(store, everything);
  const lines = await Array.fromAsync(exportBundle(store, {}));
  const copy = buildFakeBundleStore();
  await run(copy, lines);
  assert.deepEqual(copy.stored(), store.stored());
});

test('a fault of the store is told with the kind of its line', async () => {
  const store = buildFakeBundleStore();
  store.writeBundle = (work) =>
    work({
      ...deletesNothing,
      put: async () => {
        throw new BundleFault('is not wanted here');
      },
    });
  const report = await run(store, [scopeLine, shortLines.form]);
  assert.deepEqual(report.faults, [{ line: 2, message: 'form: is not wanted here' }]);
});
