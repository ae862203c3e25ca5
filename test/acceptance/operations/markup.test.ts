// Bodies with markup over HTTP: found by their visible text, summarised as plain text, delivered as written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import { createToken, dataOf, searchResultOf, shareFixture } from '../service/fixture-service.ts';

const fixture = await shareFixture();
const { call, service } = fixture;
const token = (await createToken(fixture, { permission: 'full' })).secret;

const HTML =
  '<div class="zebraclass"><b>Wombat</b>&nbsp;burrows</div><script>const tracked = 1;</script><p>are deep.</p>';
const MARKDOWN = '# Wombat\n\nSee [their burrows](https://media.test/zebraclass.jpg).';

const find = async (q: string, type: string) => {
  const response = await call('search-content', { query: { catalog_id: shared.catalog, q, type } });
  return searchResultOf(response).data.map(({ summary }) => summary);
};

test('a content item', async () => {
  const item = {
    kind: 'content_item' as const,
    catalog_id: shared.catalog,
    locale: 'en-us',
    title: 'T',
    url: '/t',
    created_at: '2026-03-01',
  };
  const lines = [
    { kind: 'scope' as const, tenant_id: home.tenant, workspace_id: home.workspace },
    { ...item, provider_id: 'm-html', type: 'markup', body: HTML },
    { ...item, provider_id: 'm-marks', type: 'marks', body: MARKDOWN, body_format: 'markdown' as const },
    { ...item, provider_id: 'm-given', type: 'given', summary: '<p>Wombats &amp; more</p>' },
  ];
  const { code, err } = await runHere(service.dataDir, ['import', '-'], { input: toBundle(lines) });
  assert.equal(code, 0, err);
  assert.deepEqual(await find('wombat', 'markup'), ['Wombat burrows are deep.']);
  assert.deepEqual(await find('wombat', 'marks'), ['Wombat See their burrows.']);
  assert.deepEqual(await find('wombats', 'given'), ['Wombats & more']);
  for (const word of ['zebraclass', 'script', 'nbsp', 'tracked', 'jpg']) {
    for (const type of ['markup', 'marks', 'given']) assert.deepEqual(await find(word, type), [], word);
  }
  const params = { catalog_id: shared.catalog, provider_id: 'm-html', locale: 'en-us' };
  const kept = await call('manage-get-content-item', { params, token });
  assert.equal(dataOf<{ item: { body: string } }>(kept).item.body, HTML);
});

test('a record, by the data type of its body', async () => {
  const bodies = {
    text: '<b>Numbat</b> &amp; co',
    rich_text: '<p class="zebraclass">Numbat</p><p>&amp; co</p>',
  };
  for (const [data_type, body] of Object.entries(bodies)) {
    const field = { field_properties: { internal_name: 'body', data_type } };
    const model = dataOf<{ item: { internal_name: string } }>(
      await call('manage-create-content-model', {
        body: { internal_name: `numbat_${data_type}`, fields: [field] },
        token,
      }),
    ).item;
    const params = { modelInternalName: model.internal_name };
    const created = await call('create-record', {
      params,
      body: { localized: { 'en-us': { title: 'T', body } } },
      token,
    });
    const { record } = dataOf<{ record: { id: string } }>(created);
    const response = await call('get-record', {
      params: { ...params, contentModelDataId: record.id },
      query: { preview: true },
      token,
    });
    const shown = dataOf<{ record: { body: string; summary: string } }>(response).record;
    assert.equal(shown.body, body);
    assert.equal(shown.summary, data_type === 'text' ? body : 'Numbat & co');
  }
});
