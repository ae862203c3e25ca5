// What bodies of management, records and forms may contain, field by field, generated from the bundle: blanks,
// numbers, characters and unknown fields, by Decisions 0003, 0021, 0022 and 0023.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundleKinds } from '../../../src/contract/bundle.ts';
import { manageName } from '../../../src/contract/manage/manage-operations.ts';
import { keyFieldsOf, managedKinds } from '../../../src/contract/manage/manage-resources.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { dataOf, errorOf, OPERATOR, outcomeOf, type WireResponse } from '../service/fixture-service.ts';
import { callAt } from './good-calls.ts';
import { shareSamples } from './shared-samples.ts';

const { fixture, samples } = await shareSamples();
const { call } = fixture;

interface Field {
  readonly type?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Field[];
  readonly items?: Field;
}

const fieldErrorsOf = ({ text }: WireResponse) =>
  (JSON.parse(text) as { Data: { field_errors?: readonly { field: string; code: string }[] } }).Data
    .field_errors ?? [];

for (const row of managedKinds) {
  const name = manageName('put', row);
  const fields = Object.entries(bundleKinds[row.kind].properties as unknown as Record<string, Field>).filter(
    ([field]) => field !== 'kind' && !keyFieldsOf(row).includes(field),
  );
  const put = (change: object) => {
    const good = callAt(name, home);
    return call(name, { ...good, body: { ...(good.body as object), ...change }, token: OPERATOR });
  };
  const refuse = async (change: object, code: string) => {
    const response = await put(change);
    assert.equal(response.status, 400, `${JSON.stringify(change)} ${response.text}`);
    assert.equal(errorOf(response).code, code, JSON.stringify(change));
    const [fault, field] = code.split(':');
    assert.deepEqual(
      fieldErrorsOf(response).map((error) => [error.code, error.field]),
      [[fault, field]],
    );
  };

  test(`${name}: texts are neither blank nor of another type nor hold what is no character`, async () => {
    const isText = ({ type, enum: words }: Field) => type === 'string' && words === undefined;
    for (const [field, schema] of fields.filter(([, { anyOf = [], ...own }]) =>
      [own, ...anyOf].some(isText),
    )) {
      await refuse({ [field]: ' \t' }, `blank_value:${field}`);
      if (schema.default === '') assert.ok((await put({ [field]: '' })).status < 300, field);
      else await refuse({ [field]: '' }, `blank_value:${field}`);
      await refuse({ [field]: 5 }, `wrong_type:${field}`);
      await refuse({ [field]: 'a\0b' }, `invalid_character:${field}`);
      await refuse({ [field]: 'a\ud800' }, `invalid_character:${field}`);
    }
  });

  test(`${name}: what is unused may be null, and flags and lists are what they are called`, async () => {
    for (const [field, { type, items, default: value }] of fields.filter(
      ([, schema]) => 'default' in schema,
    )) {
      for (const unused of [null, value]) {
        const response = await put({ [field]: unused });
        // Fields without a default, such as a store's currency or a synonym set's words, are not here.
        assert.ok(response.status < 300, `${field} ${JSON.stringify(unused)} ${response.text}`);
        const { item } = dataOf<{ item: Record<string, unknown> }>(response);
        assert.deepEqual(item[field], value, field);
      }
      if (type === 'boolean') await refuse({ [field]: 'true' }, `wrong_type:${field}`);
      if (type === 'array') await refuse({ [field]: 'x' }, `wrong_type:${field}`);
      // Always refused: in a list of objects because it is blank, in a list of texts because it is not one.
      if (type === 'array') {
        const isOfObjects = items?.type === 'object';
        await refuse({ [field]: [{}] }, `${isOfObjects ? 'blank_value' : 'wrong_type'}:${field}.0`);
      }
    }
  });

  test(`${name}: what is required is named when it is missing, what is unknown when it is there`, async () => {
    for (const [field] of fields.filter(
      ([, schema]) => !('default' in schema) && isRequiredIn(row.kind, schema),
    )) {
      for (const missing of [undefined, null]) {
        const response = await put({ [field]: missing });
        assert.equal(outcomeOf(response), `400 MissingParameter missing:${field}`);
      }
    }
    await refuse({ colour: 'red' }, 'unknown_field:colour');
    for (const field of ['__proto__', 'constructor']) {
      const good = JSON.stringify(callAt(name, home).body);
      const bytes = good.replace('{', `{"${field}":"x"${good === '{}' ? '' : ','}`);
      const headers = [['content-type', 'application/json']] as const;
      const { body: _, ...rest } = callAt(name, home);
      const response = await call(name, { ...rest, bytes, headers, token: OPERATOR });
      assert.equal(outcomeOf(response), `400 InvalidInput unknown_field:${field}`);
    }
  });

  test(`${name}: every fault is told at once, and what is returned can be put back`, async () => {
    const two = await put({ colour: 'red', weight: 5 });
    assert.deepEqual(
      fieldErrorsOf(two).map(({ code, field }) => `${code}:${field}`),
      ['unknown_field:colour', 'unknown_field:weight'],
    );
    const restored = await call(name, { ...callAt(name, home), token: OPERATOR });
    const { item } = dataOf<{ item: object }>(restored);
    const again = await call(name, { ...callAt(name, home), body: item, token: OPERATOR });
    assert.equal(dataOf<{ _meta_: { outcome: string } }>(again)._meta_.outcome, 'unchanged');
    assert.equal(again.headers.get('etag'), restored.headers.get('etag'));
    const kind = await put({ kind: row.kind });
    assert.equal(kind.status, 200, 'the kind may be said');
    assert.equal((await put({ kind: 'nothing' })).status, 400);
  });
}

