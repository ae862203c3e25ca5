// 400 for every rule about query strings and path parameters, generated from the route table for every parameter of
// every operation: a new parameter is covered as soon as it is added. The short form sends each some of the wrong values.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sample, testOnce } from '../../fixtures/long-runs.ts';
import { home, PRODUCTION, shared } from '../service/fixture-bundle.ts';
import {
  type Call,
  createTokens,
  errorOf,
  operationNames,
  operationOf,
  outcomeOf,
  successOf,
} from '../service/fixture-service.ts';
import { assertDescribed } from './described-contract.ts';
import { callAt, findManaged } from './good-calls.ts';
import { shareSamples } from './shared-samples.ts';

const { fixture, samples } = await shareSamples();
const { call } = fixture;
const tokens = await createTokens(fixture, { full: { permission: 'full' } });

interface Parameter {
  readonly operation: string;
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: {
    readonly type?: string;
    readonly enum?: readonly string[];
    readonly minimum?: number;
    readonly maximum?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
  };
}

const parameters: readonly Parameter[] = operationNames.flatMap((operation) => {
  const { query } = operationOf(operation);
  return Object.entries(query.properties).map(([name, schema]) => ({
    operation,
    name,
    isRequired: query.required?.includes(name) ?? false,
    schema,
  }));
});

/** A call that need not succeed, with `extra` replacing the parameters of that name. */
const withQuery = (operation: string, name: string, extra: string, good = callAt(operation, home)): Call => {
  const rest = Object.entries(typeof good.query === 'object' ? good.query : {})
    .filter(([key]) => key !== name)
    .map(([key, value]) => `${key}=${value}`);
  // Previews and explanations need a token even where nothing else does.
  const isOpen = operationOf(operation).access === 'open' && name !== 'preview' && name !== 'explain';
  const token = isOpen ? undefined : samples.allowed(operation);
  return { ...good, token, query: [...rest, extra].filter((part) => part !== '').join('&') };
};

/** Sends it with nothing but the query string in question; it must succeed. */
const succeed = async (operation: string, name: string, extra: string): Promise<string> => {
  const response = await call(operation, withQuery(operation, name, extra, await samples.prepare(operation)));
  assert.equal(response.status, successOf(operation, response), `${operation}?${extra} ${response.text}`);
  // Writes and timestamps differ each time.
  return operationOf(operation).isCacheable === true ? response.text : '';
};

const assertRefused = async (operation: string, wanted: Call, code: string): Promise<void> => {
  const response = await call(operation, wanted);
  assert.equal(outcomeOf(response), `400 InvalidInput ${code}`, `${operation}?${wanted.query}`);
  const { message } = errorOf(response);
  if (operation === 'search-content') assert.equal(message, 'Invalid Input');
  else assert.ok(message.includes(code.slice(code.indexOf(':') + 1)), `${message} does not name the field`);
};

const unreadable = ['%', '%zz', 'a%C3', '%ED%A0%80', '%FF', '%C0%80'];
const noDigits = [
  ...['"10"', '%2210%22', '1e1', '10.0', '%2B10', '+10', '10+', '0x0a', '-1', '1,0', '%D9%A1', '١'],
  ...['ten', 'true', 'NaN', 'Infinity', '1_0'],
];
const noTags = ['english', 'e', 'en+us', 'en--us', '-en', 'en-', 'en-u', 'en%2Fus', '12', '*'];
const blank = ['', '%20', '+', '%09%0A', '%C2%A0', '%7B%7D', '{}', '[{}]', '%5B%7B%7D%5D', '[{},{}]'];

testOnce('there are parameters of every kind to try', () => {
  assert.ok(parameters.length >= 30);
  for (const kind of ['integer', 'boolean', 'string']) {
    assert.ok(
      parameters.some(({ schema }) => schema.type === kind),
      kind,
    );
  }
});

/** Each format needs files of its own, and one of several catalogs must be named: both are in `import-files.test.ts`. */
const apart = new Set(['manage-import-files from', 'manage-import-files catalog_id']);

