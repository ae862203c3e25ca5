// Reading one record: shown here and of this model, or not found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure, fullToken, lostCaller, storeWith } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { idOf, modelOf, readerOf, shownOf } from '../../../test/fixtures/fake-records.ts';
import { buildGetRecord } from './get-record.ts';

const build = () => {
  const models = [
    modelOf('blog', { author: { type: 'relation', relation: 'many_to_one' } }),
    modelOf('person'),
  ];
  const { reader, asked } = readerOf([
    shownOf(idOf(1), { 'en-us': { title: 'One', body: 'Text', fields: { author: idOf(2) } } }),
    shownOf(idOf(2), { 'en-us': { title: 'Ada' } }, { model: 'person' }),
    shownOf(idOf(3), { fr: { title: 'Trois' } }),
  ]);
  const get = buildGetRecord({
    storeIn: storeWith({
      findContentModelByName: async (name) => models.find(({ internalName }) => internalName === name),
    }),
    recordsIn: () => reader,
    meter: meterWith().meter,
  });
  const run = (id: string, query: Parameters<typeof get>[1]['query'] = {}, who = caller, model = 'blog') =>
    get(who, {
      params: { modelInternalName: model, contentModelDataId: id },
      query,
      headers: {},
      body: undefined,
    });
  return { run, asked };
};

test('one record in the asked locale, with where it was read', async () => {
  const { run, asked } = build();
  const { record, _meta_ } = await run(idOf(1).toUpperCase());
  assert.deepEqual(
    [record.id, record.title, record.summary, record.state],
    [idOf(1), 'One', 'Text', undefined],
  );
  assert.deepEqual(_meta_, { tenant_id: 'acme', workspace_id: 'web', content_model_id: 'model-blog' });
  assert.equal((await run(idOf(3), { locale: 'fr' })).record.title, 'Trois');
  assert.equal((await run(idOf(1), { preview: true })).record.state, 'published');
  assert.deepEqual(
    asked.map(({ view }) => view),
    ['published', 'published', 'latest'],
  );
});

test('fields select, and only what is selected is expanded', async () => {
  const { run, asked } = build();
  assert.deepEqual((await run(idOf(1), { fields: 'title', expand: 3 })).record, { title: 'One' });
  assert.equal(asked.length, 1);
  const { record } = await run(idOf(1), { fields: 'fields.author', expand: 1 });
  assert.equal((record.fields?.['author'] as { title?: string } | undefined)?.title, 'Ada');
});

test('what is not shown, of another model, or nothing at all is not found', async () => {
  const { run } = build();
  const notFound = failure(404, 'RecordNotFound', 'record_not_found');
  await assert.rejects(run(idOf(3)), notFound);
  await assert.rejects(run(idOf(2)), notFound);
  await assert.rejects(run('no id'), notFound);
  const noModel = failure(404, 'ContentModelNotFound', 'content_model_not_found');
  await assert.rejects(run(idOf(1), {}, caller, 'none'), noModel);
  await assert.rejects(
    run(idOf(1), {}, lostCaller),
    failure(404, 'EnvironmentNotFound', 'environment_not_found'),
  );
  const readOnly = { ...caller, token: { ...fullToken, permission: 'read' as const } };
  await assert.rejects(
    run(idOf(1), { preview: true }, readOnly),
    failure(403, 'Forbidden', 'token_permission'),
  );
});
