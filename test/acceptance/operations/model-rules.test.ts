// Invalid content models are refused with a named fault, however they arrive, and a model that would break existing
// records is only accepted by force.

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { home } from '../service/fixture-bundle.ts';
import { type Call, dataOf, errorOf, OPERATOR, shareFixture } from '../service/fixture-service.ts';

const fixture = await shareFixture();
const { call, service } = fixture;
const place = ['--tenant', home.tenant, '--workspace', home.workspace];
const scopeLine = { kind: 'scope', tenant_id: home.tenant, workspace_id: home.workspace };

const MODEL = '5a5a5a5a-0000-4000-8000-000000000001';
const RECORDS = [1, 2, 3].map((index) => `5a5a5a5a-0000-4000-8000-00000000010${index}`);
const VERSIONS = [1, 2, 3].map((index) => `5a5a5a5a-0000-4000-8000-00000000020${index}`);

const field = (internal_name: string, data_type: string, validation: object = {}, more: object = {}) => ({
  field_properties: { internal_name, data_type, validation, is_localized: true },
  ...more,
});

const modelOf = (...fields: object[]) => ({
  internal_name: 'recipe',
  created_at: '2026-01-02T03:04:05Z',
  is_localization_enabled: true,
  fields,
});

const at = 'fields.0.field_properties';
const senseless: readonly (readonly [code: string, ...fields: object[]])[] = [
  ['repeated:fields.1.field_properties.internal_name', field('a', 'text'), field('a', 'number')],
  [`conflicting:${at}.validation.min`, field('a', 'number', { min: 2, max: 1 })],
  [`unknown_field:${at}.validation.max_lenght`, field('a', 'text', { max_lenght: 5 })],
  [`wrong_type:${at}.validation.max_length`, field('a', 'text', { max_length: 'five' })],
  [`too_few:${at}.validation.options`, field('a', 'select')],
  [`malformed:${at}.validation.pattern`, field('a', 'text', { pattern: '(' })],
  [`not_allowed:${at}.data_type`, field('title', 'number')],
];

const put = (fields: readonly object[], more: Call = {}) =>
  call('manage-put-content-model', {
    params: { content_model_id: MODEL },
    body: modelOf(...fields),
    token: OPERATOR,
    ...more,
  });

const bulk = async (...lines: object[]) => {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { text } = await call('manage-bulk-write', { body, token: OPERATOR });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { outcome?: string; error?: { code: string; message: string } })
    .slice(0, lines.length);
};

test('what makes no sense is refused by name: over HTTP, in bulk, by import and by push', async () => {
  const folder = join(service.dataDir, 'senseless');
  await mkdir(folder);
  for (const [code, ...fields] of senseless) {
    const path = code.slice(code.indexOf(':') + 1);
    const response = await put(fields);
    assert.deepEqual([response.status, errorOf(response).code], [400, code], response.text);
    const created = await call('manage-create-content-model', { body: modelOf(...fields), token: OPERATOR });
    assert.equal(errorOf(created).code, code);
    const line = { kind: 'content_model', id: MODEL, ...modelOf(...fields) };
    assert.equal((await bulk(line))[0]?.error?.code, code);
    const bundle = [scopeLine, line].map((each) => `${JSON.stringify(each)}\n`).join('');
    await writeFile(join(folder, 'bundle.ndjson'), bundle);
    const imported = await runHere(service.dataDir, ['import', join(folder, 'bundle.ndjson')]);
    assert.equal(imported.code, 1);
    assert.ok(imported.err.includes(path), imported.err);
    await writeFile(join(folder, 'recipe.json'), JSON.stringify(modelOf(...fields)));
    const pushed = await runHere(service.dataDir, ['models', 'push', folder, ...place]);
    assert.equal(pushed.code, 1);
    assert.ok(pushed.err.includes(path), pushed.err);
  }
  const found = await call('manage-get-content-model', {
    params: { content_model_id: MODEL },
    token: OPERATOR,
  });
  assert.equal(found.status, 404, 'none of them was kept');
});

const note = (max_length: number) => field('note', 'text', { max_length });
const size = (...options: string[]) => field('size', 'select', { options });

test('a model that would break what records hold is only put in place by force', async () => {
  assert.equal((await put([note(20), size('s', 'm', 'l')])).status, 201);
  const texts = [{ note: 'short' }, { note: 'much, much longer' }, { size: 'l' }];
  const outcomes = await bulk(
    ...RECORDS.map((id) => ({ kind: 'record', id, model: 'recipe', created_at: '2026-01-02T03:04:05Z' })),
    ...VERSIONS.map((id, index) => ({
      kind: 'version',
      id,
      record_id: RECORDS[index],
      number: 1,
      created_at: '2026-01-02T03:04:05Z',
      localized: { 'en-us': { title: 'Soup', fields: texts[index] } },
    })),
  );
  assert.ok(
    outcomes.every(({ outcome }) => outcome === 'created'),
    JSON.stringify(outcomes),
  );

  const refused = async (code: string, counts: readonly number[], ...fields: object[]) => {
    const response = await put(fields);
    assert.deepEqual([response.status, errorOf(response).code], [409, code], response.text);
    const { breaks } = (JSON.parse(response.text) as { Data: { breaks: readonly { records: number }[] } })
      .Data;
    assert.deepEqual(
      breaks.map(({ records }) => records),
      counts,
    );
    const line = { kind: 'content_model', id: MODEL, ...modelOf(...fields) };
    assert.equal((await bulk(line))[0]?.error?.code, code);
  };
  await refused('would_break:note', [2], size('s', 'm', 'l'));
  await refused('would_break:note', [1], note(10), size('s', 'm', 'l'));
  await refused('would_break:size', [1], note(20), size('s', 'm'));
  await refused('would_break:note', [1, 1], note(10), size('s', 'm'));
  await refused('would_break:note', [2], field('note', 'rich_text'), size('s', 'm', 'l'));
  await refused('would_break:size', [2], note(20), { ...size('s', 'm', 'l'), is_required: true });

  assert.equal((await put([note(17), size('l', 's')])).status, 200, 'narrower, but nothing breaks');
  const forced = await put([size('s')], { query: { force: true } });
  assert.equal(dataOf<{ _meta_: { outcome: string } }>(forced)._meta_.outcome, 'updated');
});
