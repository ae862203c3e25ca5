// Imports of a small format over a real store: all or nothing, places of faults, dry runs, repetitions, and what is pruned.

import assert from 'node:assert/strict';
import { beforeEach, type TestContext, test } from 'node:test';
import {
  CATALOG,
  createdAt,
  type ImportWorld,
  openImportWorld,
  scope,
} from '../../../test/fixtures/import/import-world.ts';
import type { Store } from '../../open-store.ts';
import type { SourceImport, SourceReport } from './import-source.ts';
import type { SourceEntry, SourceFormat, SourceReach } from './source-format.ts';

/** A line of JSON is an entry. */
const entriesFormat: SourceFormat = {
  name: 'entries',
  async *read(files) {
    for (const file of files) {
      const text = (await Array.fromAsync(file.open())).join('');
      for (const [index, line] of text.split('\n').entries()) {
        if (line === '') continue;
        const place = { line: index + 1, ...(files.length > 1 ? { file: file.name } : {}) };
        yield { ...place, ...(JSON.parse(line) as object) } as SourceEntry;
      }
    }
  },
};

const product = (id: string, more: object = {}) => ({
  object: { kind: 'product', catalog_id: CATALOG, id, name: `Product ${id}`, ...more },
});
const category = (id: string, more: object = {}) => ({
  object: { kind: 'category', catalog_id: CATALOG, id, name: id, ...more },
});
const item = (providerId: string, type: string) => ({
  object: {
    kind: 'content_item',
    catalog_id: CATALOG,
    provider_id: providerId,
    locale: 'en-us',
    type,
    title: providerId,
    url: `/${providerId}`,
    created_at: createdAt,
  },
});

let world: ImportWorld;
let store: Store;
beforeEach(async (context) => {
  world = await openImportWorld(context as TestContext);
  store = world.store;
});

const run = (
  files: readonly (readonly object[] | string)[],
  options: Partial<SourceImport> = {},
): Promise<SourceReport> => {
  const texts = files.map((entries) =>
    typeof entries === 'string' ? entries : entries.map((entry) => JSON.stringify(entry)).join('\n'),
  );
  return world.run(texts, { format: entriesFormat, ...options });
};

const stateOf = (): Promise<string[]> => world.state();
const idsOf = (kind: string): Promise<unknown[]> => world.ids(kind);
const countsOf = (report: SourceReport) => Object.fromEntries(report.counts);

test('objects are counted by kind; the second time nothing changes, and the feed has no entry', async () => {
  const files = [
    [category('c1'), product('p1', { category_ids: ['c1'] })],
    [category('c1'), product('p2')],
  ];
  const first = await run(files);
  assert.deepEqual(countsOf(first), {
    category: { created: 1, updated: 0, unchanged: 0, deleted: 0 },
    product: { created: 2, updated: 0, unchanged: 0, deleted: 0 },
  });
  assert.deepEqual([first.committed, first.objects, first.faultCount], [true, 3, 0]);
  const position = store.position(scope);
  const again = await run(files, { prunes: true });
  assert.deepEqual(countsOf(again), {
    category: { created: 0, updated: 0, unchanged: 1, deleted: 0 },
    product: { created: 0, updated: 0, unchanged: 2, deleted: 0 },
  });
  await store.catchUp(scope);
  assert.equal(store.position(scope), position);
});

test('every fault of an object is counted, and the first hundred of all are kept', async () => {
  const wrong = Array.from({ length: 150 }, () => 7);
  const report = await run([
    [product('p1', { category_ids: wrong }), product('p2', { sku: 7, category_ids: wrong })],
  ]);
  assert.deepEqual([report.faultCount, report.faults.length, report.faults.at(-1)?.line], [301, 100, 1]);
  const fewer = await run([[product('p1', { sku: 7 }), product('p2', { category_ids: wrong })]]);
  assert.deepEqual([fewer.faultCount, fewer.faults.length, fewer.faults.at(-1)?.line], [151, 100, 2]);
});

