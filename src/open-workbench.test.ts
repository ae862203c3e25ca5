// Models compared with and pushed to a real store, records in every state beside them.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openWorkbench, type Workbench } from './open-workbench.ts';
import type { SentModel } from './operations/compare-models.ts';

const acme = { tenantId: 'acme', workspaceId: 'web' };
const SEO = '11111111-1111-4111-8111-111111111111';
const PAGE = '22222222-2222-4222-8222-222222222222';

type Fields = Readonly<Record<string, object>>;

const model = (name: string, id: string, fields: Fields, more: object = {}): SentModel => ({
  source: `${name}.json`,
  value: {
    id,
    internal_name: name,
    fields: Object.entries(fields).map(([internal_name, { ...properties }]) => {
      const { component_id, is_required, ...rest } = properties as Record<string, unknown>;
      return {
        field_properties: { internal_name, data_type: 'text', ...rest },
        ...(component_id === undefined ? {} : { component_id }),
        ...(is_required === undefined ? {} : { is_required }),
      };
    }),
    ...more,
  },
});

const seo = (fields: Fields = { words: {} }) => model('seo', SEO, fields);
const page = (fields: Fields = pageFields) => model('page', PAGE, fields);
const pageFields: Fields = {
  color: {},
  size: { data_type: 'number' },
  seo: { data_type: 'component', component_id: SEO },
};

