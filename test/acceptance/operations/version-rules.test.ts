// Versions never change, and their values match the model, however they arrive: over HTTP with all faults in one
// response, in bulk line by line, and by import, the only way to restore history.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { home } from '../service/fixture-bundle.ts';
import {
  createToken,
  dataOf,
  errorOf,
  OPERATOR,
  startFixture,
  type WireResponse,
} from '../service/fixture-service.ts';

const fixture = await startFixture();
const { call, service } = fixture;
const { secret: token } = await createToken(fixture, { permission: 'full' });
const scopeLine = { kind: 'scope', tenant_id: home.tenant, workspace_id: home.workspace };
const CREATED = '2026-01-02T03:04:05Z';

const idOf = (kind: number, index: number) =>
  `6b6b6b6b-000${kind}-4000-8000-${String(index).padStart(12, '0')}`;
const recordOf = (index: number) => idOf(1, index);
const versionOf = (index: number) => idOf(2, index);

const field = (internal_name: string, data_type: string, validation: object = {}, more: object = {}) => ({
  field_properties: { internal_name, data_type, validation, is_localized: true },
  ...more,
});

const modelLine = (name: string, index: number, more: object = {}) => ({
  kind: 'content_model',
  id: idOf(0, index),
  internal_name: name,
  created_at: CREATED,
  is_localization_enabled: true,
  ...more,
});

const dishFields = [
  field('code', 'text', { unique: true, max_length: 5 }),
  field('minutes', 'number', { min: 1 }),
  field('side', 'relation', { models: ['dish'] }, { relation_type: 'many_to_one' }),
];
const dish = modelLine('dish', 1, { fields: dishFields });
const menu = modelLine('menu', 2, { type: 'single' });

const record = (index: number, model = 'dish') => ({
  kind: 'record',
  id: recordOf(index),
  model,
  created_at: CREATED,
});

const version = (index: number, of: number, number: number, fields: object = {}, title = 'Soup') => ({
  kind: 'version',
  id: versionOf(index),
  record_id: recordOf(of),
  number,
  created_at: CREATED,
  localized: { 'en-us': { title, fields } },
});

const publication = (index: number, of: number) => ({
  kind: 'publication',
  record_id: recordOf(of),
  environment_id: home.environment,
  version_id: versionOf(index),
  published_at: CREATED,
});

interface FieldError {
  readonly field: string;
  readonly code: string;
}
interface LineResult {
  readonly outcome?: string;
  readonly error?: { readonly name: string; readonly code: string; readonly field_errors?: FieldError[] };
}

const bulk = async (...lines: object[]): Promise<LineResult[]> => {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { text } = await call('manage-bulk-write', { body, token: OPERATOR });
  const results = text.trimEnd().split('\n');
  return results.slice(0, lines.length).map((line) => JSON.parse(line) as LineResult);
};

const said = (results: readonly LineResult[]) => results.map(({ outcome, error }) => outcome ?? error?.code);

