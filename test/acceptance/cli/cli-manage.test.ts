// Managing a shop from the command line: resources of every level, records from draft to live and back, and error
// messages.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runHere } from './run-here.ts';

const MODEL = '11111111-1111-4111-8111-111111111111';
const CATALOG = '22222222-2222-4222-8222-222222222222';
const RECORD = '33333333-3333-4333-8333-333333333333';

let dataDir = '';
after(() => rm(dataDir, { recursive: true, force: true }));

const place = ['--tenant', 'acme', '--workspace', 'web'];
const inCatalog = [...place, '--catalog', CATALOG];
const article = [...place, '--model', 'article'];

const run = async (words: readonly string[], input?: unknown): Promise<string> => {
  const options = input === undefined ? {} : { input: JSON.stringify(input) };
  const { code, out, err } = await runHere(dataDir, words, options);
  assert.equal(code, 0, `${words.join(' ')}: ${err}`);
  return out;
};

const runJson = async <T>(words: readonly string[], input?: unknown): Promise<T> =>
  JSON.parse(await run([...words, '--json'], input)) as T;

const refused = async (words: readonly string[], input?: unknown, expectedCode = 1): Promise<string> => {
  const options = input === undefined ? {} : { input: JSON.stringify(input) };
  const { code, out, err } = await runHere(dataDir, words, options);
  assert.equal(code, expectedCode, `${words.join(' ')}: ${err}`);
  assert.equal(out, '');
  assert.match(err, /^vitrine: /);
  assert.doesNotMatch(err, /^\s+at /m, 'no stack');
  return err;
};

const model = {
  internal_name: 'article',
  is_localization_enabled: true,
  fields: [
    {
      field_properties: { internal_name: 'title', data_type: 'text', is_localized: true },
      is_required: true,
    },
    { field_properties: { internal_name: 'minutes', data_type: 'number', validation: { max: 60 } } },
  ],
};

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  assert.equal(
    await run(['tenant', 'create', '--set', 'id=acme', '--set', 'name=Acme']),
    'Created: tenant acme\n',
  );
  await run(['workspace', 'put', 'web', '--tenant', 'acme', '--set', 'name=Web']);
  await run(['environment', 'put', 'LIVE', ...place, '--set', 'env_type=PRODUCTION']);
  await run(['content-model', 'put', MODEL, '-', ...place], { ...model, created_at: '2026-01-01' });
  await run(['catalog', 'put', CATALOG, ...place, '--set', 'environment_ids=["LIVE"]', '--set', 'name=Main']);
});

test('a thing is put, listed, read, put back as it was, changed under a condition, and deleted', async () => {
  const file = join(dataDir, 'shoe.json');
  await writeFile(file, JSON.stringify({ name: 'Red shoe', prices: { USD: 79.5 }, brand: 'Nordic' }));
  assert.equal(await run(['product', 'put', 'p1', file, ...inCatalog]), 'Created: product p1\n');
  const words = [
    'product',
    'put',
    'p2',
    file,
    ...inCatalog,
    '--set',
    'name=\u001b[31mHat',
    '--set',
    'in_stock=false',
  ];
  await run(words);
  assert.equal(
    await run(['product', 'list', ...inCatalog]),
    'p1    Red shoe\np2    ?[31mHat\n',
    'nothing of a name steers the terminal',
  );
  const filtered = await runHere(dataDir, [
    'product',
    'list',
    ...inCatalog,
    '--in-stock',
    'true',
    '--limit',
    '0',
  ]);
  assert.deepEqual(filtered, { code: 0, out: '', err: '0 of 1; use --skip and --limit to see others.\n' });

  const shown = await runHere(dataDir, ['product', 'get', 'p1', ...inCatalog]);
  const { item, _meta_ } = await runJson<{ item: object; _meta_: { etag: string } }>([
    ...['product', 'get', 'p1', ...inCatalog],
  ]);
  assert.deepEqual(JSON.parse(shown.out), item);
  assert.equal(shown.err, `ETag: ${_meta_.etag}\n`);
  assert.equal(await run(['product', 'put', 'p1', '-', ...inCatalog], item), 'Unchanged: product p1\n');

  const tag = _meta_.etag.replaceAll('"', '');
  const change = ['product', 'put', 'p1', '-', ...inCatalog, '--set', 'brand=Fjord', '--if-match', tag];
  assert.equal(await run(change, item), 'Updated: product p1\n');
  const stale = await refused(change, item);
  assert.match(stale, /^vitrine: It was changed in the meantime; .*\n {2}Its ETag is now "[\w-]{22}"\.\n$/);
  assert.match(await refused(['product', 'delete', 'p1', ...inCatalog, '--if-match', tag]), /changed/);
  assert.equal(await run(['product', 'delete', 'p1', ...inCatalog]), 'Deleted: product p1\n');
  assert.equal(
    await refused(['product', 'get', 'p1', ...inCatalog]),
    'vitrine: There is no such product in this workspace\n',
  );
});

