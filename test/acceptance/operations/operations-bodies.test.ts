// 400 for every rule about bodies and their media type, on operations with and without a body; and 413 for a body
// that is too large. The short form sends some of the wrong types and bodies to each operation, others each time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationName } from '../../../src/contract/routes.ts';
import { sample, testOnce } from '../../fixtures/long-runs.ts';
import { home, PRODUCTION, STAGING, shared } from '../service/fixture-bundle.ts';
import {
  type Call,
  createTokens,
  errorOf,
  operationNames,
  operationOf,
  outcomeOf,
  successOf,
} from '../service/fixture-service.ts';
import { callAt, goodCalls } from './good-calls.ts';
import { BODY_MAX_BYTES, shareSamples } from './shared-samples.ts';

const { fixture, samples } = await shareSamples();
const { call } = fixture;
const tokens = await createTokens(fixture, { full: { permission: 'full' } });

const isStream = (name: string): boolean => operationOf(name).bodyReading === 'stream';
const isForm = (name: string): boolean => operationOf(name).bodyReading === 'parts';
const withBody = operationNames.filter(
  (name) => operationOf(name).body !== undefined && !isStream(name) && !isForm(name),
);
const withoutBody = operationNames.filter((name) => operationOf(name).body === undefined);

/** The call with these bytes as its body; it need not succeed. */
const withBytes = (name: string, bytes: string | Buffer, type?: string, wanted?: Call): Call => {
  const { body: _, ...good } = wanted ?? callAt(name, home);
  const headers = type === undefined ? [] : [['content-type', type] as const];
  return { ...good, token: samples.allowed(name), bytes, headers };
};

/** Sends what `change` makes of the body of a successful call. */
const sendGood = async (name: string, type: string, change: (body: string) => string = (body) => body) => {
  const wanted = await samples.prepare(name);
  return call(name, withBytes(name, change(JSON.stringify(wanted.body ?? {})), type, wanted));
};

const assertRefused = async (name: string, wanted: Call, code: string, shown: unknown) => {
  const response = await call(name, wanted);
  assert.equal(outcomeOf(response), `400 InvalidInput ${code}`, `${name} ${JSON.stringify(shown)}`);
  return errorOf(response);
};

const good = (name: string): string => JSON.stringify(callAt(name, home).body);
const JSON_TYPE = 'application/json';

const right = [
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
];

test('a body must be called JSON, and be JSON', async () => {
  for (const name of withBody) {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'text/json',
      'application/json; charset=latin1',
      'application/vnd.api+json',
      'nonsense',
      ' ',
    ];
    const isFormType = (type: string) => /^(?:multipart\/form-data|application\/x-www-form)/.test(type);
    const takesForms = operationOf(name).takesForms === true;
    const wrong = types.filter((each) => !takesForms || !isFormType(each));
    for (const type of sample(wrong, 2)) {
      await assertRefused(name, withBytes(name, good(name), type), 'media_type:content-type', type);
    }
    await assertRefused(name, withBytes(name, good(name)), 'media_type:content-type', 'none');
    const doubled = withBytes(name, good(name), JSON_TYPE);
    const twice = { ...doubled, headers: [...(doubled.headers ?? []), ['content-type', JSON_TYPE] as const] };
    await assertRefused(name, twice, 'repeated:content-type', 'twice');
    for (const type of sample(right, 1)) {
      const response = await sendGood(name, type);
      assert.equal(response.status, successOf(name, response), `${name} ${type}`);
    }
    await assertRefused(name, withBytes(name, '', JSON_TYPE), 'empty_body:body', 'empty');
    const broken = [
      '{',
      '{}{}',
      "{'a':1}",
      '{"a":NaN}',
      'undefined',
      '{"a":1,}',
      ' ',
      Buffer.from('{"a":"\xff"}', 'latin1'),
    ];
    for (const bytes of sample(broken, 2)) {
      await assertRefused(name, withBytes(name, bytes, JSON_TYPE), 'invalid_json:body', bytes);
    }
    for (const bytes of sample(['[]', '"x"', '5', 'null', 'true', '[{}]'], 1)) {
      await assertRefused(name, withBytes(name, bytes, JSON_TYPE), 'wrong_type:body', bytes);
    }
  }
});

