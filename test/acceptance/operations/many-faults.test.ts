// However much is wrong with a body, the response is short: the first hundred faults, and how many there are in all. Over HTTP, in
// the line of a bulk request, and for a model that would break data.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { home, shared } from '../service/fixture-bundle.ts';
import { dataOf, errorOf, OPERATOR, startFixture, type WireResponse } from '../service/fixture-service.ts';
import { openSampleData } from './good-calls.ts';

const fixture = await startFixture();
const samples = await openSampleData(fixture);
const { call } = fixture;
const token = samples.tokenOf(home);
const MODEL = 'many_faults';
const CREATED = '2026-01-02T03:04:05Z';
const COUNT = 20_000;
const FIELDS = 150;
const RESPONSE_MAX_BYTES = 100_000;
/** Longer than a message. */
const OPTION = 'x'.repeat(4_000);

interface Faults {
  readonly field_errors: readonly { readonly field: string; readonly message: string }[];
  readonly field_error_count: number;
}

const many = (length: number, name: (index: number) => string): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length }, (_, index) => [name(index), 1]));

const assertShort = ({ text }: WireResponse, told: Faults, count: number): void => {
  assert.ok(text.length < RESPONSE_MAX_BYTES, `${text.length} bytes`);
  assert.deepEqual([told.field_errors.length, told.field_error_count], [100, count]);
};

const assertRefused = (response: WireResponse, count = COUNT): void => {
  assert.equal(response.status, 400, response.text.slice(0, 500));
  const { Data } = JSON.parse(response.text) as { Data: Faults };
  assertShort(response, Data, count);
  assert.match(errorOf(response).message, new RegExp(`; ${count - 1} more, 99 of them in field_errors$`));
};

const fieldsOf = (length: number) =>
  Array.from({ length }, (_, index) => ({
    field_properties: {
      internal_name: `f${index}`,
      data_type: 'select',
      is_localized: true,
      validation: { options: [OPTION] },
    },
  }));

const allFields = (value: string) =>
  Object.fromEntries(Array.from({ length: FIELDS }, (_, index) => [`f${index}`, value]));

const putModel = (fields: readonly object[]) =>
  call('manage-put-content-model', {
    params: { content_model_id: '6c6c6c6c-0000-4000-8000-000000000001' },
    body: { internal_name: MODEL, created_at: CREATED, is_localization_enabled: true, fields },
    token: OPERATOR,
  });

const params = { modelInternalName: MODEL };
const create = (localized: object) => call('create-record', { params, body: { localized }, token });

test('a record with thousands of faults is refused in few words', async () => {
  const put = await putModel(fieldsOf(FIELDS));
  assert.ok(put.status < 300, put.text.slice(0, 500));
  assertRefused(await create(many(COUNT, (index) => `no locale ${index}`)));
  assertRefused(await create({ en: { title: 'T', ...many(COUNT, (index) => `unknown ${index}`) } }));
  const options = allFields('not an option');
  assertRefused(await create({ en: { title: 'T', fields: options } }), FIELDS);
});

test('a version is refused in few words, and a line of a bulk request', async () => {
  const made = await create({ en: { title: 'T' } });
  assert.equal(made.status, 201, made.text);
  const { record, version } = dataOf<{ record: { id: string }; version: { id: string } }>(made);
  const localized = many(COUNT, (index) => `no locale ${index}`);
  assertRefused(
    await call('save-version', {
      params: { ...params, contentModelDataId: record.id },
      body: { base_version_id: version.id, localized },
      token,
    }),
  );
  const line = (fields: object) => ({
    kind: 'version',
    id: '6c6c6c6c-0000-4000-8000-000000000002',
    record_id: record.id,
    number: 2,
    created_at: CREATED,
    localized: { 'en-us': { title: 'T', fields } },
  });
  for (const [fields, count] of [
    [many(COUNT, (index) => `unknown_${index}`), COUNT],
    [allFields('not an option'), FIELDS],
  ] as const) {
    const body = `${JSON.stringify(line(fields))}\n`;
    const response = await call('manage-bulk-write', { body, token: OPERATOR });
    const [result = ''] = response.text.split('\n');
    const { error } = JSON.parse(result) as { error: Faults & { message: string } };
    assertShort(response, error, count);
    assert.match(error.message, new RegExp(`; and ${count - 5} more$`));
    assert.ok(error.message.length < 3_000, `${error.message.length} characters`);
  }
});

test('a managed object and answers to a form are refused in few words', async () => {
  assertRefused(
    await call('manage-put-domain', {
      params: { host: 'many.test' },
      body: { environment_id: home.environment, ...many(COUNT, (index) => `unknown_${index}`) },
      token: OPERATOR,
    }),
  );
  assertRefused(
    await call('submit-form', {
      params: { form_id: shared.form },
      body: { _stamp: samples.stampOf(home), email: 'a@b.test', ...many(2_000, (index) => `u${index}`) },
    }),
    2_000,
  );
});

test('a model that would break much data is refused in few words', async () => {
  const made = await create({ en: { title: 'T', fields: allFields(OPTION) } });
  assert.equal(made.status, 201, made.text.slice(0, 500));
  const response = await putModel([]);
  assert.deepEqual([response.status, response.text.length < RESPONSE_MAX_BYTES], [409, true]);
  const { Data } = JSON.parse(response.text) as { Data: { breaks: readonly unknown[]; break_count: number } };
  assert.deepEqual([Data.breaks.length, Data.break_count], [100, FIELDS]);
});
