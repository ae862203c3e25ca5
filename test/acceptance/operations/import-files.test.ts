// Files of other systems by the management interface: the same as on the command line, whole or not at all, and within bounds.

import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readFixture } from '../../fixtures/import/source-files.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { makeDataDir, type RunningService, startService } from '../service/running-service.ts';

const OPERATOR_TOKEN = 'operator-of-the-import-test-0123456789ab';
const CATALOG = '6f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11';
const MAX_MIB = 8;
const MEBIBYTE = 1024 * 1024;

type Query = Readonly<Record<string, string>>;
type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;
type Body = NonNullable<RequestInit['body']>;

interface Summary {
  readonly committed: boolean;
  readonly objects: number;
  readonly kinds: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly fault_count: number;
  readonly faults: readonly Readonly<Record<string, unknown>>[];
  readonly deleted: readonly object[];
  readonly prune_refusal?: string;
}

let service: RunningService;
const cleanUps: (() => Promise<unknown>)[] = [];

const workspaceLines = (id: string): object[] => [
  { kind: 'scope', tenant_id: 'acme', workspace_id: id },
  ...(id === 'web' ? [{ kind: 'tenant', id: 'acme' }] : []),
  { kind: 'workspace', id },
  { kind: 'environment', id: 'P1', default_locale: 'de-de' },
  { kind: 'catalog', id: CATALOG, environment_ids: ['P1'] },
  {
    ...{
      kind: 'store',
      id: 's1',
      environment_id: 'P1',
      catalog_id: CATALOG,
      currency: 'EUR',
      is_default: true,
    },
    ...{ store_hash: `h-${id}`, provider: 'x', content_model_id: 'm' },
  },
];

before(async () => {
  const dataDir = await makeDataDir({ after: (done) => cleanUps.push(done) });
  const world = ['web', 'twin', 'free'].flatMap(workspaceLines);
  const input = world.map((line) => JSON.stringify(line)).join('\n');
  const imported = await runHere(dataDir, ['import', '-'], { input });
  assert.equal(imported.code, 0, imported.err);
  service = await startService(dataDir, {
    VITRINE_OPERATOR_TOKEN: OPERATOR_TOKEN,
    VITRINE_IMPORT_MAX_MIB: String(MAX_MIB),
    // What is recorded would be in an export, whenever it is stored.
    VITRINE_SEARCH_RECORDING: 'false',
  });
});

after(async () => {
  await service.stop();
  for (const cleanUp of cleanUps) await cleanUp();
});

const headersIn = (workspace: string) => ({
  'x-tenant-id': 'acme',
  'x-workspace-id': workspace,
  authorization: `Bearer ${OPERATOR_TOKEN}`,
});

const formOf = (files: Files, mapping?: string): FormData => {
  const form = new FormData();
  if (mapping !== undefined) form.set('mapping', mapping);
  for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content]), name);
  return form;
};

