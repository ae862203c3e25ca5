// Models compared with and pushed to a real store, records in every state beside them.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type CliServices, openCliServices } from './cli-services.ts';
import type { SentModel } from './operations/models/compare-models.ts';

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

const open = async (context: TestContext): Promise<CliServices> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const services = await openCliServices({ dataDir, popularTermsMinVisitors: 2 });
  context.after(async () => {
    await services.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const put = async (workspace: typeof acme, object: object) => {
    const result = await services.store.writeResource(workspace, object as never, { kind: 'none' });
    assert.equal(result.kind, 'created');
  };
  await put({ ...acme, workspaceId: '' }, { kind: 'tenant', id: 'acme', name: '' });
  await put(acme, { kind: 'workspace', id: 'web', name: '' });
  for (const id of ['LIVE', 'TEST']) {
    await put(acme, { kind: 'environment', id, env_type: '', default_locale: 'en-us', access: 'open' });
  }
  await push(services, [seo(), page()]);
  return services;
};

const push = async (
  services: CliServices,
  models: readonly SentModel[],
  options: { prune?: boolean; force?: boolean } = {},
) =>
  (
    await services.pushModels(acme, await services.compareModels(acme, models), {
      prune: false,
      force: false,
      ...options,
    })
  ).map(({ model: name, kind }) => `${name} ${kind}`);

const breaksOf = async (services: CliServices, models: readonly SentModel[]): Promise<string[]> =>
  (await services.compareModels(acme, models)).breaks.map(
    ({ model: name, field, records }) => `${name}.${field ?? '*'} ${records}`,
  );

const call = async (services: CliServices, name: string, params: object, body: object): Promise<never> => {
  const caller = await services.operatorIn({ ...acme, environmentId: 'LIVE' });
  const input = { params: { modelInternalName: 'page', ...params }, query: {}, headers: {}, body };
  return services.useCase(name)(caller, input as never) as Promise<never>;
};

const text = (fields: object) => ({
  localized: { 'en-us': { title: 'T', ...(Object.keys(fields).length === 0 ? {} : { fields }) } },
});

const createRecord = async (services: CliServices, fields: object) => {
  const result: { record: { id: string }; version: { id: string } } = await call(
    services,
    'create-record',
    {},
    text(fields),
  );
  return { recordId: result.record.id, versionId: result.version.id };
};

const saveVersion = async (services: CliServices, recordId: string, base: string, fields: object) => {
  const body = { base_version_id: base, ...text(fields) };
  const result: { version: { id: string } } = await call(
    services,
    'save-version',
    { contentModelDataId: recordId },
    body,
  );
  return result.version.id;
};

const publish = (services: CliServices, recordId: string, versionId: string, verb = 'publish') =>
  call(
    services,
    `${verb}-versions`,
    { contentModelDataId: recordId },
    { version_data: [{ environment_id: 'TEST', version_id: versionId }] },
  );

test('only the latest and the published versions count', async (context) => {
  const services = await open(context);
  const without = [seo(), page({ size: { data_type: 'number' }, seo: pageFields['seo'] ?? {} })];
  const { recordId, versionId } = await createRecord(services, { color: 'red' });
  assert.deepEqual(await breaksOf(services, without), ['page.color 1'], 'latest');
  await publish(services, recordId, versionId);
  const second = await saveVersion(services, recordId, versionId, { size: 1 });
  assert.deepEqual(await breaksOf(services, without), ['page.color 1'], 'published in another environment');
  await publish(services, recordId, versionId, 'unpublish');
  assert.deepEqual(await breaksOf(services, without), [], 'neither any more');
  await publish(services, recordId, second);
  assert.deepEqual(await breaksOf(services, [seo(), page({ color: {} })]), ['page.size 1']);
});

test('more records than are read at once are all counted', async (context) => {
  const services = await open(context);
  for (let count = 0; count < 203; count += 1) await createRecord(services, { color: `c${count}` });
  assert.deepEqual(await breaksOf(services, [seo(), page({ size: { data_type: 'number' } })]), [
    'page.color 203',
  ]);
  assert.deepEqual(await breaksOf(services, [seo(), page({ ...pageFields, x: { is_required: true } })]), [
    'page.x 203',
  ]);
});

test('a component breaks through the records that hold it', async (context) => {
  const services = await open(context);
  await createRecord(services, { seo: { words: 'a' } });
  assert.deepEqual(await breaksOf(services, [seo({}), page()]), ['seo.words 1']);
  assert.deepEqual(await breaksOf(services, [page()]), ['seo.* 1']);
});

test('a push is exact, keeps what was made, and again changes nothing', async (context) => {
  const services = await open(context);
  const read = async (id: string) =>
    (await services.store.findResource(acme, 'content_model', { id }))?.object as Record<string, unknown>;
  const before = await read(PAGE);
  const { id: _, ...anonymous } = page({ color: {} }).value;
  const sent = [
    { source: 'page.json', value: { ...anonymous, name: 'Page' } },
    { source: 'new.json', value: { internal_name: 'new' } },
  ];
  assert.deepEqual(await push(services, sent), ['new added', 'page changed']);
  const after = await read(PAGE);
  assert.equal(after['name'], 'Page');
  assert.equal(after['created_at'], before['created_at']);
  assert.deepEqual(await push(services, sent), []);
  assert.ok(await read(SEO), 'a model without a file stays');
  assert.deepEqual(await push(services, sent, { prune: true }), ['seo removed']);
  assert.equal(await read(SEO), undefined);
});

test('records go with their model by force only', async (context) => {
  const services = await open(context);
  const comparison = await services.compareModels(acme, [seo()]);
  assert.deepEqual(comparison.breaks, []);
  // Created after the look: what nobody was told of is not deleted.
  await createRecord(services, { color: 'red' });
  await assert.rejects(services.pushModels(acme, comparison, { prune: true, force: false }), {
    code: 'has_dependents',
  });
  assert.deepEqual(await breaksOf(services, [seo()]), ['page.* 1']);
  assert.deepEqual(await push(services, [seo()], { prune: true, force: true }), ['page removed']);
});

test('what another changed meanwhile is not overwritten', async (context) => {
  const services = await open(context);
  const comparison = await services.compareModels(acme, [page({ color: {} })]);
  await push(services, [page({ color: {}, other: {} })]);
  await assert.rejects(services.pushModels(acme, comparison, { prune: false, force: true }), {
    code: 'changed',
  });
});

test('another id is refused, another name only where there are records', async (context) => {
  const services = await open(context);
  await assert.rejects(
    push(services, [model('page', SEO.replaceAll('1', '3'), pageFields)], { force: true }),
    {
      code: 'refused:id',
      message: /page: its id is 2222.* and cannot become 3333/,
    },
  );
  assert.deepEqual(await push(services, [model('article', PAGE, pageFields)]), ['article changed']);
  assert.deepEqual(await push(services, [page()]), ['page changed']);
  await createRecord(services, { color: 'red' });
  const renamed = [model('article', PAGE, pageFields)];
  assert.deepEqual(await breaksOf(services, [...renamed, seo()]), ['article.* 1']);
  await assert.rejects(push(services, renamed, { force: true }), { code: 'refused:internal_name' });
});

test('a model that is no model is told with its file, and every fault', async (context) => {
  const services = await open(context);
  const sent = [
    { source: 'a.json', value: { internal_name: 'a', fields: [{}], colour: 1 } },
    { source: 'b.json', value: { internal_name: 'b', type: 'many' } },
  ];
  await assert.rejects(services.compareModels(acme, sent), (error: Error & { details?: unknown }) => {
    const { field_errors: errors } = error.details as { field_errors: { message: string }[] };
    assert.ok(errors.length >= 3);
    assert.ok(errors.every(({ message }) => /^[ab]\.json: /.test(message)));
    return true;
  });
  await assert.rejects(services.compareModels({ tenantId: 'acme', workspaceId: 'none' }, []), {
    code: 'workspace_not_found',
  });
});