const open = async (context: TestContext): Promise<Workbench> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const workbench = await openWorkbench({ dataDir });
  context.after(async () => {
    await workbench.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const put = async (workspace: typeof acme, object: object) => {
    const result = await workbench.store.writeResource(workspace, object as never, { kind: 'none' });
    assert.equal(result.kind, 'created');
  };
  await put({ ...acme, workspaceId: '' }, { kind: 'tenant', id: 'acme', name: '' });
  await put(acme, { kind: 'workspace', id: 'web', name: '' });
  for (const id of ['LIVE', 'TEST']) {
    await put(acme, { kind: 'environment', id, env_type: '', default_locale: 'en-us', access: 'open' });
  }
  await push(workbench, [seo(), page()]);
  return workbench;
};

const push = async (
  workbench: Workbench,
  models: readonly SentModel[],
  options: { prune?: boolean; force?: boolean } = {},
) =>
  (
    await workbench.pushModels(acme, await workbench.compareModels(acme, models), {
      prune: false,
      force: false,
      ...options,
    })
  ).map(({ model: name, kind }) => `${name} ${kind}`);

const breaksOf = async (workbench: Workbench, models: readonly SentModel[]): Promise<string[]> =>
  (await workbench.compareModels(acme, models)).breaks.map(
    ({ model: name, field, records }) => `${name}.${field ?? '*'} ${records}`,
  );

const call = async (workbench: Workbench, name: string, params: object, body: object): Promise<never> => {
  const caller = await workbench.operatorIn({ ...acme, environmentId: 'LIVE' });
  const input = { params: { modelInternalName: 'page', ...params }, query: {}, headers: {}, body };
  return workbench.useCase(name)(caller, input as never) as Promise<never>;
};

const text = (fields: object) => ({
  localized: { 'en-us': { title: 'T', ...(Object.keys(fields).length === 0 ? {} : { fields }) } },
});

const createRecord = async (workbench: Workbench, fields: object) => {
  const answer: { record: { id: string }; version: { id: string } } = await call(
    workbench,
    'create-record',
    {},
    text(fields),
  );
  return { recordId: answer.record.id, versionId: answer.version.id };
};

const saveVersion = async (workbench: Workbench, recordId: string, base: string, fields: object) => {
  const body = { base_version_id: base, ...text(fields) };
  const answer: { version: { id: string } } = await call(
    workbench,
    'save-version',
    { contentModelDataId: recordId },
    body,
  );
  return answer.version.id;
};

const publish = (workbench: Workbench, recordId: string, versionId: string, verb = 'publish') =>
  call(
    workbench,
    `${verb}-versions`,
    { contentModelDataId: recordId },
    { version_data: [{ environment_id: 'TEST', version_id: versionId }] },
  );

test('only the latest and the published versions count', async (context) => {
  const workbench = await open(context);
  const without = [seo(), page({ size: { data_type: 'number' }, seo: pageFields['seo'] ?? {} })];
  const { recordId, versionId } = await createRecord(workbench, { color: 'red' });
  assert.deepEqual(await breaksOf(workbench, without), ['page.color 1'], 'latest');
  await publish(workbench, recordId, versionId);
  const second = await saveVersion(workbench, recordId, versionId, { size: 1 });
  assert.deepEqual(await breaksOf(workbench, without), ['page.color 1'], 'published in another environment');
  await publish(workbench, recordId, versionId, 'unpublish');
  assert.deepEqual(await breaksOf(workbench, without), [], 'neither any more');
  await publish(workbench, recordId, second);
  assert.deepEqual(await breaksOf(workbench, [seo(), page({ color: {} })]), ['page.size 1']);
});

test('more records than are read at once are all counted', async (context) => {
  const workbench = await open(context);
  for (let count = 0; count < 203; count += 1) await createRecord(workbench, { color: `c${count}` });
  assert.deepEqual(await breaksOf(workbench, [seo(), page({ size: { data_type: 'number' } })]), [
    'page.color 203',
  ]);
  assert.deepEqual(await breaksOf(workbench, [seo(), page({ ...pageFields, x: { is_required: true } })]), [
    'page.x 203',
  ]);
});

test('a component breaks through the records that hold it', async (context) => {
  const workbench = await open(context);
  await createRecord(workbench, { seo: { words: 'a' } });
  assert.deepEqual(await breaksOf(workbench, [seo({}), page()]), ['seo.words 1']);
  assert.deepEqual(await breaksOf(workbench, [page()]), ['seo.* 1']);
});

test('a push is exact, keeps what was made, and again changes nothing', async (context) => {
  const workbench = await open(context);
  const read = async (id: string) =>
    (await workbench.store.findResource(acme, 'content_model', { id }))?.object as Record<string, unknown>;
  const before = await read(PAGE);
  const { id: _, ...anonymous } = page({ color: {} }).value;
  const sent = [
    { source: 'page.json', value: { ...anonymous, name: 'Page' } },
    { source: 'new.json', value: { internal_name: 'new' } },
  ];
  assert.deepEqual(await push(workbench, sent), ['new added', 'page changed']);
  const after = await read(PAGE);
  assert.equal(after['name'], 'Page');
  assert.equal(after['created_at'], before['created_at']);
  assert.deepEqual(await push(workbench, sent), []);
  assert.ok(await read(SEO), 'a model without a file stays');
  assert.deepEqual(await push(workbench, sent, { prune: true }), ['seo removed']);
  assert.equal(await read(SEO), undefined);
});

test('records go with their model by force only', async (context) => {
  const workbench = await open(context);
  const comparison = await workbench.compareModels(acme, [seo()]);
  assert.deepEqual(comparison.breaks, []);
  // Created after the look: what nobody was told of is not deleted.
  await createRecord(workbench, { color: 'red' });
  await assert.rejects(workbench.pushModels(acme, comparison, { prune: true, force: false }), {
    code: 'has_dependents',
  });
  assert.deepEqual(await breaksOf(workbench, [seo()]), ['page.* 1']);
  assert.deepEqual(await push(workbench, [seo()], { prune: true, force: true }), ['page removed']);
});

test('what another changed meanwhile is not overwritten', async (context) => {
  const workbench = await open(context);
  const comparison = await workbench.compareModels(acme, [page({ color: {} })]);
  await push(workbench, [page({ color: {}, other: {} })]);
  await assert.rejects(workbench.pushModels(acme, comparison, { prune: false, force: true }), {
    code: 'changed',
  });
});

test('another id is refused, another name only where there are records', async (context) => {
  const workbench = await open(context);
  await assert.rejects(
    push(workbench, [model('page', SEO.replaceAll('1', '3'), pageFields)], { force: true }),
    {
      code: 'refused:id',
      message: /page: its id is 2222.* here and cannot become 3333/,
    },
  );
  assert.deepEqual(await push(workbench, [model('article', PAGE, pageFields)]), ['article changed']);
  assert.deepEqual(await push(workbench, [page()]), ['page changed']);
  await createRecord(workbench, { color: 'red' });
  const renamed = [model('article', PAGE, pageFields)];
  assert.deepEqual(await breaksOf(workbench, [...renamed, seo()]), ['article.* 1']);
  await assert.rejects(push(workbench, renamed, { force: true }), { code: 'refused:internal_name' });
});

test('a model that is no model is told with its file, and every fault', async (context) => {
  const workbench = await open(context);
  const sent = [
    { source: 'a.json', value: { internal_name: 'a', fields: [{}], colour: 1 } },
    { source: 'b.json', value: { internal_name: 'b', type: 'many' } },
  ];
  await assert.rejects(workbench.compareModels(acme, sent), (error: Error & { details?: unknown }) => {
    const { field_errors: errors } = error.details as { field_errors: { message: string }[] };
    assert.ok(errors.length >= 3);
    assert.ok(errors.every(({ message }) => /^[ab]\.json: /.test(message)));
    return true;
  });
  await assert.rejects(workbench.compareModels({ tenantId: 'acme', workspaceId: 'none' }, []), {
    code: 'workspace_not_found',
  });
});
