// Input over HTTP: bodies, media types, limits, own headers, path parameters, and the fixed message of operation 1.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  buildFixture,
  CATALOG,
  calls,
  operationOf,
  scoped,
  secrets,
} from '../../test/fixtures/server-fixture.ts';

const COUNT = calls['count-products'].url;
const SEARCH = calls['search-content'].url;
const PUBLISH = calls['publish-versions'].url;
const limited = buildFixture({ bodyLimitBytes: 1_000 });
const json = { ...scoped, 'content-type': 'application/json' };

const count = async (payload: string | Buffer, headers: Record<string, string> = json, url = COUNT) => {
  const response = await limited.server.app.inject({ method: 'POST', url, headers, payload });
  const error = response.json().Data?.Error;
  return {
    status: response.statusCode,
    code: error?.code,
    message: error?.message,
    carried: limited.carried.splice(0),
  };
};

const search = async (url: string, options: { headers?: Record<string, string>; payload?: string } = {}) => {
  const response = await limited.server.app.inject({
    url,
    ...options,
    headers: { ...scoped, ...options.headers },
  });
  const error = response.json().Error;
  return { status: response.statusCode, code: error?.code, message: error?.message, name: error?.name };
};

test('400: what is not a JSON object in UTF-8, called so', async () => {
  const plain = { ...scoped, 'content-type': 'text/plain' };
  assert.equal((await count('{}', plain)).code, 'media_type:content-type');
  assert.equal((await count('{}', scoped)).code, 'media_type:content-type');
  assert.equal(
    (await count('a=b', { ...scoped, 'content-type': 'application/x-www-form-urlencoded' })).code,
    'media_type:content-type',
  );
  assert.equal(
    (await count('{}', { ...scoped, 'content-type': 'nonsense' })).code,
    'media_type:content-type',
  );
  assert.equal(
    (await count('{}', { ...scoped, 'content-type': 'application/json; charset=latin1' })).code,
    'media_type:content-type',
  );
  const packed = { ...scoped, 'content-type': 'application/json', 'content-encoding': 'gzip' };
  assert.equal((await count(gzipSync('{}'), packed)).code, 'not_allowed:content-encoding');
  assert.equal((await count('{}', { ...packed, 'content-encoding': 'Identity' })).status, 200);
  assert.equal((await count('')).code, 'empty_body:body');
  for (const bad of ['{', '{}{}', "{'a':1}", '{"a":NaN}', 'undefined', Buffer.from([0x22, 0xff, 0x22])]) {
    assert.equal((await count(bad)).code, 'invalid_json:body', String(bad));
  }
  for (const bad of ['[]', 'null', '5', '"a"', 'true']) {
    assert.equal((await count(bad)).code, 'wrong_type:body', bad);
  }
});

test('200: a body with a charset, a byte order mark, or a trailing newline', async () => {
  assert.equal(
    (await count('{}', { ...json, 'content-type': 'application/json; charset=UTF-8' })).status,
    200,
  );
  assert.equal((await count('\ufeff{}\n')).status, 200);
});

test('400: an unknown field is named, and the message says so too', async () => {
  const { status, code, message } = await count('{"colour":"red"}');
  assert.deepEqual(
    [status, code, message],
    [
      400,
      'unknown_field:colour',
      'Unknown field: colour; known here are search_term, category_id, category_name, collection_id, facets, filter',
    ],
  );
});

test('200: the operation gets what was sent, without what is unused', async () => {
  const { status, carried } = await count(
    '{"search_term":"tent","facets":[],"category_id":null}',
    { ...json, 'x-customer-group-id': ' vip ', 'x-ecomm-provider': 'null' },
    `${COUNT}?limit=5&locale=null&unknown=%zz`,
  );
  assert.equal(status, 200);
  assert.deepEqual(carried[0]?.input, {
    params: {},
    query: { limit: 5 },
    headers: { 'x-customer-group-id': 'vip' },
    body: { search_term: 'tent' },
  });
});