test('a GET needs no body; one that is sent must be JSON and changes nothing', async () => {
  for (const name of withoutBody) {
    const token = samples.allowed(name);
    const isCacheable = operationOf(name).isCacheable === true;
    const plain = await call(name, { ...(await samples.prepare(name)), token });
    assert.equal(plain.status, successOf(name, plain));
    for (const type of sample(['text/plain', 'nonsense', 'application/x-www-form-urlencoded'], 1)) {
      const typed = { ...(await samples.prepare(name)), token, headers: [['content-type', type]] as const };
      const response = await call(name, typed);
      assert.equal(response.status, plain.status, 'a content type without a body is not looked at');
      if (isCacheable) assert.equal(response.text, plain.text);
    }
    for (const bytes of sample(['{}', '[]', 'null', '{"limit":1,"q":"none","x":""}', '5'], 1)) {
      const response = await call(name, withBytes(name, bytes, JSON_TYPE, await samples.prepare(name)));
      assert.equal(response.status, plain.status, `${name} ${bytes} ${response.text}`);
      if (isCacheable) assert.equal(response.text, plain.text, bytes);
    }
    const refused: readonly (readonly [string | Buffer, string | undefined, string])[] = [
      ['{}', undefined, 'media_type:content-type'],
      ['a=b', 'application/x-www-form-urlencoded', 'media_type:content-type'],
      ['{}', 'text/plain', 'media_type:content-type'],
      ['{', JSON_TYPE, 'invalid_json:body'],
      [' ', JSON_TYPE, 'invalid_json:body'],
      [Buffer.from([0x22, 0xff, 0x22]), JSON_TYPE, 'invalid_json:body'],
    ];
    for (const [bytes, type, code] of sample(refused, 2)) {
      const { message } = await assertRefused(name, withBytes(name, bytes, type), code, bytes);
      assert.equal(message === 'Invalid Input', name === 'search-content', message);
    }
  }
});

testOnce('a body over the limit is 413, just under it is read', async () => {
  for (const name of operationNames.filter((each) => !isStream(each) && !isForm(each))) {
    const padded = (body: string, bytes: number) => body + ' '.repeat(bytes - Buffer.byteLength(body));
    const whole = await sendGood(name, JSON_TYPE, (body) => padded(body, BODY_MAX_BYTES));
    assert.equal(whole.status, successOf(name, whole), `${name} ${whole.text}`);
    const over = padded(withBody.includes(name) ? good(name) : '{}', BODY_MAX_BYTES + 1);
    for (const bytes of [over, 'x'.repeat(500_000)]) {
      const response = await call(name, withBytes(name, bytes, JSON_TYPE));
      assert.equal(outcomeOf(response), '413 PayloadTooLarge payload_too_large', name);
    }
  }
});

testOnce('lines may be as many as they like', async () => {
  const names = operationNames.filter(isStream);
  assert.equal(names.length, 2);
  for (const name of names) {
    const [line] = String(callAt(name, home).body).split('\n');
    const count = Math.ceil((3 * BODY_MAX_BYTES) / (line ?? '').length);
    const body = `${line}\n`.repeat(count);
    const query =
      'allow_duplicates' in operationOf(name).query.properties ? { allow_duplicates: 'true' } : {};
    const { status, text } = await call(name, { ...callAt(name, home), token: tokens.full, body, query });
    assert.equal(status, 200);
    assert.match(text, new RegExp(`"summary":\\{"lines":${count},.*"failed":0,"is_complete":true`));
  }
});

type Cases = readonly (readonly [body: unknown, code: string])[];

const texts = ['search_term', 'category_id', 'category_name', 'collection_id'];

const rule = (more: object) => ({
  filter: [{ group: { rules: [{ action: 'equal_to', field_name: 'brand', value: 'x', ...more }] } }],
});
const AT_RULE = 'filter.0.group.rules.0';