test('a key of two words, and an id that is made', async () => {
  const item = { type: 'blog', title: 'Lacing', url: '/lacing', created_at: '2026-01-01' };
  const words = ['content-item', 'put', 'wp-1', 'EN_us', '-', ...inCatalog];
  assert.equal(await run(words, item), 'Created: content item wp-1 en-us\n');
  const made = await run([
    'form',
    'create',
    ...place,
    '--set',
    'name=contact',
    '--set',
    'display_name=Contact',
  ]);
  assert.match(made, /^Created: form [0-9a-f-]{36}\n$/);
});

test('what is needed is named, and goes along when told', async () => {
  await run(['environment', 'put', 'OLD', ...place, '--set', 'env_type=STAGING']);
  await run(['domain', 'put', 'old.acme.test', ...place, '--set', 'environment_id=OLD']);
  assert.equal(
    await refused(['environment', 'delete', 'OLD', ...place]),
    'vitrine: The environment is still needed by one other object; delete it first, or use cascade\n  domain old.acme.test\n',
  );
  assert.equal(
    await run(['environment', 'delete', 'OLD', ...place, '--cascade']),
    'Deleted: environment OLD\n',
  );
  await refused(['domain', 'get', 'old.acme.test', ...place]);
});

test('refusals tell each field on a line, and what is missing', async () => {
  const cases: readonly (readonly [readonly string[], unknown, RegExp, number])[] = [
    [['product', 'put', 'x', '-', ...inCatalog], { name: ' ', brand: 7, colour: 1 }, /(\n {2}.*){2,}/, 1],
    [['product', 'put', 'x', '-', ...inCatalog], {}, /Missing required parameter: name/, 1],
    [['product', 'put', 'x', ...inCatalog], undefined, /expected FILE, - or --set/, 2],
    [
      ['product', 'list', ...inCatalog, '--limit', '101'],
      undefined,
      /--limit must be a whole number from 0 to 100/,
      2,
    ],
    [['product', 'list', ...place], undefined, /missing --catalog/, 2],
    [['product', 'list', ...place, '--catalog', 'x'], undefined, /There is no such catalog/, 1],
    [['environment', 'put', 'x', '--set', 'access=shut', ...place], undefined, /access/, 1],
    [
      ['tenant', 'create', '--set', 'id=acme'],
      undefined,
      /This tenant already exists; use put to replace it/,
      1,
    ],
    [
      ['product', 'put', 'x', join('no', 'such'), ...inCatalog],
      undefined,
      /cannot read no.such: it does not exist \(ENOENT\)/,
      1,
    ],
  ];
  for (const [words, input, message, code] of cases) assert.match(await refused(words, input, code), message);
});

const text = (title: string, minutes: number) => ({ 'en-us': { title, fields: { minutes } } });