test('400: blank and overlong headers of the operation itself', async () => {
  assert.equal(
    (await count('{}', { ...json, 'x-customer-group-id': ' ' })).code,
    'blank_value:x-customer-group-id',
  );
  assert.equal(
    (await count('{}', { ...json, 'x-ecomm-provider': 'a'.repeat(201) })).code,
    'too_long:x-ecomm-provider',
  );
});

test('400: an idempotency key that is not one word', async () => {
  const fixture = buildFixture();
  const send = (key: string) =>
    fixture.server.app.inject({
      method: 'PATCH',
      url: PUBLISH,
      headers: { ...json, authorization: `Bearer ${secrets.full}`, 'idempotency-key': key },
      payload: calls['publish-versions'].body as object,
    });
  assert.equal((await send('a b')).json().Data.Error.code, 'malformed:idempotency-key');
  assert.equal((await send('k-1')).statusCode, 200);
  assert.equal(fixture.carried[0]?.input.headers['idempotency-key'], 'k-1');
});

test('413: a body over the limit, in the envelope of the operation', async () => {
  const over = JSON.stringify({ search_term: 'a'.repeat(1_000) });
  const { status, code } = await count(over);
  assert.deepEqual([status, code], [413, 'payload_too_large']);
  assert.equal(
    (await search(SEARCH, { payload: over, headers: { 'content-type': 'application/json' } })).status,
    413,
  );
  const exact = `{"search_term":"${'a'.repeat(1_000 - 18)}"}`;
  assert.equal(exact.length, 1_000);
  assert.equal((await count(exact)).status, 200);
});

test('a GET needs no body and then no media type', async () => {
  assert.equal((await search(SEARCH)).status, 200);
  assert.equal((await search(SEARCH, { headers: { 'content-type': 'nonsense' } })).status, 200);
  assert.equal(
    (await search(SEARCH, { headers: { 'content-type': 'text/plain', 'content-length': '0' } })).status,
    200,
  );
});

const asJson = { 'content-type': 'application/json' };

