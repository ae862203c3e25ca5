// Imports of uploads over a real store: progress, an end when nobody listens, and bounds in time and space.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { formBody, formPart } from '../../../test/fixtures/form-body.ts';
import { asInput, bundleBytes } from '../../../test/fixtures/sample-bundle.ts';
import type { BundleObject } from '../../contract/bundle.ts';
import { serviceUnavailable } from '../../domain/failures/unavailable-failures.ts';
import type { BundleStore } from '../../domain/manage/bundle-store.ts';
import type { ImportJob } from '../../domain/manage/import-job.ts';
import { openStore, type Store } from '../../open-store.ts';
import { importBundle } from '../import-bundle.ts';
import { importUpload, type UploadSettings } from './import-upload.ts';
import { receiveUpload } from './receive-upload.ts';

const CATALOG = '6f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11';
const MEBIBYTE = 1024 * 1024;
const world = [
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
  { kind: 'tenant', id: 'acme' },
  { kind: 'workspace', id: 'web' },
  { kind: 'environment', id: 'P1' },
  { kind: 'catalog', id: CATALOG, environment_ids: ['P1'] },
];
const job: ImportJob = {
  format: 'shopify-csv',
  scope: { tenantId: 'acme', workspaceId: 'web' },
  target: { catalogId: CATALOG, environmentIds: ['P1'], locale: 'en-us', currency: 'USD' },
  keepGoing: false,
  isDryRun: false,
  prunes: false,
  isOperator: false,
};
/** Without progress, however slow the machine is. */
const QUIET = { progressMs: 600_000 };
const csv = 'Handle,Title,Variant Price\ntent,Tent,25\nlamp,Lamp,30\n';

let folder = '';
let store: Store;

beforeEach(async (context) => {
  folder = await mkdtemp(join(tmpdir(), 'import-upload-'));
  store = await openStore({ dataDir: folder });
  (context as TestContext).after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  const options = { keepGoing: false, spoolDir: folder, allowDuplicates: false };
  assert.ok((await importBundle(store, asInput(bundleBytes(world)), options)).committed);
});

const run = (
  content: string | Buffer,
  settings: Partial<UploadSettings> = {},
  more: Partial<ImportJob> = {},
  into: Pick<BundleStore<BundleObject>, 'writeBundle'> = store,
  mapping?: object,
): AsyncGenerator<string> => runReceived(content, settings, more, into, mapping);

async function* runReceived(
  content: string | Buffer,
  settings: Partial<UploadSettings>,
  more: Partial<ImportJob>,
  into: Pick<BundleStore<BundleObject>, 'writeBundle'>,
  mapping: object | undefined,
): AsyncGenerator<string> {
  const [before = '', after = ''] = formBody(
    ...(mapping === undefined ? [] : [formPart('mapping', JSON.stringify(mapping))]),
    formPart('file', '\0', 'x.csv'),
  ).split('\0');
  const bytes = asInput(Buffer.concat([Buffer.from(before), Buffer.from(content), Buffer.from(after)]));
  const all = { folder, maxBytes: 10 * MEBIBYTE, maxMs: 60_000, writeMaxMs: undefined, ...settings };
  const received = await receiveUpload({ boundary: 'b', bytes }, folder, all.maxBytes);
  try {
    yield* importUpload(into, all, { ...job, ...more }, received);
  } finally {
    await received.close();
  }
}

const products = async (): Promise<number> => {
  const page = { skip: 0, limit: 10 };
  const { total } = await store.listResources(job.scope, 'product', { catalog_id: CATALOG }, page, undefined);
  return total;
};

const leftovers = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('import-'));

/** The store, but `before` each object that is put. */
const pausing = (before: () => Promise<void>): Pick<BundleStore<BundleObject>, 'writeBundle'> => ({
  writeBundle: (work) =>
    store.writeBundle((writer) =>
      work({
        ...writer,
        put: async (...object) => {
          await before();
          return writer.put(...object);
        },
      }),
    ),
});

test('it says how far it is, and at the end what was done', async () => {
  const gate = Promise.withResolvers<void>();
  const lines = run(
    csv,
    { progressMs: 1 },
    {},
    pausing(() => gate.promise),
  );
  const first = JSON.parse(String((await lines.next()).value));
  assert.deepEqual(Object.keys(first.progress), ['phase', 'done', 'total', 'objects']);
  gate.resolve();
  const rest = (await Array.fromAsync(lines)).map((line) => JSON.parse(line));
  assert.ok(rest.slice(0, -1).every(({ progress }) => progress !== undefined));
  assert.deepEqual([rest.at(-1).summary.committed, rest.at(-1).summary.objects], [true, 2]);
  assert.equal(await products(), 2);
  assert.deepEqual(await leftovers(), []);
});