for (const parameter of parameters) {
  const { operation, name, isRequired, schema } = parameter;
  const isApart = apart.has(`${operation} ${name}`);
  const refuse = (value: string, fault: string) =>
    assertRefused(operation, withQuery(operation, name, `${name}=${value}`), `${fault}:${name}`);

  test(`${operation}: ${name} is refused when it is blank, doubled or unreadable`, async () => {
    for (const value of sample(blank, 1)) await refuse(value, 'blank_value');
    await assertRefused(operation, withQuery(operation, name, name), `blank_value:${name}`);
    // A list is given once for each of its values.
    const [times, fault] = schema.type === 'array' ? [100, 'too_many'] : [1, 'repeated'];
    const repeated = [
      `a${`&${name}=a`.repeat(times)}`,
      `null${`&${name}=null`.repeat(times)}`,
      `a${`&%${name.charCodeAt(0).toString(16)}${name.slice(1)}=a`.repeat(times)}`,
    ];
    for (const values of sample(repeated, 1)) await refuse(values, fault);
    for (const value of sample(unreadable, 1)) await refuse(value, 'malformed');
    for (const value of sample(['%00', 'a%00b'], 1)) await refuse(value, 'invalid_character');
  });

  test(`${operation}: ${name} is ${isRequired ? 'named when it is missing' : 'as good as left out when unused'}`, async () => {
    if (isRequired) {
      const without = await call(operation, withQuery(operation, name, ''));
      assert.equal(outcomeOf(without), `400 MissingParameter missing:${name}`);
      assert.ok(errorOf(without).message.includes(name));
      return;
    }
    if (isApart) {
      const without = await call(operation, withQuery(operation, name, ''));
      assert.equal(outcomeOf(without), `400 MissingParameter missing:${name}`);
      return;
    }
    const without = await succeed(operation, name, '');
    for (const value of sample(['null', '[]', '%5B%5D', 'nul%6C'], 1)) {
      assert.equal(await succeed(operation, name, `${name}=${value}`), without, `${name}=${value}`);
    }
  });

  if (schema.type === 'integer') {
    test(`${operation}: ${name} is digits only and within its range`, async () => {
      for (const value of sample(noDigits, 2)) {
        await refuse(encodeURI(value).replaceAll('%25', '%'), 'wrong_type');
      }
      await refuse(String((schema.maximum ?? 0) + 1), 'out_of_range');
      await refuse('9'.repeat(400), 'out_of_range');
      const hasLimit = Object.hasOwn(operationOf(operation).query.properties, 'limit');
      for (const value of sample([String(schema.minimum ?? 0), '1', '002', String(schema.maximum)], 2)) {
        await succeed(operation, name, `${name}=${value}${name !== 'limit' && hasLimit ? '&limit=0' : ''}`);
      }
    });
  }

  if (schema.type === 'boolean') {
    test(`${operation}: ${name} is true or false`, async () => {
      for (const value of sample(['1', '0', 'TRUE', 'yes', '"true"'], 2)) await refuse(value, 'wrong_type');
      for (const value of ['true', 'false']) {
        await succeed(operation, name, `${name}=${value}`);
      }
    });
  }

  if (schema.enum !== undefined) {
    test(`${operation}: ${name} is one of its words, as they are written`, async () => {
      for (const word of schema.enum ?? []) {
        if (!isApart) await succeed(operation, name, `${name}=${word}`);
        await refuse(word.toUpperCase(), 'not_allowed');
        await refuse(`${word}+`, 'not_allowed');
      }
      await refuse('sideways', 'not_allowed');
    });
  }

  if (name === 'locale') {
    test(`${operation}: ${name} is a language tag`, async () => {
      for (const value of sample(noTags, 1)) await refuse(value, 'malformed');
      await refuse(`en${'-abcdefgh'.repeat(5)}`, 'too_long');
    });
  }

  if (schema.maxLength !== undefined && name !== 'locale') {
    test(`${operation}: ${name} is not longer than ${schema.maxLength}`, async () => {
      await refuse('a'.repeat((schema.maxLength ?? 0) + 1), 'too_long');
    });
  }
}

testOnce('content search: the catalog must be a UUID; popular terms take any text', async () => {
  const ids = ['nothing', shared.catalog.slice(1), `${shared.catalog}0`, `{${shared.catalog}}`, 'null', '[]'];
  for (const id of ids) {
    const query = `q=a&catalog_id=${encodeURIComponent(id)}`;
    await assertRefused('search-content', { query }, 'malformed:catalog_id');
    assert.equal(
      outcomeOf(await call('popular-terms', { query })),
      '404 CatalogNotFound catalog_not_found',
      id,
    );
  }
  // Any version of RFC 9562, the nil and the max UUID too: unknown, not malformed.
  for (const digit of '0123456789abcdef') {
    const id = `00000000-0000-${digit}000-8000-000000000000`;
    assert.equal((await call('search-content', { query: { q: 'a', catalog_id: id } })).status, 404);
  }
});

testOnce('a missing required parameter is told before every other fault', async () => {
  for (const query of ['limit=x', 'limit=x&q=a', `sort_order=&catalog_id=${shared.catalog}`]) {
    const response = await call('search-content', { query });
    const missing = query.includes('catalog_id') ? 'q' : 'catalog_id';
    assert.equal(outcomeOf(response), `400 MissingParameter missing:${missing}`);
    assert.equal(errorOf(response).message, `Missing required parameter: ${missing}`);
  }
});