const badCounts: Cases = [
  ...texts.flatMap(
    (field): Cases => [
      [{ [field]: '' }, `blank_value:${field}`],
      [{ [field]: ' \t\n' }, `blank_value:${field}`],
      [{ [field]: {} }, `blank_value:${field}`],
      [{ [field]: [{}] }, `blank_value:${field}`],
      [{ [field]: ['x', {}] }, `blank_value:${field}`],
      [{ [field]: 5 }, `wrong_type:${field}`],
      [{ [field]: true }, `wrong_type:${field}`],
      [{ [field]: ['x'] }, `wrong_type:${field}`],
      [{ [field]: { a: 1 } }, `wrong_type:${field}`],
      [{ [field]: 'a\0b' }, `invalid_character:${field}`],
      [{ [field]: 'a\ud800b' }, `invalid_character:${field}`],
      [{ [field]: '\udc00' }, `invalid_character:${field}`],
      [{ [field]: 'x'.repeat(1_001) }, `too_long:${field}`],
    ],
  ),
  [{ term: 'x' }, 'unknown_field:term'],
  [{ Search_term: 'x' }, 'unknown_field:Search_term'],
  [{ limit: 5 }, 'unknown_field:limit'],
  [JSON.parse('{"__proto__":{"search_term":"x"}}'), 'unknown_field:__proto__'],
  [{ constructor: 'x' }, 'unknown_field:constructor'],
  [{ facets: 'x' }, 'wrong_type:facets'],
  [{ facets: '' }, 'blank_value:facets'],
  [{ facets: {} }, 'blank_value:facets'],
  [{ facets: { field_internal_name: 'color' } }, 'wrong_type:facets'],
  [{ facets: [{}] }, 'blank_value:facets.0'],
  [{ facets: ['x'] }, 'wrong_type:facets.0'],
  [{ facets: [null] }, 'wrong_type:facets.0'],
  [{ facets: [[]] }, 'wrong_type:facets.0'],
  [{ facets: [{ value: 'x' }] }, 'missing:facets.0.field_internal_name'],
  [{ facets: [{ field_internal_name: null, value: 'x' }] }, 'missing:facets.0.field_internal_name'],
  [{ facets: [{ field_internal_name: ' ', value: 'x' }] }, 'blank_value:facets.0.field_internal_name'],
  [{ facets: [{ field_internal_name: 'color' }] }, 'too_few:facets.0.value'],
  [{ facets: [{ field_internal_name: 'color', value: '' }] }, 'blank_value:facets.0.value'],
  [{ facets: [{ field_internal_name: 'color', value: 5 }] }, 'wrong_type:facets.0.value'],
  [{ facets: [{ field_internal_name: 'price', value: '5', min: 1 }] }, 'conflicting:facets.0.value'],
  [{ facets: [{ field_internal_name: 'price', min: '' }] }, 'blank_value:facets.0.min'],
  [{ facets: [{ field_internal_name: 'price', min: true }] }, 'wrong_type:facets.0.min'],
  [{ facets: [{ field_internal_name: 'color', value: 'x', colour: 1 }] }, 'unknown_field:facets.0.colour'],
  [{ facets: Array(101).fill({ field_internal_name: 'color', value: 'x' }) }, 'too_many:facets'],
  [{ filter: 'x' }, 'wrong_type:filter'],
  [{ filter: {} }, 'blank_value:filter'],
  [{ filter: [{}] }, 'blank_value:filter.0'],
  [{ filter: [{ group: {} }] }, 'blank_value:filter.0.group'],
  [{ filter: [{ group: [{}] }] }, 'blank_value:filter.0.group'],
  [{ filter: [{ group: 'x' }] }, 'wrong_type:filter.0.group'],
  [{ filter: [{ groups: {} }] }, 'unknown_field:filter.0.groups'],
  [{ filter: [{ group: { operator: '' } }] }, 'blank_value:filter.0.group.operator'],
  [{ filter: [{ group: { operator: 'and' } }] }, 'not_allowed:filter.0.group.operator'],
  [{ filter: [{ group: { operator: 'XOR' } }] }, 'not_allowed:filter.0.group.operator'],
  [{ filter: [{ group: { rules: [{}] } }] }, 'blank_value:filter.0.group.rules.0'],
  [rule({ action: 'like' }), `not_allowed:${AT_RULE}.action`],
  [rule({ action: 5 }), `wrong_type:${AT_RULE}.action`],
  [rule({ action: null }), `missing:${AT_RULE}.action`],
  [rule({ field_name: undefined }), `missing:${AT_RULE}.field_name`],
  [rule({ value: [] }), `missing:${AT_RULE}.value`],
  [rule({ value: '' }), `blank_value:${AT_RULE}.value`],
  [rule({ value: 5 }), `wrong_type:${AT_RULE}.value`],
  [rule({ op: 'x' }), `unknown_field:${AT_RULE}.op`],
  [rule({ field_name: 'price', value: 'cheap' }), `wrong_type:${AT_RULE}.value`],
  [rule({ field_name: 'created_at', value: 'yesterday' }), `wrong_type:${AT_RULE}.value`],
];

const element = (more: object) => ({
  version_data: [{ environment_id: PRODUCTION, version_id: shared.versions[0], ...more }],
});