test('a record from draft to live, changed by two, and away again', async () => {
  const errors = await refused(['record', 'create', '-', ...article], {
    localized: { 'en-us': { fields: { minutes: 99, colour: 'red' } } },
  });
  assert.deepEqual(errors.split('\n'), [
    'vitrine: 3 fields are not valid',
    '  en-us: title is missing',
    '  en-us: Unknown field: fields.colour',
    '  en-us: fields.minutes must not be greater than 60',
    '',
  ]);
  const created = await run(['record', 'create', '-', ...article], {
    id: RECORD,
    localized: text('Frost', 4),
  });
  const first = /^Created: record 33333333\S+, version (\S+)\n$/.exec(created)?.[1] ?? '';
  assert.equal(await run(['record', 'list', ...article]), '');
  assert.match(
    await run(['record', 'list', ...article, '--preview']),
    /^3333\S+ {2}en-us {2}1 {2}draft {2}Frost\n$/,
  );
  const live = ['--environment', 'LIVE'];
  assert.equal(
    await run(['record', 'publish', RECORD, ...article, ...live]),
    `Published: version ${first} in LIVE\n`,
  );
  const saved = await run(['record', 'save', RECORD, '-', ...article, '--base', first], {
    localized: text('Ice', 4),
  });
  const second = /^Saved: version (\S+), number 2\n$/.exec(saved)?.[1] ?? '';
  const late = await refused(['record', 'save', RECORD, '-', ...article, '--base', first], {
    localized: text('Snow', 5),
  });
  assert.deepEqual(late.split('\n'), [
    'vitrine: It was changed in the meantime; read it again and repeat the change',
    `  The latest version is ${second}.`,
    '  en-us title: "Frost" → "Ice"',
    '',
  ]);
  assert.equal(
    await run(['record', 'compare', RECORD, first, second, ...article]),
    'en-us title: "Frost" → "Ice"\n',
  );
  const versions = (await run(['record', 'versions', RECORD, ...article])).split('\n');
  assert.match(versions[0] ?? '', new RegExp(`^2 {2}${second} `));
  assert.match(versions[1] ?? '', new RegExp(`^1 {2}${first} .* en-us {2}LIVE en-us$`));
  const { record } = await runJson<{ record: { title: string } }>(['record', 'get', RECORD, ...article]);
  assert.equal(record.title, 'Frost');
  assert.match(
    await refused(['record', 'delete', RECORD, ...article]),
    /still needed.*\n {2}environment LIVE\n/,
  );
  assert.equal(
    await run(['record', 'unpublish', RECORD, ...article, ...live]),
    `Unpublished: version ${first} in LIVE\n`,
  );
  assert.equal(
    await run(['record', 'unpublish', RECORD, ...article, ...live]),
    'Nothing of it is published there.\n',
  );
  assert.equal(
    await refused(['record', 'get', RECORD, ...article]),
    'vitrine: Record not found: the content model has no record of this id published here; preview shows drafts\n',
  );
  assert.equal(await run(['record', 'delete', RECORD, ...article]), `Deleted: record ${RECORD}\n`);
});

test('one environment that fails stops no other, and the exit code tells', async () => {
  await run(['environment', 'put', 'TEST', ...place, '--set', 'env_type=STAGING']);
  const { record, version } = await runJson<{ record: { id: string }; version: { id: string } }>(
    ['record', 'create', '-', ...article],
    { localized: text('Thaw', 1) },
  );
  const words = [
    'record',
    'publish',
    record.id,
    ...article,
    '--environment',
    'NONE',
    '--environment',
    'TEST',
  ];
  const result = await runHere(dataDir, words);
  assert.equal(result.code, 1);
  assert.equal(result.out, `Published: version ${version.id} in TEST\n`);
  assert.match(result.err, /^vitrine: cannot publish version \S+ in NONE: .*\n$/);
  assert.match(
    await refused(['record', 'list', ...article], undefined, 2),
    /missing --environment: the workspace has several/,
  );
  assert.match(
    await refused(['record', 'list', ...article, '--environment', 'NONE']),
    /there is no environment NONE in acme\/web/,
  );
  const elsewhere = ['--tenant', 'acme', '--workspace', 'none', '--model', 'article'];
  assert.match(await refused(['record', 'list', ...elsewhere]), /there is no workspace acme\/none/);
});
