// The committed description and the running service say the same. Every answer that any of these tests gets through `call`
// is held against it as it comes; here it is made sure that this check can fail, and that every operation's bodies go through it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { bareFailure, wrappedFailure } from '../../src/contract/failure-envelope.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationName, routes } from '../../src/contract/routes.ts';
import { assertDescribed, description, faultsOf, openApiFile } from './described-contract.ts';
import { absent, shared } from './fixture-bundle.ts';
import {
  type Answer,
  type Call,
  createTokens,
  goodCalls,
  operationNames,
  startFixture,
} from './fixture-service.ts';

const fixture = await startFixture();
const { call, service, wire } = fixture;
const tokens = await createTokens(fixture, { full: { permission: 'full' } });

const operationOf = (name: OperationName): Operation => routes[name];
const describedOf = (name: OperationName) => {
  const { method, path } = operationOf(name);
  const described = description.paths[path]?.[method.toLowerCase()];
  assert.ok(described, name);
  return described;
};

test('the service serves the committed description, to the value', async () => {
  const served = await service.fetch('/openapi.json');
  assert.equal(served.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.deepEqual(await served.json(), JSON.parse(readFileSync(openApiFile, 'utf8')));
});

test('every operation of the route table is described, and every described path is one', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const mounted = operationNames.map((name) => `${operationOf(name).method} ${operationOf(name).path}`);
  const own = ['GET /healthz', 'GET /readyz', 'GET /openapi.json'];
  assert.deepEqual(described.filter((one) => !own.includes(one)).toSorted(), mounted.toSorted());
});

test('the examples of the description fit its own schemas', () => {
  for (const name of operationNames) {
    const content = describedOf(name).responses['200']?.content?.['application/json'];
    assert.ok(content);
    assert.deepEqual(faultsOf(content.schema, content.example), [], name);
  }
});

/** One call per kind of answer; together they bring every body shape of every operation. */
const failing: Readonly<Record<string, Call>> = {
  '400': { place: null, host: 'nowhere.test', headers: [['x-tenant-id', 'acme']] },
  '401': { token: absent.token },
  '403': { token: undefined, place: { tenant: 'globex', workspace: 'web', environment: 'PRODUCTION-1' } },
  '404': { place: { tenant: absent.id, workspace: absent.id, environment: absent.id } },
};

const answersOf = async (name: OperationName): Promise<Answer[]> => {
  const good = goodCalls[name];
  return [
    await call(name, { ...good, token: tokens.full }),
    await call(name, { ...good, ...failing['400'] }),
    await call(name, { ...good, ...failing['401'] }),
    await call(name, { ...good, ...failing['403'], token: tokens.full }),
    await call(name, { ...good, ...failing['404'] }),
  ];
};

test('every body fits the schemas of the route table too, in the envelope of its operation', async () => {
  for (const name of operationNames) {
    const { success, envelope } = operationOf(name);
    const statuses = new Set<number>();
    for (const { status, text } of await answersOf(name)) {
      statuses.add(status);
      const body = JSON.parse(text) as { Status?: unknown; Data?: unknown };
      const isWrapped = envelope === 'wrapped';
      if (status === 200) {
        if (isWrapped) assert.deepEqual(Object.keys(body), ['Status', 'Data']);
        if (isWrapped) assert.equal(body.Status, 'success');
        assert.ok(Compile(success).Check(isWrapped ? body.Data : body), text);
      } else {
        assert.ok(Compile(isWrapped ? wrappedFailure : bareFailure).Check(body), text);
      }
    }
    for (const status of [200, 400, 401, 403]) assert.ok(statuses.has(status), `${name} ${status}`);
  }
});

test('an open operation in a place that does not exist is 404; a closed one wants its token first', async () => {
  for (const name of operationNames) {
    const { status } = await call(name, { ...goodCalls[name], ...failing['404'] });
    assert.equal(status, operationOf(name).access === 'open' ? 404 : 401, name);
  }
});

const answer = (
  status: number,
  body: unknown,
  headers: readonly (readonly [string, string])[] = [],
): Answer => ({
  status,
  headers: new Map([
    ['content-type', 'application/json; charset=utf-8'],
    ['x-request-id', 'r'],
    ['etag', '"t"'],
    ...headers,
  ]),
  text: JSON.stringify(body),
});

test('the check refuses what is not described', () => {
  const { path } = routes['search-content'];
  const item = describedOf('search-content').responses['200']?.content?.['application/json'].example as {
    data: Record<string, unknown>[];
  };
  const good = { data: item.data, total: 1 };
  const error = { message: 'm', name: 'n', code: 'c' };
  assertDescribed('GET', path, answer(200, good));
  assertDescribed('GET', path, answer(404, { Status: 'failure', Error: error }));
  const wrong: readonly Answer[] = [
    answer(200, { ...good, extra: 1 }),
    answer(200, { data: item.data }),
    answer(200, { ...good, total: '1' }),
    answer(200, { ...good, data: [{ ...item.data[0], title: null }] }),
    answer(200, { ...good, data: [{ ...item.data[0], extra_data: {} }] }),
    answer(200, { ...good, data: [{ ...item.data[0], created_at: 'yesterday' }] }),
    answer(200, { Status: 'success', Data: good }),
    answer(404, { Status: 'failure', Data: { Status: 'failure', Error: error } }),
    answer(404, { Status: 'failure', Error: { message: 'm' } }),
    answer(404, { Status: 'failure', Error: { ...error, stack: 's' } }),
    answer(418, { Status: 'failure', Error: error }),
    answer(401, { Status: 'failure', Error: error }),
    answer(200, good, [['content-type', 'text/plain']]),
  ];
  for (const one of wrong) {
    assert.throws(() => assertDescribed('GET', path, one), assert.AssertionError, JSON.stringify(one.text));
  }
  assert.throws(() => assertDescribed('GET', '/nowhere', answer(200, {})), assert.AssertionError);
});

test('what is no operation fails in the top-level shape', async () => {
  for (const [method, target] of [
    ['GET', '/'],
    ['GET', '/nowhere?q=1'],
    ['POST', '/discovery/search/content'],
    ['DELETE', `/content/v2/content-models/${shared.model}`],
    ['GET', '/content/v2/content-models/%zz'],
  ] as const) {
    assertDescribed(method, undefined, await wire.send({ method, target, headers: [] }));
  }
});
