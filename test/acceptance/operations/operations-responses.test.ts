// The six operations with valid requests: exact responses in their envelopes, and the failures that the data causes
// (404, 409, 500). Invalid requests are in the other `operations-*` files.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absent, home, LANTERN_POSTS, POPULAR_TERMS, PRODUCTION, shared } from '../service/fixture-bundle.ts';
import {
  type Call,
  createTokens,
  dataOf,
  errorOf,
  outcomeOf,
  searchResultOf,
  startFixture,
} from '../service/fixture-service.ts';
import { countExamples } from './count-examples.ts';
import { goodCalls } from './good-calls.ts';

const fixture = await startFixture();
const { call } = fixture;
const tokens = await createTokens(fixture, { full: { permission: 'full' } });
const body = (text: string): unknown => JSON.parse(text);

test('content search returns the bare result', async () => {
  const query = {
    catalog_id: shared.catalog,
    q: 'lantern oil',
    sort_by: 'created_at',
    limit: 1,
    type: 'blog',
  };
  const response = await call('search-content', { query: { ...query, sort_order: 'asc' } });
  assert.deepEqual(body(response.text), {
    data: [
      {
        title: 'Lantern oil acmeweb',
        url: '/acmeweb/post-1',
        type: 'blog',
        summary: 'About Lantern oil at acmeweb.',
        image_url: '/i/lantern.jpg',
        provider_id: 'post-1',
        created_at: '2026-01-01T08:00:00Z',
        created_by: null,
        extra_data: '{"mark":"acmeweb","published_at":"2026-01-02T08:00:00Z"}',
        locale: 'en-us',
      },
    ],
    total: 3,
  });
});

test('content search: both words must be there, a type narrows, defaults are ten from the start', async () => {
  const search = async (query: object) =>
    searchResultOf(await call('search-content', { query: { catalog_id: shared.catalog, ...query } }));
  const all = await search({ q: 'lantern' });
  assert.equal(all.total, LANTERN_POSTS);
  assert.equal(all.data.length, 10);
  assert.deepEqual(await search({ q: 'lantern', skip: 0, limit: 10, sort_by: 'relevance' }), all);
  assert.equal((await search({ q: 'lantern', type: 'blog' })).total, 9);
  assert.equal((await search({ q: 'lantern', type: 'BLOG' })).total, 0);
  assert.equal((await search({ q: 'lantern gas' })).total, 6);
  assert.equal((await search({ q: 'LANT' })).total, LANTERN_POSTS, 'the last word is a prefix too');
  assert.equal((await search({ q: 'lamtern' })).total, LANTERN_POSTS, 'a word at one edit');
  assert.deepEqual(await search({ q: 'qqqqqqqq' }), { data: [], total: 0 });
  assert.deepEqual(await search({ q: 'lantern', limit: 0 }), { data: [], total: LANTERN_POSTS });
  assert.deepEqual(await search({ q: 'lantern', skip: 99_990 }), { data: [], total: LANTERN_POSTS });
  const upper = await call('search-content', {
    query: { catalog_id: shared.catalog.toUpperCase(), q: 'lantern' },
  });
  assert.equal(searchResultOf(upper).total, LANTERN_POSTS, 'a UUID in upper case is the same UUID');
});

test('published records are content of the catalogs that list their model', async () => {
  const response = await call('search-content', { query: { catalog_id: shared.catalog, q: 'chronicle' } });
  assert.deepEqual(searchResultOf(response).data, [
    {
      title: 'Chronicle one acmeweb',
      url: '/story/en-us',
      type: 'blog',
      summary: 'Chronicle acmeweb',
      image_url: null,
      provider_id: shared.record,
      created_at: '2026-01-03T08:00:00Z',
      created_by: 'Author acmeweb',
      extra_data: `{"published_at":"2026-01-09T08:00:00Z","version_id":"${shared.versions[0]}"}`,
      locale: 'en-us',
    },
  ]);
});

for (const [total, criteria, more = {}] of countExamples) {
  test(`count ${JSON.stringify(criteria)} ${JSON.stringify([more.query, more.headers])}`, async () => {
    const response = await call('count-products', { ...more, body: criteria });
    assert.equal(dataOf<{ result: { total_count: number } }>(response).result.total_count, total);
  });
}

test('the count says where it was taken, and describes the fields when asked to', async () => {
  const plain = await call('count-products', { body: { search_term: 'jacket' } });
  const meta = {
    tenant_id: 'acme',
    workspace_id: 'web',
    env_type: 'PRODUCTION acmeweb',
    store_hash: `hash-acmeweb-${PRODUCTION}`,
    content_model_id: shared.model,
  };
  assert.deepEqual(body(plain.text), {
    Status: 'success',
    Data: { result: { total_count: 4 }, _meta_: { ...meta, _fields_: {} } },
  });
  const described = await call('count-products', { body: {}, query: { include_fields_meta: true } });
  const { _fields_: fields, ...rest } = dataOf<{ _meta_: { _fields_: Record<string, unknown> } }>(
    described,
  )._meta_;
  assert.deepEqual(rest, meta);
  assert.deepEqual(fields['price'], {
    type: 'number',
    sub_type: 'currency',
    is_array: false,
    is_searchable: false,
  });
  assert.ok(fields['color'] && fields['weight_g'] && fields['created_at']);
});