const badPublishes: Cases = [
  [{}, 'missing:version_data'],
  [{ version_data: null }, 'missing:version_data'],
  [{ version_data: [] }, 'missing:version_data'],
  [{ version_data: '' }, 'blank_value:version_data'],
  [{ version_data: {} }, 'blank_value:version_data'],
  [{ version_data: 'x' }, 'wrong_type:version_data'],
  [{ version_data: [{}] }, 'blank_value:version_data.0'],
  [{ version_data: [null] }, 'wrong_type:version_data.0'],
  [{ ...element({}), locale: 'de' }, 'unknown_field:locale'],
  [element({ environment_id: undefined }), 'missing:version_data.0.environment_id'],
  [element({ version_id: null }), 'missing:version_data.0.version_id'],
  [element({ environment_id: '' }), 'blank_value:version_data.0.environment_id'],
  [element({ version_id: ' ' }), 'blank_value:version_data.0.version_id'],
  [element({ version_id: {} }), 'blank_value:version_data.0.version_id'],
  [element({ version_id: 7 }), 'wrong_type:version_data.0.version_id'],
  [element({ version_id: 'a\0' }), 'invalid_character:version_data.0.version_id'],
  [element({ version_id: 'x'.repeat(201) }), 'too_long:version_data.0.version_id'],
  [element({ locale: 'de' }), 'unknown_field:version_data.0.locale'],
  [
    {
      version_data: [PRODUCTION, STAGING, PRODUCTION].map((id) => ({ environment_id: id, version_id: 'v' })),
    },
    'repeated:version_data.2.environment_id',
  ],
  [
    {
      version_data: Array.from({ length: 101 }, (_, index) => ({
        environment_id: `e${index}`,
        version_id: 'v',
      })),
    },
    'too_many:version_data',
  ],
];

const assertEach = async (name: OperationName, cases: Cases): Promise<void> => {
  const { params = {} } = goodCalls[name];
  for (const [body, code] of cases) {
    const kind = code.startsWith('missing:') ? 'MissingParameter' : 'InvalidInput';
    const response = await call(name, { params, body, token: tokens.full });
    assert.equal(outcomeOf(response), `400 ${kind} ${code}`, JSON.stringify(body).slice(0, 300));
    const field = code.slice(code.indexOf(':') + 1);
    const { message } = errorOf(response);
    const isOfWhole = code.startsWith('conflicting') || code.startsWith('too_few');
    assert.ok(
      message.includes(isOfWhole ? field.replace(/\.value$/, '') : field),
      `${message} does not name ${field}`,
    );
  }
};

testOnce('count: every bad body is refused by name', () => assertEach('count-products', badCounts));

testOnce('publish: every bad body is refused by name', () => assertEach('publish-versions', badPublishes));

testOnce('an unused optional field of a body may be null or []', async () => {
  const plain = await call('count-products', { body: {} });
  for (const field of [...texts, 'facets', 'filter']) {
    for (const unused of [null, []]) {
      const response = await call('count-products', { body: { [field]: unused } });
      assert.equal(response.text, plain.text, `${field} ${JSON.stringify(unused)}`);
    }
  }
  for (const filter of [
    [{ group: null }, { group: [] }],
    [{ group: { rules: [], operator: 'AND' } }],
    [{ group: { operator: null, rules: null } }],
  ]) {
    assert.equal(
      (await call('count-products', { body: { filter } })).text,
      plain.text,
      JSON.stringify(filter),
    );
  }
});

testOnce('an optional header of an operation may be null or [], and never blank or doubled', async () => {
  const headers: readonly (readonly [OperationName, string])[] = [
    ['count-products', 'x-customer-group-id'],
    ['count-products', 'x-ecomm-provider'],
    ['publish-versions', 'idempotency-key'],
  ];
  for (const [name, header] of headers) {
    const send = (...values: string[]) =>
      call(name, { ...goodCalls[name], token: tokens.full, headers: values.map((value) => [header, value]) });
    for (const unused of ['null', '[]']) assert.equal((await send(unused)).status, 200);
    for (const blank of ['', ' ', '{}', '[{}]']) {
      assert.equal(outcomeOf(await send(blank)), `400 InvalidInput blank_value:${header}`);
    }
    assert.equal(outcomeOf(await send('a', 'a')), `400 InvalidInput repeated:${header}`);
    assert.equal(outcomeOf(await send('a'.repeat(256))), `400 InvalidInput too_long:${header}`);
  }
});