test('faults have a place and a value, and nothing is imported; with keepGoing the rest is', async () => {
  const files = [
    [
      product('p1'),
      { column: 'Variant Price', fault: 'is not a price', value: 'cheap' },
      product('p2', { name: ' ', sku: 7, in_stock: 1 }),
      product('p3', { in_stock: 'yes' }),
      { skipped: 'a draft' },
      category('c1'),
      category('c1', { name: 'other' }),
    ],
    [
      product('p1', { name: 'Again' }),
      { column: 'Title', ...product('p4', { sku: 7 }) },
      { skipped: 'a draft' },
    ],
  ];
  const before = await stateOf();
  const report = await run(files);
  assert.deepEqual(report.faults, [
    { file: '1.txt', line: 2, column: 'Variant Price', message: 'is not a price', value: '"cheap"' },
    { file: '1.txt', line: 3, column: 'sku', message: 'product: sku must be text, not 7' },
    { file: '1.txt', line: 3, column: 'name', message: 'product: name must not be blank', value: '" "' },
    { file: '1.txt', line: 3, column: 'in_stock', message: 'product: in_stock must be true or false, not 1' },
    {
      file: '1.txt',
      line: 4,
      column: 'in_stock',
      message: 'product: in_stock must be true or false, not "yes"',
    },
    { file: '1.txt', line: 7, message: 'category: id "c1" is already in 1.txt, line 6 with other values' },
    { file: '2.txt', line: 1, message: 'product: id "p1" is already in 1.txt, line 1' },
    { file: '2.txt', line: 2, column: 'Title', message: 'product: sku must be text, not 7' },
  ]);
  assert.deepEqual(report.skipped, [
    {
      reason: 'a draft',
      count: 2,
      first: [
        { file: '1.txt', line: 5 },
        { file: '2.txt', line: 3 },
      ],
    },
  ]);
  assert.deepEqual([report.committed, report.counts.size, report.faultCount], [false, 0, 8]);
  assert.deepEqual(await stateOf(), before);

  const kept = await run(files, { keepGoing: true, prunes: true });
  assert.deepEqual([kept.committed, kept.faultCount], [true, 8]);
  assert.match(kept.pruneRefusal ?? '', /bad in the files/);
  assert.deepEqual(await idsOf('product'), ['p1']);
});

test('what the store refuses has a place too', async () => {
  const record = { kind: 'record', model: 'missing', id: CATALOG, created_at: createdAt };
  const report = await run([[product('p1')], [{ object: record }]]);
  assert.deepEqual([report.committed, report.faults.length], [false, 1]);
  const [fault] = report.faults;
  assert.deepEqual([fault?.file, fault?.line], ['2.txt', 1]);
  assert.match(fault?.message ?? '', /^record: /);
});

test('a format cannot leave its catalog, its environments or the kinds of content', async () => {
  const other = CATALOG.replace('6f', '7f');
  const publication = {
    kind: 'publication',
    record_id: other,
    environment_id: 'P2',
    version_id: other,
    published_at: createdAt,
  };
  const report = await run([[product('p1', { catalog_id: other }), { object: publication }]]);
  assert.deepEqual(
    report.faults.map(({ column, value }) => [column, value]),
    [
      ['catalog_id', `"${other}"`],
      ['environment_id', '"P2"'],
    ],
  );
  await assert.rejects(run([[{ object: { kind: 'tenant', id: 'x' } }]]), /must not write a tenant/);
});

test('a dry run counts what an import would do, and changes nothing', async () => {
  await run([[product('p1'), product('p2'), category('c9')]]);
  const before = await stateOf();
  const position = store.position(scope);
  const files = [[product('p1', { name: 'New' }), product('p3')]];
  const report = await run(files, { isDryRun: true, prunes: true });
  assert.deepEqual(countsOf(report), {
    product: { created: 1, updated: 1, unchanged: 0, deleted: 1 },
    category: { created: 0, updated: 0, unchanged: 0, deleted: 1 },
  });
  assert.deepEqual(report.deletions, [
    { kind: 'product', id: 'p2' },
    { kind: 'category', id: 'c9' },
  ]);
  assert.equal(report.committed, false);
  assert.deepEqual(await stateOf(), before);
  assert.equal(store.position(scope), position);
  const real = await run(files, { prunes: true });
  assert.deepEqual([countsOf(real), real.deletions], [countsOf(report), report.deletions]);
  assert.deepEqual(await idsOf('product'), ['p1', 'p3']);
});

test('categories stay that a product, a category or a rule uses', async () => {
  const rule = {
    kind: 'merchandising_rule',
    catalog_id: CATALOG,
    id: 'r',
    when: { category_id: 'ruled' },
    pin: ['p1'],
  };
  await world.put([rule]);
  const ids = ['used', 'ruled', 'unused', 'top', 'other-top'];
  await run([
    [
      ...ids.map((id) => category(id)),
      category('below', { parent_id: 'top' }),
      category('lonely', { parent_id: 'other-top' }),
      product('p1'),
    ],
  ]);
  const report = await run([[product('p1', { category_ids: ['used', 'below'] })]], { prunes: true });
  assert.deepEqual(report.deletions.map(({ id }) => id).sort(), ['lonely', 'other-top', 'unused']);
  assert.deepEqual(await idsOf('category'), ['below', 'ruled', 'top', 'used']);
});

