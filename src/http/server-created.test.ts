// What the response to a request that creates has, and which operations refuse parameters that they do not know.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allNames,
  buildFixture,
  callTo,
  contentOf,
  exampleOf,
  operationOf,
  scoped,
  secretFor,
} from '../../test/fixtures/server-fixture.ts';
import { routes } from '../contract/routes.ts';

const send = (app: ReturnType<typeof buildFixture>['server']['app'], name: string, query = '') => {
  const call = callTo(name);
  const { headers, ...content } = contentOf(call);
  return app.inject({
    method: call.method,
    url: `${call.url}${query === '' ? '' : `${call.url.includes('?') ? '&' : '?'}${query}`}`,
    headers: { ...scoped, ...headers, authorization: `Bearer ${secretFor(name)}` },
    ...content,
  });
};

test('every 201 says where to find what was created', async () => {
  const { app } = buildFixture().server;
  const getters = allNames.map(operationOf).filter(({ method }) => method === 'GET');
  const creating = allNames.filter((name) => operationOf(name).successStatus === 201);
  assert.ok(creating.length >= 17);
  for (const name of creating) {
    const response = await send(app, name);
    assert.equal(response.statusCode, 201, name);
    const [path = ''] = String(response.headers['location']).split('?');
    const isRead = getters.some((operation) =>
      new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/{}]+')}$`).test(path),
    );
    assert.ok(isRead, `${name}: nothing is read at ${path}`);
    assert.ok(!path.includes('undefined'), path);
  }
});

test('a PUT is 201 where it creates, with a Location in the one spelling of the key, and 200 elsewhere', async () => {
  const fixture = buildFixture();
  for (const name of allNames.filter((each) => operationOf(each).method === 'PUT')) {
    const { item } = exampleOf(name) as { item: object };
    for (const [outcome, status] of [
      ['created', 201],
      ['updated', 200],
      ['unchanged', 200],
    ] as const) {
      fixture.carry = () => ({ item, _meta_: { etag: '"t"', outcome } });
      const response = await send(fixture.server.app, name);
      assert.equal(response.statusCode, status, `${name} ${outcome}`);
      assert.equal(response.headers['etag'], '"t"');
      assert.equal(response.headers['location'] !== undefined, status === 201, name);
    }
  }
  fixture.carry = () => ({ item: { host: 'a b/ü.test' }, _meta_: { etag: '"t"', outcome: 'created' } });
  const { headers } = await send(fixture.server.app, 'manage-put-domain');
  assert.equal(headers['location'], '/manage/v1/domains/a%20b%2F%C3%BC.test');
});

/** What a storefront asks. All else is for whoever keeps it. */
const IGNORING: ReadonlySet<string> = new Set([
  'search-content',
  'count-products',
  'popular-terms',
  'get-content-model',
  'publish-versions',
  'list-forms',
  'get-form',
  'submit-form',
]);

test('a query parameter that nobody knows is ignored by what a storefront asks, and refused by name elsewhere', async () => {
  const { app } = buildFixture().server;
  for (const name of allNames) {
    const response = await send(app, name, 'utm_source=x&limt=5');
    if (IGNORING.has(name)) {
      assert.ok(response.statusCode < 300, `${name} ${response.body}`);
      continue;
    }
    // Whatever else is open to anyone is a storefront's too.
    if (operationOf(name).access === 'open') continue;
    assert.equal(response.statusCode, 400, name);
    const { code, message } = response.json().Data.Error;
    assert.equal(code, 'unknown_parameter:utm_source', name);
    assert.match(message, /^Unknown query parameters: utm_source, limt; this route takes /);
  }
  for (const name of IGNORING) assert.ok(name in routes, name);
});
