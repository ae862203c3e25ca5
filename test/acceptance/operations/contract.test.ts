// The committed description and the running service agree. Every response that these tests get through `call` is
// checked against it; this file makes sure that the check can fail, and that every operation's bodies pass through
// it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { bareFailure, wrappedFailure } from '../../../src/contract/failure-envelope.ts';
import { routes } from '../../../src/contract/routes.ts';
import { openApiFiles, readOpenApiFile } from '../../fixtures/committed-openapi.ts';
import { absent } from '../service/fixture-bundle.ts';
import {
  type Call,
  OPERATOR,
  operationNames,
  operationOf,
  successOf,
  type WireResponse,
} from '../service/fixture-service.ts';
import { assertDescribed, description, faultsOf } from './described-contract.ts';
import { callAt } from './good-calls.ts';
import { shareSamples } from './shared-samples.ts';

const { fixture, samples } = await shareSamples();
const { call, service, wire } = fixture;
const otherTenant = { tenant: 'globex', workspace: 'web', environment: 'PRODUCTION-1' };

const describedOf = (name: string) => {
  const { method, path } = operationOf(name);
  const described = description.paths[path]?.[method.toLowerCase()];
  assert.ok(described, name);
  return described;
};

test('the service serves the committed description, to the value', async () => {
  for (const file of openApiFiles) {
    const served = await service.fetch(`/${file}`);
    assert.equal(served.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual(await served.json(), readOpenApiFile(file));
  }
});

test('every operation of the route table is described, and every described path is one', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { tags }]) => method !== 'parameters' && !tags.includes('Service'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const mounted = operationNames.map((name) => `${operationOf(name).method} ${operationOf(name).path}`);
  assert.deepEqual(described.toSorted(), mounted.toSorted());
});

test('the examples of the description fit its own schemas', () => {
  for (const name of operationNames) {
    const [content] = Object.values(describedOf(name).responses[String(successOf(name))]?.content ?? {});
    assert.ok(content);
    if (content.example !== undefined) assert.deepEqual(faultsOf(content.schema, content.example), [], name);
  }
});

/** One call per kind of response; together they cover every body shape of every operation. */
const responsesOf = async (name: string): Promise<WireResponse[]> => {
  const good = await samples.prepare(name);
  const token = samples.allowed(name);
  const isAbove = operationOf(name).scope === 'none';
  const bad: Call = isAbove
    ? { headers: [['authorization', `Bearer ${OPERATOR}`]] }
    : { place: null, host: 'nowhere.test', headers: [['x-tenant-id', 'acme']] };
  const forbidden = isAbove ? { token: samples.tokenOf(otherTenant) } : { place: otherTenant };
  return [
    await call(name, { ...good, token }),
    await call(name, { ...good, token, ...bad }),
    await call(name, { ...good, token: absent.token }),
    await call(name, { ...good, token, ...forbidden }),
  ];
};

test('every body fits the schemas of the route table too, in the envelope of its operation', async () => {
  for (const name of operationNames) {
    const { success, envelope, responseFormat = 'json' } = operationOf(name);
    const statuses: number[] = [];
    for (const { status, text } of await responsesOf(name)) {
      statuses.push(status);
      if (status < 300 && responseFormat !== 'json') continue;
      const body = JSON.parse(text) as { Status?: unknown; Data?: unknown };
      const isWrapped = envelope === 'wrapped';
      if (status < 300) {
        if (isWrapped) assert.deepEqual(Object.keys(body), ['Status', 'Data']);
        if (isWrapped) assert.equal(body.Status, 'success');
        assert.ok(Compile(success).Check(isWrapped ? body.Data : body), text);
      } else {
        assert.ok(Compile(isWrapped ? wrappedFailure : bareFailure).Check(body), text);
      }
    }
    assert.deepEqual(statuses, [successOf(name, { status: statuses[0] ?? 0 }), 400, 401, 403], name);
  }
});

test('an open operation in a place that does not exist is 404; a closed one wants its token first', async () => {
  const place = { tenant: absent.id, workspace: absent.id, environment: absent.id };
  for (const name of operationNames) {
    const { status } = await call(name, { ...callAt(name, place), place });
    assert.equal(status, operationOf(name).access === 'open' ? 404 : 401, name);
  }
});

test('the operator in a workspace that does not exist finds nothing', async () => {
  const place = { tenant: absent.id, workspace: absent.id, environment: absent.id };
  for (const name of operationNames.filter((each) => operationOf(each).access === 'manage')) {
    const { status, text } = await call(name, { ...callAt(name, place), place, token: OPERATOR });
    // The lines of a bulk request may create the workspace: each reports what is missing.
    assert.equal(status, name.startsWith('manage-bulk-') ? 200 : 404, `${name} ${text}`);
  }
});

const response = (
  status: number,
  body: unknown,
  headers: readonly (readonly [string, string])[] = [],
): WireResponse => ({
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
  const item = describedOf('search-content').responses['200']?.content?.['application/json']?.example as {
    data: Record<string, unknown>[];
  };
  const good = { data: item.data, total: 1 };
  const error = { message: 'm', name: 'InvalidInput', code: 'blank_value:q' };
  assertDescribed('GET', path, response(200, good));
  assertDescribed('GET', path, response(404, { Status: 'failure', Error: error }));
  const wrong: readonly WireResponse[] = [
    response(200, { ...good, extra: 1 }),
    response(200, { data: item.data }),
    response(200, { ...good, total: '1' }),
    response(200, { ...good, data: [{ ...item.data[0], title: null }] }),
    response(200, { ...good, data: [{ ...item.data[0], extra_data: {} }] }),
    response(200, { ...good, data: [{ ...item.data[0], created_at: 'yesterday' }] }),
    response(200, { Status: 'success', Data: good }),
    response(404, { Status: 'failure', Data: { Status: 'failure', Error: error } }),
    response(404, { Status: 'failure', Error: { message: 'm' } }),
    response(404, { Status: 'failure', Error: { ...error, stack: 's' } }),
    response(404, { Status: 'failure', Error: { ...error, name: 'Nothing' } }),
    response(404, { Status: 'failure', Error: { ...error, code: 'nothing' } }),
    response(404, { Status: 'failure', Error: { ...error, code: 'nothing:q' } }),
    response(418, { Status: 'failure', Error: error }),
    response(401, { Status: 'failure', Error: error }),
    response(200, good, [['content-type', 'text/plain']]),
  ];
  for (const one of wrong) {
    assert.throws(() => assertDescribed('GET', path, one), assert.AssertionError, JSON.stringify(one.text));
  }
  assert.throws(() => assertDescribed('GET', '/nowhere', response(200, {})), assert.AssertionError);
});

test('the index of the service is as described', async () => {
  assertDescribed('GET', '/', await wire.send({ method: 'GET', target: '/', headers: [] }));
});

test('what is no operation fails in the top-level shape', async () => {
  for (const [method, target] of [
    ['DELETE', '/'],
    ['GET', '/nowhere?q=1'],
    ['POST', '/discovery/search/content'],
    ['GET', '/discovery/%zz'],
    ['GET', '/content/v2/content-models/'],
  ] as const) {
    assertDescribed(method, undefined, await wire.send({ method, target, headers: [] }));
  }
});