test('if nobody listens any more, everything is undone', async () => {
  const gate = Promise.withResolvers<void>();
  const lines = run(
    csv,
    { progressMs: 1 },
    {},
    pausing(() => gate.promise),
  );
  await lines.next();
  const ended = lines.return(undefined);
  gate.resolve();
  await ended;
  assert.equal(await products(), 0);
  assert.deepEqual(await leftovers(), []);
});

test('a failure is thrown, or told if something was told already; nothing is written', async () => {
  const failing = (gate: Promise<void>) =>
    pausing(async () => {
      await gate;
      throw serviceUnavailable(1);
    });
  await assert.rejects(run(csv, QUIET, {}, failing(Promise.resolve())).next(), { status: 503 });
  const gate = Promise.withResolvers<void>();
  const lines = run(csv, { progressMs: 1 }, {}, failing(gate.promise));
  await lines.next();
  gate.resolve();
  const last = (await Array.fromAsync(lines)).at(-1) ?? '';
  assert.equal(JSON.parse(last).error.code, 'service_unavailable');
  assert.equal(await products(), 0);
  assert.deepEqual(await leftovers(), []);
});

test('others wait for so long only, unless the operator imports', async () => {
  const slow = pausing(() => new Promise((resolve) => setImmediate(resolve)));
  for (const more of [{}, { isDryRun: true }, { keepGoing: true }]) {
    await assert.rejects(run(csv, { ...QUIET, writeMaxMs: 0 }, more, slow).next(), {
      code: 'too_much:body',
      status: 400,
    });
  }
  assert.equal(await products(), 0);
  const [summary = ''] = await Array.fromAsync(
    run(csv, { ...QUIET, writeMaxMs: 0 }, { isOperator: true }, slow),
  );
  assert.equal(JSON.parse(summary).summary.committed, true);
});

test('an import has so much time only, unless the operator imports; and none when nobody wants it', async () => {
  const slow = pausing(() => new Promise((resolve) => setImmediate(resolve)));
  for (const into of [slow, store]) {
    await assert.rejects(run(csv, { ...QUIET, maxMs: 0 }, {}, into).next(), {
      code: 'too_much:body',
      message: /VITRINE_IMPORT_SECONDS/,
    });
  }
  await assert.rejects(run(csv, { ...QUIET, gone: AbortSignal.abort() }, { isOperator: true }).next());
  assert.equal(await products(), 0);
  assert.deepEqual(await leftovers(), []);
  const [summary = ''] = await Array.fromAsync(run(csv, { ...QUIET, maxMs: 0 }, { isOperator: true }, slow));
  assert.equal(JSON.parse(summary).summary.committed, true);
});

test('neither a file that unpacks to much nor a mapping that makes much of it fills the disk', async () => {
  const many = `Handle,Title\n${Array.from({ length: 20_000 }, (_, row) => `p${row},P`).join('\n')}`;
  const [packed = ''] = await Array.fromAsync(run(gzipSync(many), { ...QUIET, maxBytes: 100_000 }));
  assert.match(JSON.parse(packed).summary.faults[0].message, /unpacks to more than 100000 bytes/);
  const mapping = {
    product: { id: 'Handle', name: 'Title', description: { value: 'x'.repeat(2_000) } },
  };
  const greedy = run(many, { ...QUIET, maxBytes: MEBIBYTE }, { format: 'products' }, store, mapping);
  await assert.rejects(greedy.next(), { code: 'too_much:body', message: /more than 4194304 bytes/ });
  assert.equal(await products(), 0);
  assert.deepEqual(await leftovers(), []);
});

test('a file that has nothing but blank lines is told of, and ends when nobody listens', async () => {
  const blank = `Handle,Title\n${'\n'.repeat(8 * MEBIBYTE)}`;
  const lines = run(blank, { progressMs: 1 });
  const { value } = await lines.next();
  const { progress } = JSON.parse(String(value)) as { progress: { done: number; total: number } };
  assert.ok(progress.done < progress.total, String(value));
  await lines.return(undefined);
  assert.deepEqual(await leftovers(), []);
  assert.equal(await products(), 0);
});