test('operation 1 with a body: valid JSON changes nothing, all else is Invalid Input', async () => {
  for (const payload of ['[1]', '[{}]', '5', 'null', '{"anything":{},"other":""}']) {
    assert.equal((await search(SEARCH, { payload, headers: asJson })).status, 200, payload);
  }
  const bad = await search(SEARCH, { payload: '{', headers: asJson });
  assert.deepEqual([bad.status, bad.code, bad.message], [400, 'invalid_json:body', 'Invalid Input']);
  const form = await search(SEARCH, {
    payload: 'a=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.deepEqual([form.status, form.code, form.message], [400, 'media_type:content-type', 'Invalid Input']);
  const untyped = await search(SEARCH, { payload: '{}' });
  assert.deepEqual(
    [untyped.status, untyped.code, untyped.message],
    [400, 'media_type:content-type', 'Invalid Input'],
  );
});

test('operation 1 with a JSON body: what has the name of a parameter must not be blank, nor a number sent as text', async () => {
  const names = Object.keys(operationOf('search-content').query.properties);
  assert.ok(names.length === 8 && names.includes('limit') && names.includes('q'));
  for (const name of names) {
    for (const blank of ['', ' \t', {}, [{}], ['a', {}]]) {
      const payload = JSON.stringify({ [name]: blank });
      const { status, message, code } = await search(SEARCH, { payload, headers: asJson });
      assert.deepEqual([status, message, code], [400, 'Invalid Input', `blank_value:${name}`], payload);
    }
    for (const unused of [null, []]) {
      const payload = JSON.stringify({ [name]: unused });
      assert.equal((await search(SEARCH, { payload, headers: asJson })).status, 200, payload);
    }
    for (const text of ['5', 'x', 'null']) {
      const payload = JSON.stringify({ [name]: text });
      const isNumber = name === 'limit' || name === 'skip';
      const { status, message, code } = await search(SEARCH, { payload, headers: asJson });
      assert.deepEqual(
        [status, message, code],
        isNumber ? [400, 'Invalid Input', `wrong_type:${name}`] : [200, undefined, undefined],
        payload,
      );
    }
  }
});

test('operation 1 with a sound JSON body is given the same input as without one', async () => {
  const fixture = buildFixture();
  const payload = JSON.stringify({ q: 'other', limit: 99, skip: 7, sort_by: 'title', catalog_id: 'c' });
  await fixture.server.app.inject({ url: SEARCH, headers: scoped });
  await fixture.server.app.inject({ url: SEARCH, headers: { ...scoped, ...asJson }, payload });
  const [plain, sent] = fixture.carried.map(({ input }) => input);
  assert.ok(plain !== undefined);
  assert.deepEqual(sent, plain);
});

test('other operations say what is wrong with a body that a GET does not need', async () => {
  const { app } = buildFixture().server;
  const { url } = calls['list-forms'];
  const messageOf = async (payload: string, headers = {}) =>
    (await app.inject({ url, headers: { ...scoped, ...headers }, payload })).json().Data.Error.message;
  assert.equal(await messageOf('{'), 'The content-type must be application/json');
  assert.equal(await messageOf('{', asJson), 'The request body is not valid JSON: look at character 2');
  assert.equal(
    (await app.inject({ url, headers: { ...scoped, ...asJson }, payload: '{"limit":""}' })).statusCode,
    200,
  );
});

test('operation 1: every validation failure says Invalid Input, the code says which', async () => {
  const base = `/discovery/search/content?catalog_id=${CATALOG}&q=a`;
  for (const [rest, code] of [
    ['&sort_order=', 'blank_value:sort_order'],
    ['&limit=x', 'wrong_type:limit'],
    ['&limit=1&limit=2', 'repeated:limit'],
    ['&sort_by=price', 'not_allowed:sort_by'],
    ['&type=%ff', 'malformed:type'],
  ]) {
    const { status, message, code: told, name } = await search(base + rest);
    assert.deepEqual([status, message, told, name], [400, 'Invalid Input', code, 'InvalidInput']);
  }
});

test('operation 1: a missing parameter is named', async () => {
  const { status, message, code, name } = await search('/discovery/search/content?q=a');
  assert.deepEqual(
    [status, message, code, name],
    [400, 'Missing required parameter: catalog_id', 'missing:catalog_id', 'MissingParameter'],
  );
});

test('other operations say what is wrong', async () => {
  const { app } = buildFixture().server;
  const response = await app.inject({
    url: '/discovery/search/popular-terms?catalog_id=a&limit=101',
    headers: scoped,
  });
  assert.equal(response.json().Error.message, 'limit must not be greater than 100');
});

test('path parameters: decoded, long, and without NUL', async () => {
  const fixture = buildFixture();
  const get = (id: string) =>
    fixture.server.app.inject({
      url: `/content/v2/content-models/${id}`,
      headers: { ...scoped, authorization: `Bearer ${secrets.read}` },
    });
  assert.equal((await get('gr%C3%BCn%2F1')).statusCode, 200);
  assert.equal(fixture.carried[0]?.input.params['id'], 'grün/1');
  assert.equal((await get('a'.repeat(9_000))).statusCode, 200);
  const withNul = await get('a%00');
  assert.equal(withNul.statusCode, 400);
  assert.equal(withNul.json().Data.Error.code, 'invalid_character:id');
  const malformed = await get('%zz');
  assert.equal(malformed.statusCode, 400);
  assert.equal(malformed.json().Data.Error.code, 'malformed:id');
  assert.ok(malformed.headers['x-request-id']);
});

test('HEAD responds as GET does, without the body', async () => {
  const { app } = buildFixture().server;
  const get = await app.inject({ url: SEARCH, headers: scoped });
  const head = await app.inject({ method: 'HEAD', url: SEARCH, headers: scoped });
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  assert.equal(head.headers['content-length'], get.headers['content-length']);
  assert.equal(head.headers['etag'], get.headers['etag']);
  assert.equal((await app.inject({ method: 'HEAD', url: SEARCH })).statusCode, 400);
});