/** The format with what its files speak for. */
const speakingFor = (reach: SourceReach['reach']): SourceFormat => ({
  ...entriesFormat,
  async *read(files, target) {
    yield { reach };
    yield* entriesFormat.read(files, target);
  },
});

test('content items are pruned if the files speak for them and all environments have them; nothing without objects', async () => {
  await run([[item('wp-1', 'post'), item('wp-2', 'page'), item('x-3', 'post'), product('p1')]]);
  await world.put([{ ...item('wp-4', 'post').object, environment_ids: ['P1'] }]);
  const format = speakingFor({ isOwnItem: (each) => each.provider_id.startsWith('wp-') });
  const none = await run([[{ skipped: 'a draft' }]], { prunes: true, format });
  assert.match(none.pruneRefusal ?? '', /no object/);
  await run([[item('wp-9', 'post')]], { prunes: true });
  assert.deepEqual(await idsOf('content_item'), ['wp-1', 'wp-2', 'wp-4', 'wp-9', 'x-3']);
  const dry = await run([[item('wp-9', 'post')]], { prunes: true, format, isDryRun: true });
  assert.deepEqual(
    dry.deletions.map(({ id }) => id),
    ['wp-1 en-us', 'wp-2 en-us'],
  );
  await run([[item('wp-9', 'post')]], { prunes: true, format });
  assert.deepEqual(await idsOf('content_item'), ['wp-4', 'wp-9', 'x-3']);
  assert.deepEqual(await idsOf('product'), ['p1']);
});

test('records that the format made are pruned, unless others relate to them: these are unpublished', async () => {
  const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const field = (name: string, more: object) => ({
    field_properties: { internal_name: name, data_type: 'text', ...more },
  });
  const model = (number: number, name: string, fields: object[] = []) => ({
    object: { kind: 'content_model', id: uuid(number), internal_name: name, created_at: createdAt, fields },
  });
  const relation = {
    ...field('next', { data_type: 'relation', validation: { models: ['story'] } }),
    relation_type: 'many_to_one',
  };
  const models = [model(1, 'story', [relation]), model(2, 'other', [relation])];
  const record = (name: string, number: number, next?: number) => [
    { object: { kind: 'record', model: name, id: uuid(number), created_at: createdAt } },
    {
      object: {
        kind: 'version',
        record_id: uuid(number),
        id: uuid(number + 100),
        number: 1,
        created_at: createdAt,
        localized: { 'en-us': { title: 'T', fields: next === undefined ? {} : { next: uuid(next) } } },
      },
    },
  ];
  const publication = (number: number) => ({
    object: {
      kind: 'publication',
      record_id: uuid(number),
      environment_id: 'P1',
      version_id: uuid(number + 100),
      published_at: createdAt,
    },
  });
  const all = [
    ...record('story', 10),
    ...record('story', 11),
    ...record('story', 12, 11),
    ...record('story', 13),
    ...record('other', 20, 13),
  ];
  const full = await run([[...models, ...all, ...record('story', 14), publication(11), publication(13)]]);
  assert.deepEqual(full.faults, []);
  const format = speakingFor({ isOwnVersion: ({ record_id: id }) => id !== uuid(14) });
  const report = await run([[models[0] ?? {}, ...record('story', 10)]], { prunes: true, format });
  assert.deepEqual(report.faults, []);
  assert.deepEqual(report.deletions.map(({ id }) => id).sort(), [uuid(11), uuid(12), `${uuid(13)} P1`]);
  assert.deepEqual(report.kept, [{ kind: 'record', id: uuid(13), reason: 'other records relate to it' }]);
  assert.deepEqual(await idsOf('record'), [uuid(10), uuid(13), uuid(14), uuid(20)]);
  assert.deepEqual(await world.objects('publication'), []);
});

test('a file that breaks off is a fault after what was read', async () => {
  const bad = await run([[product('p1')], 'caf\u00e9'.slice(0, 3).concat('\0')]);
  assert.deepEqual([bad.committed, bad.faultCount], [false, 1]);
  assert.deepEqual([bad.faults[0]?.file, bad.faults[0]?.line], ['2.txt', 1]);
  assert.match(bad.faults[0]?.message ?? '', /NUL byte at byte 4/);
});