let files = 0;
const importLines = async (lines: readonly object[], ...words: string[]) => {
  files += 1;
  const file = join(service.dataDir, `lines-${files}.ndjson`);
  await writeFile(file, [scopeLine, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return runHere(service.dataDir, ['import', file, ...words]);
};

const titleOf = async (index: number): Promise<string> => {
  const response = await call('get-record', {
    params: { modelInternalName: 'dish', contentModelDataId: recordOf(index) },
    token,
  });
  return dataOf<{ record: { title: string } }>(response).record.title;
};

const faultsOf = ({ text }: WireResponse): string[] =>
  (JSON.parse(text) as { Data: { field_errors: FieldError[] } }).Data.field_errors.map(
    ({ code, field: at }) => `${code}:${at}`,
  );

test('in bulk, values are held against the model and versions are only added', async () => {
  const first = await bulk(
    dish,
    record(1),
    version(1, 1, 1, { code: 'a', minutes: 5 }),
    publication(1, 1),
    record(2),
    version(2, 2, 1, { code: 'much too long', minutes: 0, side: recordOf(1), other: 1 }),
  );
  assert.deepEqual(said(first.slice(0, 5)), ['created', 'created', 'created', 'created', 'created']);
  const { error } = first[5] ?? {};
  assert.equal(error?.name, 'InvalidInput');
  assert.deepEqual(
    error?.field_errors?.map(({ code, field: at }) => `${code}:${at}`),
    ['unknown_field:fields.other', 'too_long:fields.code', 'out_of_range:fields.minutes'],
  );

  const values = [
    ...(await bulk(version(2, 2, 1, { code: 'a', side: recordOf(9) }))),
    ...(await bulk(version(2, 2, 1, { code: 'b' }, ''))),
    ...(await bulk(
      version(2, 2, 1, { code: 'b', minutes: null, side: '' }),
      version(3, 2, 2, { code: 'b' }),
      record(3),
      version(4, 3, 1, { code: 'b' }),
    )),
  ];
  assert.deepEqual(
    values[0]?.error?.field_errors?.map(({ code, field: at }) => `${code}:${at}`),
    ['not_found:fields.side', 'not_unique:fields.code'],
  );
  assert.deepEqual(said(values.slice(1)), [
    'missing:title',
    'created',
    'created',
    'created',
    'not_unique:fields.code',
  ]);

  const again = await bulk(version(1, 1, 1, { code: 'a', minutes: 5 }));
  const others = await bulk(
    version(1, 1, 1, { code: 'a', minutes: 5 }, 'Rewritten'),
    version(5, 2, 1, { code: 'c' }),
    version(6, 2, 9, { code: 'c' }),
    version(7, 2, 4, { code: 'c' }),
  );
  assert.deepEqual(said([...again, ...others]), [
    'unchanged',
    'already_exists',
    'refused:number',
    'created',
    'refused:number',
  ]);
  assert.equal(await titleOf(1), 'Soup', 'what is published is as it was');
});

test('a record stays one of its model, and a model of the type single takes one', async () => {
  const first = await bulk(menu, record(20, 'menu'), record(21, 'menu'));
  assert.deepEqual(said([...first, ...(await bulk(record(20)))]), [
    'created',
    'created',
    'refused:model',
    'refused:model',
  ]);
  assert.deepEqual(said(await bulk(record(20, 'menu'))), ['unchanged']);
});

test('an import holds what counts against the model, and brings history back as it was', async () => {
  const bad = { code: 'history is not held against rules of today', minutes: 0 };
  const lines = [dish, record(30), version(30, 30, 1, bad), version(31, 30, 2, { code: 'd' })];
  const good = await importLines(lines);
  assert.equal(good.code, 0, good.err);

  const refused = async (fault: RegExp, ...more: object[]) => {
    const { code, err, out } = await importLines([record(31), ...more]);
    assert.equal(code, 1, out);
    assert.match(err, fault);
  };
  const misfit = /^line 3: version: fields\.minutes must not be less than 1 \(en-us\)$/m;
  await refused(misfit, version(32, 31, 1, { minutes: 0 }));
  await refused(misfit, version(32, 31, 1, { minutes: 0 }), version(33, 31, 2), publication(32, 31));
  await refused(
    /^line 4: version: fields\.code must be unique, and another record has this value/m,
    version(32, 31, 1, { code: 'd' }),
    version(33, 31, 2, { code: 'd' }),
  );
  await refused(
    /^line 3: version: fields\.side must refer to a record of dish that exists/m,
    version(32, 31, 1, { side: recordOf(99) }),
  );

  const kept = await importLines(
    [record(31), version(32, 31, 1, { minutes: 0 }), version(33, 31, 2, { minutes: -1 })],
    '--allow-invalid-values',
  );
  assert.equal(kept.code, 0, kept.err);
  const restored = await importLines([version(30, 30, 1, {}, 'Restored')]);
  assert.equal(restored.code, 0, restored.err);
  assert.match(restored.out, /1 updated/);
});

test('all faults of a record come in one response', async () => {
  const bad = { title: 'Stew', fields: { minutes: 0, code: 'a', side: recordOf(99) } };
  const expected = ['out_of_range:fields.minutes', 'not_found:fields.side', 'not_unique:fields.code'];
  const created = await call('create-record', {
    params: { modelInternalName: 'dish' },
    body: { localized: { 'en-us': bad } },
    token,
  });
  assert.deepEqual([created.status, faultsOf(created)], [400, expected], created.text);
  const saved = await call('save-version', {
    params: { modelInternalName: 'dish', contentModelDataId: recordOf(2) },
    body: { base_version_id: versionOf(6), localized: { 'en-us': bad } },
    token,
  });
  assert.deepEqual([saved.status, faultsOf(saved)], [400, expected], saved.text);
});

test('saving from a base that was deleted is told to start from the latest', async () => {
  const params = { modelInternalName: 'dish', contentModelDataId: recordOf(2) };
  const save = (base_version_id: string, title: string) =>
    call('save-version', {
      params,
      body: { base_version_id, localized: { 'en-us': { title } } },
      token,
    });
  const made = dataOf<{ version: { id: string } }>(await save(versionOf(6), 'Stew'));
  const gone = await call('delete-version', { params: { ...params, version_id: made.version.id }, token });
  assert.equal(gone.status, 200, gone.text);
  const response = await save(made.version.id, 'Goulash');
  assert.deepEqual([response.status, errorOf(response).code], [412, 'base_gone'], response.text);
  const { Data } = JSON.parse(response.text) as { Data: { current_version_id: string } };
  assert.equal(Data.current_version_id, versionOf(6));
  assert.equal((await save(Data.current_version_id, 'Goulash')).status, 201);
});