testOnce('skip and limit together may reach the end of the window and no further', async () => {
  const paged = operationNames.filter((name) => 'skip' in operationOf(name).query.properties);
  assert.ok(paged.length > 15);
  for (const operation of paged) {
    const asked = (skip: number, limit: number) => `skip=${skip}&limit=${limit}`;
    const refused = (query: string) =>
      assertRefused(operation, withQuery(operation, '', query), 'out_of_range:skip');
    await succeed(operation, '', asked(99_900, 100));
    await succeed(operation, '', asked(100_000, 0));
    await refused(asked(99_901, 100));
    await refused(asked(100_000, 1));
  }
  // The default limit counts too.
  await assertRefused('search-content', withQuery('search-content', '', 'skip=99991'), 'out_of_range:skip');
  await assertRefused('list-forms', withQuery('list-forms', '', 'skip=99981'), 'out_of_range:skip');
});

testOnce('unknown query parameters are ignored, whatever they hold, or refused by name', async () => {
  const extra = [
    'utm_source=x',
    'utm_source=x&utm_source=y',
    'x=',
    '%zz=%zz',
    '=',
    '&&',
    'Limit=abc',
    'limit%5B%5D=5',
    'q.q=1',
  ];
  for (const operation of operationNames) {
    const { access, ignoresUnknownQuery = access === 'open' } = operationOf(operation);
    if (!ignoresUnknownQuery) {
      await assertRefused(
        operation,
        withQuery(operation, '', 'utm_source=x'),
        'unknown_parameter:utm_source',
      );
      continue;
    }
    const plain = await succeed(operation, '', '');
    const isRead = operationOf(operation).isCacheable === true;
    for (const query of isRead ? extra : [extra.join('&')]) {
      assert.equal(await succeed(operation, '', query), plain, `${operation} ${query}`);
    }
  }
});

testOnce('forms: an unknown field is named', async () => {
  for (const fields of ['id', 'name,id', 'name,', ',', 'Name', 'name;created_at']) {
    await assertRefused('list-forms', { query: { fields } }, 'not_allowed:fields');
  }
  const { message } = errorOf(await call('list-forms', { query: { fields: 'name,colour' } }));
  assert.ok(message.includes('colour'), message);
});

testOnce('path parameters: what cannot be read is refused, what names nothing is not found', async () => {
  const send = (target: string, method = 'GET') =>
    fixture.wire.send({
      method,
      target,
      headers: [
        ['x-tenant-id', 'acme'],
        ['x-workspace-id', 'web'],
        ['x-environment-id', PRODUCTION],
        ['authorization', `Bearer ${tokens.full}`],
      ],
    });
  assert.equal(
    outcomeOf(await send('/content/v2/content-models/a%00b')),
    '400 InvalidInput invalid_character:id',
  );
  for (const target of ['/content/v2/content-models/%zz', '/content/v2/content-models/%ff']) {
    const response = await send(target);
    assert.equal(outcomeOf(response), '400 InvalidInput malformed:id');
    assertDescribed('GET', '/content/v2/content-models/{id}', response);
  }
  for (const id of ['%20', '..%2F..', 'x'.repeat(3_000), '%F0%9F%8F%94']) {
    assert.equal((await send(`/content/v2/content-models/${id}`)).status, 404);
  }
  for (const target of [
    '/content/v2',
    '/manage/v1/nothing',
    '/manage/v1/products',
    '/Discovery/search/content',
    '/discovery/search/content/x',
  ]) {
    assert.equal(outcomeOf(await send(target)), '404 RouteNotFound route_not_found', target);
  }
  assert.equal(
    outcomeOf(await send('/discovery/search/content', 'POST')),
    '405 MethodNotAllowed method_not_allowed',
  );
  assert.equal(
    outcomeOf(await send('/content/v2/content-models', 'DELETE')),
    '405 MethodNotAllowed method_not_allowed',
  );
});

test('every parameter of every path: what cannot be read is refused, what names nothing is not found', async () => {
  // Those that put something in place come last, and what others lie in at the very end: what names nothing would name
  // something afterwards.
  const isPutting = (name: string) => operationOf(name).method === 'PUT';
  const putting = operationNames.filter(isPutting).toReversed();
  for (const name of [...operationNames.filter((each) => !isPutting(each)), ...putting]) {
    const params = callAt(name, home).params ?? {};
    const keys = Object.keys(params);
    for (const param of keys) {
      const send = (value: string) =>
        call(name, {
          ...callAt(name, home),
          token: samples.allowed(name),
          params: { ...params, [param]: value },
        });
      assert.equal(outcomeOf(await send('a\0b')), `400 InvalidInput invalid_character:${param}`, name);
      for (const value of sample([' ', 'x'.repeat(3_000), '../..', '\u{1f3d4}'], 2)) {
        const response = await send(value);
        const isKey = isPutting(name) && Object.hasOwn(findManaged(name)?.row.keys ?? {}, param);
        // What can be a key is put in place; see Decision 0021.
        if (isKey) assert.ok([200, 201, 400].includes(response.status), `${name} ${response.text}`);
        else assert.equal(response.status, 404, `${name} ${param}=${value.slice(0, 9)} ${response.text}`);
      }
    }
  }
});
