// What is sent where no route serves a request: a wrong method, a slash at the end, a path that cannot be decoded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allNames,
  buildFixture,
  calls,
  callTo,
  operationOf,
  scoped,
} from '../../test/fixtures/server-fixture.ts';
import { OUTSIDE_ENVELOPE } from './output/envelope.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** The error of a failure in the shape that an operation of that envelope responds in; undefined in the other one. */
const errorIn = (envelope: 'bare' | 'wrapped', body: { Error?: unknown; Data?: { Error?: unknown } }) =>
  (envelope === 'bare' ? body.Error : body.Data?.Error) as Record<string, string> | undefined;

test('405: every path names the methods that it takes, in its own envelope, before scope and token', async () => {
  const { app } = buildFixture().server;
  for (const name of allNames) {
    const { envelope, method: own } = operationOf(name);
    const url = pathOf(callTo(name).url);
    let refused = 0;
    for (const method of METHODS) {
      const response = await app.inject({ method, url });
      if (response.statusCode !== 405) continue;
      refused += 1;
      const allowed = String(response.headers['allow']).split(', ');
      assert.ok(allowed.includes(own) && !allowed.includes(method), `${method} ${url}: ${allowed}`);
      assert.equal(allowed.includes('HEAD'), allowed.includes('GET'));
      assert.equal(response.headers['cache-control'], 'no-store');
      if (method === 'HEAD') continue;
      const error = errorIn(envelope, response.json());
      assert.equal(error?.['name'], 'MethodNotAllowed', response.body);
      assert.equal(error?.['code'], 'method_not_allowed');
      assert.equal(
        error?.['message'],
        `This path does not support ${method}; it supports ${allowed.join(', ')}`,
      );
    }
    assert.ok(refused > 0, name);
  }
});

test('405: of a path that several operations share, all of their methods are named', async () => {
  const { app } = buildFixture().server;
  const allowOf = async (url: string) => (await app.inject({ method: 'OPTIONS', url })).headers['allow'];
  assert.equal(await allowOf('/content/v2/content-models/blog/records/r1'), 'DELETE, GET, HEAD');
  assert.equal(await allowOf('/manage/v1/catalogs/k1'), 'DELETE, GET, HEAD, PUT');
  assert.equal(
    await allowOf('/content/v2/content-models/b/records/r/versions/publish'),
    'DELETE, GET, HEAD, PATCH',
  );
  assert.equal(await allowOf('/healthz'), 'GET, HEAD');
  assert.equal(await allowOf('/'), 'GET, HEAD');
  assert.equal(await allowOf('/content/v2/content%2Dmodels'), 'GET, HEAD', 'the path is decoded first');
});

test('404: no path of an operation ends in a slash, and the message says so', async () => {
  const fixture = buildFixture();
  const { app } = fixture.server;
  const known = [
    '/',
    '/healthz',
    '/openapi.json',
    '/openapi-management.json',
    ...allNames.map((name) => pathOf(callTo(name).url)),
  ];
  for (const path of known) {
    for (const method of METHODS) {
      const response = await app.inject({ method, url: `${path}/?a=b`, headers: scoped });
      assert.equal(response.statusCode, 404, `${method} ${path}`);
      if (method === 'HEAD') continue;
      const error = errorIn(OUTSIDE_ENVELOPE, response.json());
      assert.equal(error?.['code'], 'route_not_found');
      assert.equal(
        error?.['message'],
        'There is no such route: leave out the slash at the end of the path',
        path,
      );
    }
  }
  for (const url of ['/nowhere/', '/content/v2/content-models//', '/nowhere']) {
    const response = await app.inject({ url });
    assert.equal(response.statusCode, 404);
    assert.equal(response.json().Error.message, 'There is no such route; /reference lists all of them', url);
  }
  assert.equal(fixture.carried.length, 0);
});

test('400: a parameter of a path that cannot be decoded is named, in the envelope of its operation', async () => {
  const { app } = buildFixture().server;
  for (const name of allNames) {
    const { path, method, envelope } = operationOf(name);
    for (const [, param = ''] of path.matchAll(/\{(\w+)\}/g)) {
      for (const bad of ['%ff', '%', '%zz', 'a%c3', '%ed%a0%80']) {
        const url = path.replace(`{${param}}`, bad).replaceAll(/\{\w+\}/g, 'k1');
        const response = await app.inject({ method, url });
        assert.equal(response.statusCode, 400, `${method} ${url}`);
        const error = errorIn(envelope, response.json());
        assert.equal(error?.['code'], `malformed:${param}`, response.body);
        assert.equal(error?.['message'], `${param}, in the path, is not percent-encoded UTF-8`);
        assert.ok(response.headers['x-request-id']);
      }
    }
  }
  for (const url of ['/%ff', '/content/v2/%ff', `${pathOf(calls['search-content'].url)}/%ff`]) {
    assert.equal((await app.inject({ url })).json().Error.code, 'malformed:path', url);
  }
});