test('popular terms are a bare list, in rank order, paged', async () => {
  const terms = async (query: object): Promise<string[]> => {
    const response = await call('popular-terms', { query: { catalog_id: shared.catalog, ...query } });
    assert.equal(response.status, 200, response.text);
    return JSON.parse(response.text);
  };
  const all = await terms({ limit: 100 });
  assert.equal(all.length, POPULAR_TERMS);
  assert.deepEqual(all.slice(0, 2), ['term l acmeweb', 'term k acmeweb']);
  assert.deepEqual(await terms({}), all.slice(0, 10));
  assert.deepEqual(await terms({ skip: 5, limit: 4 }), all.slice(5, 9));
  assert.deepEqual(await terms({ limit: 0 }), []);
  assert.deepEqual(await terms({ catalog_id: shared.silentCatalog }), [], 'known, but without terms');
});

test('a content model is returned with its fields and where it belongs', async () => {
  const response = await call('get-content-model', { params: { id: shared.model }, token: tokens.full });
  assert.deepEqual(body(response.text), {
    Status: 'success',
    Data: {
      record: {
        id: shared.model,
        internal_name: 'blog',
        name: 'Model acmeweb',
        type: 'collection',
        created_at: '2026-01-01T08:00:00Z',
        template: '',
        act_as_web_page: true,
        is_localization_enabled: true,
        group_id: '',
        description: 'Described by acmeweb',
        is_versionable: true,
        fields: [
          {
            component_id: '',
            destination_relation_field_id: '',
            field_properties: {
              internal_name: 'title',
              display_name: 'Title acmeweb',
              data_type: 'text',
              is_searchable: false,
              is_localized: true,
              help_text: '',
              validation: {},
            },
            is_required: true,
            relation_type: '',
            position: 0,
            is_removable: true,
            is_editable: true,
          },
        ],
      },
      _meta_: { tenant_id: 'acme', workspace_id: 'web', content_model_id: shared.model },
    },
  });
});

test('publishing returns what succeeded and what failed', async () => {
  const response = await call('publish-versions', { ...goodCalls['publish-versions'], token: tokens.full });
  assert.deepEqual(body(response.text), {
    Status: 'success',
    Data: { success: [shared.versions[0]], failures: [], failure_details: [] },
  });
});

test('forms are returned whole, or with the fields that are asked for', async () => {
  const response = await call('list-forms', { query: { search: 'CALLBÁCK' } });
  assert.deepEqual(body(response.text), {
    Status: 'success',
    Data: {
      item: {
        total_count: 1,
        items: [
          {
            name: 'localized',
            display_name: 'Callback acmeweb',
            description: 'Form of acmeweb',
            submit_btn_txt: 'Send',
            is_captcha_enabled: true,
            created_at: '2026-01-02T08:00:00Z',
          },
        ],
      },
    },
  });
  const some = await call('list-forms', { query: { search: 'callback', fields: ' name , created_at,name' } });
  assert.deepEqual(dataOf(some), {
    item: { total_count: 1, items: [{ name: 'localized', created_at: '2026-01-02T08:00:00Z' }] },
  });
  const accents = await call('list-forms', { query: { search: 'cafe', limit: 0 } });
  assert.deepEqual(dataOf(accents), { item: { total_count: 4, items: [] } });
});

const publish = (modelInternalName: string, contentModelDataId: string): Call => ({
  ...goodCalls['publish-versions'],
  params: { modelInternalName, contentModelDataId },
});

const dataFailures: readonly (readonly [string, keyof typeof goodCalls, Call])[] = [
  ['404 CatalogNotFound catalog_not_found', 'search-content', { query: { catalog_id: absent.uuid, q: 'a' } }],
  [
    '500 ContentSearchNotConfigured content_search_not_configured',
    'search-content',
    { query: { catalog_id: shared.silentCatalog, q: 'a' } },
  ],
  ['404 CatalogNotFound catalog_not_found', 'popular-terms', { query: { catalog_id: absent.uuid } }],
  ['404 CatalogNotFound catalog_not_found', 'popular-terms', { query: { catalog_id: 'any string at all' } }],
  ['404 CatalogNotFound catalog_not_found', 'popular-terms', { query: { catalog_id: 'null' } }],
  ['404 StoreNotFound store_not_found', 'count-products', { body: {}, query: { store_id: absent.id } }],
  ['404 ContentModelNotFound content_model_not_found', 'get-content-model', { params: { id: absent.uuid } }],
  ['404 ContentModelNotFound content_model_not_found', 'get-content-model', { params: { id: 'no-uuid' } }],
  [
    '404 ContentModelNotFound content_model_not_found',
    'get-content-model',
    { params: { id: shared.modelName } },
  ],
  ['404 ContentModelNotFound content_model_not_found', 'publish-versions', publish('nothing', shared.record)],
  [
    '404 ContentModelNotFound content_model_not_found',
    'publish-versions',
    publish(shared.model, shared.record),
  ],
  ['404 RecordNotFound record_not_found', 'publish-versions', publish(shared.modelName, absent.uuid)],
  ['404 RecordNotFound record_not_found', 'publish-versions', publish(shared.modelName, 'no-uuid')],
  ['404 RecordNotFound record_not_found', 'publish-versions', publish(shared.modelName, shared.plainRecord)],
  [
    '409 Conflict model_not_versionable',
    'publish-versions',
    publish(shared.plainModelName, shared.plainRecord),
  ],
];