function isRequiredIn(kind: keyof typeof bundleKinds, schema: Field): boolean {
  const { properties, required = [] } = bundleKinds[kind] as unknown as {
    properties: Record<string, Field>;
    required?: readonly string[];
  };
  return required.some((name) => properties[name] === schema);
}

test('a condition of a write holds or returns what stands; both at once are refused', async () => {
  for (const row of managedKinds) {
    const name = manageName('put', row);
    const good = { ...callAt(name, home), token: OPERATOR };
    const first = await call(name, good);
    const etag = first.headers.get('etag') ?? '';
    const withHeader = (header: string, value: string) => call(name, { ...good, headers: [[header, value]] });
    assert.equal((await withHeader('if-match', etag)).status, 200, name);
    assert.equal((await withHeader('if-match', '*')).status, 200, name);
    for (const refused of [
      await withHeader('if-match', '"other"'),
      await withHeader('if-match', `W/${etag}`),
      await withHeader('if-none-match', '*'),
    ]) {
      assert.equal(outcomeOf(refused), '412 PreconditionFailed changed', name);
      const { current } = (JSON.parse(refused.text) as { Data: { current: { _meta_: { etag: string } } } })
        .Data;
      assert.equal(current._meta_.etag, etag, name);
    }
    const both = await call(name, {
      ...good,
      headers: [
        ['if-match', etag],
        ['if-none-match', '*'],
      ],
    });
    assert.equal(both.status, 400, name);
    const get = manageName('get', row);
    const held = { params: good.params ?? {}, token: OPERATOR, headers: [['if-none-match', etag]] as const };
    assert.equal((await call(get, held)).status, 304, name);
  }
});

test('records: blanks, types and characters of every text, and every fault at once', async () => {
  const good = callAt('create-record', home);
  const create = (text: object) => {
    const body = { localized: { 'en-us': { title: 'Title', ...text } } };
    return call('create-record', { ...good, body, token: samples.tokenOf(home) });
  };
  for (const field of ['title', 'page_slug', 'summary', 'body', 'image_url']) {
    for (const [value, code] of [
      ['', 'blank_value'],
      [' \t', 'blank_value'],
      [{}, 'blank_value'],
      [5, 'wrong_type'],
      ['a\0b', 'invalid_character'],
      ['\udc00', 'invalid_character'],
    ] as const) {
      const response = await create({ [field]: value });
      assert.equal(response.status, 400, `${field} ${JSON.stringify(value)} ${response.text}`);
      assert.equal(errorOf(response).code?.split(':')[0], code, `${field} ${JSON.stringify(value)}`);
    }
  }
  const many = await create({ title: ' ', fields: { colour: 'red', size: 5 } });
  assert.equal(many.status, 400);
  assert.ok(fieldErrorsOf(many).length >= 2, many.text);
  for (const [change, code] of [
    [{ colour: 'red' }, 'unknown_field:colour'],
    [{ id: 'no-uuid' }, 'malformed:id'],
    [{ localized: {} }, 'blank_value:localized'],
  ] as const) {
    const response = await call('create-record', {
      ...good,
      body: { ...(good.body as object), ...change },
      token: samples.tokenOf(home),
    });
    assert.equal(errorOf(response).code, code, response.text);
  }
});

test('forms: blank is unanswered, digits may be a number, and everything wrong is told at once', async () => {
  const params = { form_id: shared.form };
  const submit = (responses: object) =>
    call('submit-form', { params, body: { _stamp: samples.stampOf(home), ...responses } });
  const email = 'ada@example.test';
  for (const message of ['', '  ', null, undefined]) {
    assert.equal((await submit({ email, message })).status, 201, JSON.stringify(message));
  }
  for (const amount of [5, '5', '5.5', '', null]) assert.equal((await submit({ email, amount })).status, 201);
  for (const amount of ['five', '11', 0, true, '0x5', [5]]) {
    const response = await submit({ email, amount });
    assert.equal(response.status, 400, `${JSON.stringify(amount)} ${response.text}`);
    assert.deepEqual(
      fieldErrorsOf(response).map(({ field }) => field),
      ['amount'],
    );
  }
  const all = await submit({ email: 'nobody', amount: 'five', colour: 'red', message: 'a\0b' });
  assert.deepEqual(
    fieldErrorsOf(all)
      .map(({ field }) => field)
      .toSorted(),
    ['amount', 'colour', 'email', 'message'],
  );
  for (const missing of ['', ' ', null]) assert.equal((await submit({ email: missing })).status, 400);
  const forged = await submit({ email, _stamp: 'forged.stamp' });
  assert.equal(errorOf(forged).code, 'refused:_stamp');
});

test('manage-create-token: no way makes a token of an empty list of environments', async () => {
  const list = async () =>
    dataOf<{ total_count: number }>(await call('manage-list-tokens', { token: OPERATOR }));
  const before = await list();
  const made = callAt('manage-create-token', home);
  const response = await call('manage-create-token', {
    ...made,
    body: { ...(made.body as object), environment_ids: [] },
    token: OPERATOR,
  });
  assert.deepEqual(
    [response.status, errorOf(response).code],
    [400, 'too_few:environment_ids'],
    response.text,
  );
  const line = JSON.stringify({ kind: 'token', name: 'x', permission: 'full', environment_ids: [] });
  const bulk = await call('manage-bulk-write', { body: line, token: OPERATOR });
  assert.match(bulk.text, /"code":"not_allowed:kind"/);
  assert.deepEqual(await list(), before);
});
