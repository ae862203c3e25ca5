// The management interface over the store that serves: what is said of its semantics holds there too, and a whole shop goes
// in by one bulk request and out by another.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { caller, failure } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { asInput, bundleBytes, CATALOG_ID, shortLines } from '../../../test/fixtures/sample-bundle.ts';
import { openThreadedBulk, type ThreadedBulk } from '../../adapters/threaded-bulk/threaded-bulk.ts';
import { keyFieldsOf, managedKinds } from '../../contract/manage/manage-resources.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { defaultLimits } from '../../domain/limits/limits.ts';
import { objectReader } from '../../import/read-object.ts';
import { openStore, type Store } from '../../open-store.ts';
import type { UseCase } from '../use-case.ts';
import { buildManageOperations } from './manage-operations.ts';
import type { ManageInput } from './manage-place.ts';

let dataDir: string;
let store: Store;
let bulkThreads: ThreadedBulk;
let useCases: Readonly<Record<string, UseCase<Operation>>>;

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'manage-store-'));
  store = await openStore({ dataDir });
  bulkThreads = openThreadedBulk(new URL('../../workers/run-bulk.ts', import.meta.url), dataDir, 1);
  useCases = buildManageOperations({
    resources: store,
    modelTexts: store,
    tokens: store,
    usage: store,
    reader: objectReader,
    meter: meterWith().meter,
    runBulk: bulkThreads.run,
    runImport: bulkThreads.runImport,
    now: () => new Date('2026-03-04T05:06:07Z'),
  });
});
after(async () => {
  await bulkThreads.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const operator: Caller = { ...caller, token: undefined, isOperator: true };

interface Result {
  readonly item: Readonly<Record<string, unknown>>;
  readonly _meta_: { readonly etag: string; readonly outcome?: string };
  readonly total_count: number;
  readonly items: readonly unknown[];
}

const run = (name: string, input: Partial<ManageInput> = {}, who: Caller = operator): Promise<Result> => {
  const useCase = useCases[name] as unknown as (caller: Caller, input: ManageInput) => Promise<Result>;
  return useCase(who, { params: {}, query: {}, headers: {}, body: {}, ...input });
};

const bulk = async (name: string, bytes: Uint8Array, who: Caller = operator): Promise<string[]> => {
  const useCase = useCases[name] as unknown as (
    caller: Caller,
    input: { query: object; body: { bytes: AsyncIterable<Uint8Array> } },
  ) => Promise<AsyncIterable<string>>;
  const result = await useCase(who, { query: {}, body: { bytes: asInput(bytes) } });
  return (await Array.fromAsync(result)).join('').trimEnd().split('\n');
};

const rows = managedKinds.map((row) => {
  const line = shortLines[row.kind] as Readonly<Record<string, unknown>>;
  const params: Record<string, string> = Object.fromEntries(
    Object.entries(row.keys).map(([param, field]) => [param, String(line[field])]),
  );
  if (row.parent !== undefined) params[row.parent.param] = row.parent.kind === 'tenant' ? 'acme' : CATALOG_ID;
  const { kind: _, ...body } = line;
  return { row, params, body, name: (verb: string) => `manage-${verb}-${row.one.replaceAll(' ', '-')}` };
});

test('every kind: created, read, put back unchanged, changed from its tag only, deleted', async () => {
  for (const { params, body, name } of rows) {
    const created = await run(name('create'), { params, body });
    const read = await run(name('get'), { params });
    assert.deepEqual([read.item, read._meta_], [created.item, created._meta_]);
    const headers = { 'if-match': read._meta_.etag };
    const again = await run(name('put'), { params, headers, body: read.item });
    assert.deepEqual(again._meta_, { ...read._meta_, outcome: 'unchanged' });
    await assert.rejects(
      run(name('put'), { params, headers: { 'if-match': '"stale"' }, body: read.item }),
      failure(412, 'PreconditionFailed', 'changed'),
    );
    await assert.rejects(run(name('create'), { params, body }), failure(409, 'Conflict', 'already_exists'));
  }
  for (const { row, params } of rows) {
    const listed = await run(`manage-list-${row.many.replaceAll(' ', '-')}`, { params });
    assert.equal(listed.total_count, 1, row.kind);
  }
  for (const { row, params, name } of rows.toReversed()) {
    if (row.kind === 'tenant') continue;
    assert.deepEqual(await run(name('delete'), { params }), { deleted: true }, row.kind);
  }
});

test('what is missing is told by the place it is missing from', async () => {
  const lost: Caller = { ...operator, scope: { ...operator.scope, workspaceId: 'nowhere' } };
  const absent = (kind: string) => failure(404, 'ResourceNotFound', `${kind}_not_found`);
  await assert.rejects(run('manage-create-catalog', {}, lost), absent('workspace'));
  await assert.rejects(run('manage-list-catalogs', {}, lost), absent('workspace'));
  const params = { tenant_id: 'nobody' };
  await assert.rejects(run('manage-create-workspace', { params, body: { id: 'w' } }), absent('tenant'));
  await run('manage-put-workspace', { params: { tenant_id: 'acme', workspace_id: 'web' } });
  const inCatalog = { params: { catalog_id: CATALOG_ID }, body: { id: 'p1', name: 'Shoe' } };
  await assert.rejects(run('manage-create-product', inCatalog), absent('catalog'));
  await assert.rejects(
    run('manage-create-domain', { body: { host: 'a.test', environment_id: 'NOWHERE' } }),
    failure(409, 'Conflict', 'refused:environment_id'),
  );
});

test('a shop goes in by one request, again without a change, and out by another', async () => {
  const bundle = await readFile(new URL('../../../demo/shop.ndjson', import.meta.url));
  const lines = bundle
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [{ tenant_id: tenantId, workspace_id: workspaceId }] = lines;
  const owner: Caller = { ...operator, scope: { tenantId, workspaceId, environmentId: '' } };
  const own = lines.slice(0, 1 + lines.slice(1).findIndex(({ kind }) => kind === 'scope') || undefined);
  const summaryOf = (told: readonly string[]) => JSON.parse(told.at(-1) ?? '').summary;
  const first = summaryOf(await bulk('manage-bulk-write', bundleBytes(own), owner));
  assert.deepEqual([first.failed, first.is_complete, first.lines], [0, true, own.length]);
  const second = summaryOf(await bulk('manage-bulk-write', bundleBytes(own), owner));
  assert.deepEqual([second.created, second.updated, second.failed], [0, 0, 0]);
  assert.ok(second.unchanged > 100);
  const keys = own.toReversed().flatMap((line) => {
    const row = managedKinds.find(({ kind }) => kind === line.kind);
    if (row === undefined || row.parent?.kind !== 'catalog') return [];
    return [{ kind: row.kind, ...Object.fromEntries(keyFieldsOf(row).map((field) => [field, line[field]])) }];
  });
  const third = summaryOf(await bulk('manage-bulk-delete', bundleBytes(keys), owner));
  assert.deepEqual([third.deleted, third.failed], [keys.length, 0]);
  const fourth = summaryOf(await bulk('manage-bulk-delete', bundleBytes(keys), owner));
  assert.deepEqual([fourth.absent, fourth.failed], [keys.length, 0]);
});

test('what is used of every limit is told to who manages the workspace, and of no other', async () => {
  const { items } = (await run('manage-get-usage')) as unknown as { items: Record<string, unknown>[] };
  assert.deepEqual(
    items.map(({ limit }) => limit),
    Object.keys(defaultLimits),
  );
  assert.deepEqual(
    items.filter(({ used }) => used === null).map(({ limit }) => limit),
    [
      'fields_per_content_model',
      'locales_per_version',
      'attributes_per_product',
      'phrases_per_synonym_set',
      'ids_per_merchandising_rule',
    ],
  );
  assert.ok(items.every(({ near }) => near === false));
  const nowhere = { ...operator, scope: { ...operator.scope, workspaceId: 'nowhere' } };
  await assert.rejects(run('manage-get-usage', {}, nowhere), { status: 404, code: 'workspace_not_found' });
});