const send = async (body: Body, query: Query, workspace = 'web', more: Record<string, string> = {}) => {
  const response = await service.fetch(`/manage/v1/import?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { ...headersIn(workspace), ...more },
    body,
  });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

const summaryOf = ({ status, text }: { readonly status: number; readonly text: string }): Summary => {
  assert.equal(status, 200, text);
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  return (JSON.parse(last) as { summary: Summary }).summary;
};

const importFiles = async (files: Files, query: Query, mapping?: string): Promise<Summary> =>
  summaryOf(await send(formOf(files, mapping), query));

/** `400 malformed:body`. */
const refusalOf = ({ status, text }: { readonly status: number; readonly text: string }): string =>
  `${status} ${(JSON.parse(text) as { Data: { Error: { code: string } } }).Data.Error.code}`;

const exported = async (workspace = 'web'): Promise<string> => {
  const words = ['export', '--tenant', 'acme', '--workspace', workspace];
  return (await runHere(service.dataDir, words)).out;
};

const leftovers = async (): Promise<string[]> =>
  (await readdir(service.dataDir)).filter((name) => name.startsWith('import-'));

const csv = 'Handle,Title,Variant SKU,Variant Price\ntent,Zelt,0012,199.00\nlamp,Lampe,0013,25.50\n';
const shopify = { from: 'shopify-csv' };

const samples: Readonly<Record<string, { readonly files: Files; readonly mapping?: object }>> = {
  'shopify-csv': { files: { 'products.csv.gz': gzipSync(csv) } },
  wxr: {
    files: {
      'wordpress-1.xml': readFixture('wordpress-1.xml'),
      'wordpress-2.xml': readFixture('wordpress-2.xml'),
    },
  },
  contentful: { files: { 'export.json': readFixture('contentful.json') } },
  products: {
    files: {
      'goods.tsv': 'sku\ttitle\tcategory\n0099\tMatte\tHaus > Textil\n',
      'more.ndjson': '{"sku":"0098","title":"Kocher","category":"Küche"}\n',
    },
    mapping: { product: { id: 'sku', name: 'title', categories: { from: 'category', path: '>' } } },
  },
  content: {
    files: { 'pages.json': '[{"id":"a","title":"Über uns","url":"/about","at":"2026-01-02"}]' },
    mapping: {
      content: {
        ...{ provider_id: 'id', type: { value: 'page' }, title: 'title', url: 'url' },
        created_at: { from: 'at', date: 'yyyy-MM-dd' },
      },
    },
  },
  forms: {
    files: { 'forms.csv': 'id,name,at\n5f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11,Kontakt,2026-01-02\n' },
    mapping: { form: { id: 'id', name: 'name', created_at: { from: 'at', date: 'yyyy-MM-dd' } } },
  },
};

/** The same files by a command, into another workspace. */
const runTwin = async (format: string): Promise<Summary> => {
  const { files = {}, mapping } = samples[format] ?? {};
  const paths: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    paths.push(join(service.dataDir, name));
    await writeFile(join(service.dataDir, name), content);
  }
  const rules = join(service.dataDir, 'mapping.json');
  await writeFile(rules, JSON.stringify(mapping ?? {}));
  const words = ['import', '--from', format, ...paths, '--tenant', 'acme', '--workspace', 'twin', '--json'];
  const done = await runHere(service.dataDir, [
    ...words,
    ...(mapping === undefined ? [] : ['--mapping', rules]),
  ]);
  assert.equal(done.code, 0, done.err);
  return JSON.parse(done.out) as Summary;
};

test('each format: the report and the state are those of the command; again, nothing changes', async () => {
  for (const [format, { files, mapping }] of Object.entries(samples)) {
    const rules = mapping && JSON.stringify(mapping);
    const summary = await importFiles(files, { from: format }, rules);
    assert.equal(summary.committed, true, JSON.stringify(summary));
    assert.ok(summary.objects > 0);
    assert.deepEqual(summary, await runTwin(format), format);
    const state = await exported();
    const again = await importFiles(files, { from: format }, rules);
    for (const [kind, counts] of Object.entries(again.kinds)) {
      assert.deepEqual([kind, counts['created'], counts['updated']], [kind, 0, 0]);
    }
    assert.equal(await exported(), state);
  }
  const [ours, theirs] = [await exported('web'), await exported('twin')];
  assert.match(ours, /"prices":\{"EUR":199\}/);
  assert.equal(ours.replaceAll('"web"', '"twin"').replaceAll('h-web', 'h-twin'), theirs);
});

test('what was imported is found at once', async () => {
  await importFiles({ 'x.csv': csv.replace('Zelt', 'Polarlichtzelt') }, shopify);
  const response = await service.fetch('/apis/ecommerce-service/public/discovery/v2/search/count', {
    method: 'POST',
    headers: {
      ...{ 'x-tenant-id': 'acme', 'x-workspace-id': 'web', 'x-environment-id': 'P1' },
      'content-type': 'application/json',
    },
    body: JSON.stringify({ search_term: 'Polarlichtzelt' }),
  });
  assert.match(await response.text(), /"total_count":1\b/);
});

test('a dry run changes nothing and says what would be; prune deletes what is gone', async () => {
  await importFiles({ 'x.csv': csv }, shopify);
  const less = { 'x.csv': csv.slice(0, csv.indexOf('lamp')) };
  const state = await exported();
  const dry = await importFiles(less, { ...shopify, prune: 'true', dry_run: 'true' });
  assert.equal(dry.committed, false);
  assert.ok(dry.deleted.some((each) => JSON.stringify(each) === '{"kind":"product","id":"lamp"}'));
  assert.equal(await exported(), state);
  const done = await importFiles(less, { ...shopify, prune: 'true' });
  assert.deepEqual([done.committed, done.deleted], [true, dry.deleted]);
  assert.doesNotMatch(await exported(), /"id":"lamp"/);
  const none = await importFiles({ 'x.csv': 'Handle,Title\n' }, { ...shopify, prune: 'true' });
  assert.match(none.prune_refusal ?? '', /no object/);
  assert.match(await exported(), /"id":"tent"/);
});

test('faults have file, line, column and value; nothing is imported unless the rest is wanted', async () => {
  const files = {
    'good.csv': csv.replace('lamp', 'stove'),
    'bad.csv': 'Handle,Title,Variant Price\nmat,Matte,viel\n',
  };
  const state = await exported();
  const refused = await importFiles(files, shopify);
  assert.deepEqual([refused.committed, refused.fault_count, refused.kinds], [false, 1, {}]);
  const [fault] = refused.faults;
  assert.deepEqual(
    [fault?.['file'], fault?.['line'], fault?.['column'], fault?.['value']],
    ['bad.csv', 2, 'Variant Price', '"viel"'],
  );
  assert.equal(await exported(), state);
  const going = await importFiles(files, { ...shopify, keep_going: 'true', prune: 'true' });
  assert.equal(going.committed, true);
  assert.match(going.prune_refusal ?? '', /bad/);
  assert.match(await exported(), /"id":"stove"/);
});

test('a body that is not the form it should be is refused before anything is imported', async () => {
  const state = await exported();
  const part = (head: string, content = csv, boundary = 'b') =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const FILE = part('name="file"; filename="x.csv"');
  const MAPPING = part('name="mapping"', '{}');
  const form = { 'content-type': 'multipart/form-data; boundary=b' };
  const mapped = { from: 'products' };
  for (const [body, expected, query = shopify, more = form] of [
    [csv, '400 media_type:content-type', shopify, { 'content-type': 'text/csv' }],
    [`${FILE}--b--`, '400 media_type:content-type', shopify, { 'content-type': 'multipart/form-data' }],
    ['', '400 empty_body:body'],
    [csv, '400 malformed:body'],
    [FILE, '400 malformed:body'],
    [FILE.slice(0, 20), '400 malformed:body'],
    [`--b\r\n\r\n${csv}\r\n--b--`, '400 malformed:body'],
    [`${FILE}--bb\r\n\r\n--b--`, '400 malformed:body'],
    ['--b--\r\n', '400 missing:file'],
    [`${part('name="file"; filename="a"')}${part('name="file"; filename="a"')}--b--`, '400 repeated:file'],
    [`${part('name="tenant"', 'globex')}--b--`, '400 unknown_field:tenant'],
    [`${FILE}${MAPPING}--b--`, '400 unknown_field:mapping'],
    [`${FILE}--b--`, '400 missing:mapping', mapped],
    [`${FILE}${MAPPING}--b--`, '400 malformed:mapping', mapped],
    [`${FILE}${MAPPING}${MAPPING}--b--`, '400 repeated:mapping', mapped],
    [`${part('name="mapping"', 'x'.repeat(300_000))}--b--`, '400 too_long:mapping', mapped],
    [Buffer.from([0x1f, 0x8b, 1, 2, 3, 4]), '400 malformed:body'],
    [`${FILE}--b--`, '400 wrong_type:dry_run', { ...shopify, dry_run: 'perhaps' }],
    [`${FILE}--b--`, '400 not_allowed:from', { from: 'xlsx' }],
    [`${FILE}--b--`, '400 missing:from', {}],
    [`${FILE}--b--`, '400 not_allowed:content-encoding', shopify, { ...form, 'content-encoding': 'br' }],
    [`${FILE}--b--`, '400 malformed:id_prefix', { from: 'wxr', id_prefix: 'wp-1' }],
    [`${FILE}--b--`, '400 unknown_parameter:tenant_id', { ...shopify, tenant_id: 'globex' }],
    [`${FILE}--b--`, '404 catalog_not_found', { ...shopify, catalog_id: CATALOG.replace('6', '7') }],
    [`${FILE}--b--`, '404 environment_not_found', { ...shopify, environment_id: 'P9' }],
  ] as [string | Buffer, string, Query?, Record<string, string>?][]) {
    const response = await send(body as Body, query, 'web', more);
    assert.equal(refusalOf(response), expected, `${String(body).slice(0, 60)} ${response.text}`);
  }
  assert.equal(await exported(), state);
  assert.deepEqual(await leftovers(), []);
});

test('a body may be gzipped as a whole; one that is too large is refused, also by what it unpacks to', async () => {
  const body = (content: string | Buffer) =>
    Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n'),
      Buffer.from(content),
      Buffer.from('\r\n--b--\r\n'),
    ]);
  const form = { 'content-type': 'multipart/form-data; boundary=b' };
  const packed = summaryOf(await send(gzipSync(body(csv)), shopify, 'web', form));
  assert.equal(packed.objects, 2);
  const state = await exported();
  const large = Buffer.alloc(MAX_MIB * MEBIBYTE, 'a');
  for (const each of [body(large), gzipSync(body(large))]) {
    assert.equal(refusalOf(await send(each, shopify, 'web', form)), '413 payload_too_large');
  }
  const bomb = await importFiles({ 'x.csv.gz': gzipSync(Buffer.alloc(200 * MEBIBYTE, 'a,b\n')) }, shopify);
  assert.deepEqual([bomb.committed, bomb.fault_count > 0], [false, true]);
  assert.equal(await exported(), state);
  assert.deepEqual(await leftovers(), []);
});

test('an upload that breaks off changes nothing, leaves nothing, and the next one is served', async () => {
  const state = await exported('free');
  const sent = request(new URL('/manage/v1/import?from=shopify-csv', service.address), {
    method: 'POST',
    headers: { ...headersIn('free'), 'content-type': 'multipart/form-data; boundary=b' },
  });
  sent.on('error', () => undefined);
  sent.write(`--b\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n${csv}`);
  await waitUntil('the upload has begun', async () => (await leftovers()).length > 0);
  sent.destroy();
  await waitUntil('nothing is left of it', async () => (await leftovers()).length === 0);
  assert.equal(await exported('free'), state);
  assert.equal(summaryOf(await send(formOf({ 'x.csv': csv }), shopify, 'free')).committed, true);
});
