// One content model as a use case: every field in its place, its texts walked to, and one 404 for all that is not there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure, lostCaller, storeWith } from '../../../test/fixtures/fake-caller.ts';
import type { ContentModel } from '../../domain/models/content-model.ts';
import { buildGetContentModel } from './get-content-model.ts';

const MODEL_ID = '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f';
const properties = {
  internal_name: 'title',
  display_name: 'Title',
  data_type: 'text' as const,
  is_searchable: true,
  is_localized: true,
  help_text: '',
  validation: { max: 5 },
  of_its_own: 'kept',
};
const model: ContentModel = {
  id: MODEL_ID,
  internalName: 'blog',
  name: 'Blog',
  type: 'collection',
  createdAt: '2026-01-02T03:04:05Z',
  template: 'blog.html',
  actAsWebPage: true,
  isLocalizationEnabled: true,
  groupId: 'g1',
  description: 'Posts',
  isVersionable: false,
  fields: [
    {
      componentId: 'comp',
      destinationRelationFieldId: 'dest',
      fieldProperties: properties,
      isRequired: true,
      relationType: 'one_to_many',
      position: 3,
      isRemovable: false,
      isEditable: true,
    },
  ],
  localized: {
    'de-at': { name: 'Blog (AT)' },
    de: { name: 'Blog (DE)', description: 'Beiträge' },
    en: { name: 'English blog' },
  },
};

const get = buildGetContentModel({
  storeIn: storeWith({ findContentModel: async (id) => (id === MODEL_ID ? model : undefined) }),
});
const run = (id: string, locale?: string, who = caller) =>
  get(who, { params: { id }, headers: {}, body: undefined, query: locale === undefined ? {} : { locale } });

test('the model is told whole, in the words of the interface', async () => {
  assert.deepEqual(await run(MODEL_ID), {
    record: {
      id: MODEL_ID,
      internal_name: 'blog',
      name: 'Blog',
      type: 'collection',
      created_at: '2026-01-02T03:04:05Z',
      template: 'blog.html',
      act_as_web_page: true,
      is_localization_enabled: true,
      group_id: 'g1',
      description: 'Posts',
      is_versionable: false,
      fields: [
        {
          component_id: 'comp',
          destination_relation_field_id: 'dest',
          field_properties: properties,
          is_required: true,
          relation_type: 'one_to_many',
          position: 3,
          is_removable: false,
          is_editable: true,
        },
      ],
    },
    _meta_: { tenant_id: 'acme', workspace_id: 'web', content_model_id: MODEL_ID },
  });
});

test('name and description are each walked down the chain', async () => {
  const texts = async (locale?: string) => {
    const { record } = await run(MODEL_ID, locale);
    return [record.name, record.description];
  };
  assert.deepEqual(await texts('de_AT'), ['Blog (AT)', 'Beiträge']);
  assert.deepEqual(await texts('de-ch'), ['Blog (DE)', 'Beiträge']);
  assert.deepEqual(await texts('fr'), ['Blog', 'Posts']);
  assert.deepEqual(await texts('en-us'), ['Blog', 'Posts'], 'its own words are in the default locale');
  assert.deepEqual(await texts('en-gb'), ['English blog', 'Posts']);
});

test('an id is read in either case; unknown and malformed ones are the same 404', async () => {
  const notFound = failure(404, 'ContentModelNotFound', 'content_model_not_found');
  assert.equal((await run(MODEL_ID.toUpperCase())).record.id, MODEL_ID);
  await assert.rejects(run('00000000-0000-4000-8000-000000000000'), notFound);
  await assert.rejects(run('not a uuid'), notFound);
  await assert.rejects(
    run(MODEL_ID, undefined, lostCaller),
    failure(404, 'EnvironmentNotFound', 'environment_not_found'),
  );
});