for (const [outcome, name, wanted] of dataFailures) {
  test(`${name} ${JSON.stringify(wanted.params ?? wanted.query)} → ${outcome}`, async () => {
    assert.equal(outcomeOf(await call(name, { ...wanted, token: tokens.full })), outcome);
  });
}

test('a place that does not exist is not found, and named where the caller may know', async () => {
  const place = { ...home, environment: absent.id };
  const expected = {
    'search-content': 'CatalogNotFound',
    'count-products': 'EnvironmentNotFound',
    'search-products': 'EnvironmentNotFound',
    'search-facets': 'EnvironmentNotFound',
    'get-product-search': 'EnvironmentNotFound',
    'get-facet-search': 'EnvironmentNotFound',
    'get-product': 'EnvironmentNotFound',
    'get-product-by-slug': 'EnvironmentNotFound',
    'lookup-products': 'EnvironmentNotFound',
    'list-categories': 'EnvironmentNotFound',
    'list-similar-products': 'EnvironmentNotFound',
    'suggest-searches': 'EnvironmentNotFound',
    'get-suggestions': 'EnvironmentNotFound',
    'record-events': 'EnvironmentNotFound',
    'popular-terms': 'CatalogNotFound',
    'list-forms': 'EnvironmentNotFound',
    'get-content-model': 'EnvironmentNotFound',
    'publish-versions': 'EnvironmentNotFound',
    'get-page': 'EnvironmentNotFound',
    'get-page-by-slug': 'EnvironmentNotFound',
    'get-form': 'EnvironmentNotFound',
    'submit-form': 'EnvironmentNotFound',
    'list-content-models': 'EnvironmentNotFound',
    'list-records': 'EnvironmentNotFound',
    'get-record': 'EnvironmentNotFound',
    'list-versions': 'EnvironmentNotFound',
    'create-record': 'EnvironmentNotFound',
    'save-version': 'EnvironmentNotFound',
    'delete-record': 'EnvironmentNotFound',
    'unpublish-versions': 'EnvironmentNotFound',
  } as const;
  for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
    const isOpen =
      /^(?:search|count|popular|list-forms|list-categories|list-similar|get-page|get-product|get-facet|lookup|suggest|get-suggestions|record-events|get-form|submit)/.test(
        name,
      );
    const token = isOpen ? undefined : tokens.full;
    const response = await call(name, { ...goodCalls[name], place, token });
    assert.deepEqual([response.status, errorOf(response).name], [404, expected[name]], name);
  }
});

test('a domain that is not registered is not found; a registered one decides the scope', async () => {
  for (const name of ['count-products', 'list-forms'] as const) {
    const unknown = await call(name, { ...goodCalls[name], place: null, host: absent.host });
    assert.equal(outcomeOf(unknown), '404 DomainNotFound domain_not_found');
    const byHeaders = await call(name, goodCalls[name]);
    for (const host of ['acmeweb.test', 'ACMEWEB.test:8080', 'acmeweb.test.']) {
      const known = await call(name, { ...goodCalls[name], place: null, host });
      assert.equal(known.text, byHeaders.text, host);
    }
    const forwarded: Call = {
      place: null,
      host: absent.host,
      headers: [['x-forwarded-host', 'acmeweb.test']],
    };
    const untrusted = await call(name, { ...goodCalls[name], ...forwarded });
    assert.equal(untrusted.status, 404, 'no proxy is trusted unless one is configured');
  }
});

test('an idempotency key that comes again with another request is a conflict', async () => {
  const first = {
    ...goodCalls['publish-versions'],
    token: tokens.full,
    headers: [['idempotency-key', 'k-1']] as const,
  };
  assert.equal((await call('publish-versions', first)).status, 200);
  const other = { version_data: [{ environment_id: PRODUCTION, version_id: shared.secondVersion }] };
  const again = await call('publish-versions', { ...first, body: other });
  assert.equal(outcomeOf(again), '409 Conflict idempotency_key_reused');
  assert.equal(
    outcomeOf(await call('publish-versions', { ...first, query: { locale: 'de' } })),
    outcomeOf(again),
  );
});
