// The endpoint for agents: who may call it, what it reads, and that its tools are requests of its caller.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture, type Fixture, scope, scoped, secrets } from '../../test/fixtures/server-fixture.ts';
import type { BeginTrace } from '../domain/trace.ts';
import { openHandleMessage } from '../mcp/handle-message.ts';
import type { HttpConfig } from './http-config.ts';

const mcp = await openHandleMessage();
const open = (config: Partial<HttpConfig> = {}): Fixture => buildFixture(config, { mcp });

const AGENT = {
  ...scoped,
  authorization: `Bearer ${secrets.full}`,
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
};
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const COUNT = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'count_products', arguments: {} },
};

type Headers = Readonly<Record<string, string | undefined>>;

const post = async ({ server }: Fixture, body: unknown, headers: Headers = AGENT) => {
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const {
    statusCode,
    payload,
    headers: responded,
  } = await server.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: Object.fromEntries(sent),
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    remoteAddress: '192.0.2.7',
  });
  return { status: statusCode, text: payload, headers: responded };
};

/** `403 token_scope`, or the status of a success. */
const outcome = ({ status, text }: Awaited<ReturnType<typeof post>>): string =>
  [status, ...(status < 400 ? [] : [JSON.parse(text).Error.code])].join(' ');

/** The JSON-RPC message in a response, which is an event or the message itself. */
const messageOf = ({ text }: { readonly text: string }) =>
  JSON.parse(text.startsWith('event:') ? text.slice(text.indexOf('data: ') + 6) : text);

test('without the setting there is no such path; with it, messages are sent by POST alone', async () => {
  assert.equal(outcome(await post(buildFixture(), LIST)), '404 route_not_found');
  const { app } = open().server;
  for (const method of ['GET', 'DELETE'] as const) {
    const { statusCode, headers } = await app.inject({ method, url: '/mcp' });
    assert.deepEqual([statusCode, headers['allow']], [405, 'POST']);
  }
});

test('callers are identified before anything of the body is read', async () => {
  const fixture = open();
  const as = async (headers: Headers) => outcome(await post(fixture, 'no JSON', { ...AGENT, ...headers }));
  const bearer = (secret: string) => as({ authorization: `Bearer ${secret}` });
  assert.equal(await as({ authorization: undefined }), '401 token_missing');
  assert.equal(await bearer('nobody'), '401 token_invalid');
  assert.equal(await bearer(secrets.revoked), '401 token_invalid');
  assert.equal(await bearer(secrets.expired), '401 token_invalid');
  assert.equal(await bearer(secrets.foreign), '403 token_scope');
  assert.equal(await bearer(secrets.staging), '403 token_scope');
  assert.equal(await bearer(secrets.operator), '403 operator_only_manages');
  assert.equal(await as({ 'x-tenant-id': 'other' }), '403 token_scope');
  assert.equal(await as({ 'x-environment-id': undefined }), '400 missing:x-environment-id');
  assert.equal(await as({}), '400 invalid_json:body');
  assert.deepEqual(fixture.carried, []);
});

test('a page may call it only if its origin is named', async () => {
  const from = async (origin: string, corsOrigins: HttpConfig['corsOrigins']) =>
    outcome(await post(open({ corsOrigins }), LIST, { ...AGENT, origin }));
  for (const origins of [[], '*', ['https://other.test']] as const)
    assert.equal(await from('https://evil.test', origins), '403 refused:origin');
  assert.equal(await from('https://desk.test', ['https://desk.test']), '200');
});

test('a body is one message, and no larger than any other', async () => {
  const fixture = open({ bodyLimitBytes: 1_000 });
  assert.equal(outcome(await post(fixture, [COUNT, COUNT])), '400 wrong_type:body');
  assert.equal(outcome(await post(fixture, '3')), '400 wrong_type:body');
  assert.equal(outcome(await post(fixture, '')), '400 empty_body:body');
  assert.equal(outcome(await post(fixture, { ...LIST, a: 'x'.repeat(1_000) })), '413 payload_too_large');
  const typed = { ...AGENT, 'content-type': 'text/plain' };
  assert.equal(outcome(await post(fixture, LIST, typed)), '400 media_type:content-type');
  const packed = { ...AGENT, 'content-encoding': 'gzip' };
  assert.equal(outcome(await post(fixture, LIST, packed)), '400 not_allowed:content-encoding');
  assert.equal((await post(fixture, { hello: 1 })).status, 400);
  assert.deepEqual(fixture.carried, []);
});

test('a tool is a request of its caller: same scope, token, address and id', async () => {
  const fixture = open();
  const response = await post(fixture, COUNT, { ...AGENT, 'x-request-id': 'agent-1' });
  assert.equal(messageOf(response).result.content[0].text, '{"total_count":12}');
  const [carried, ...others] = fixture.carried;
  assert.deepEqual(others, []);
  assert.equal(carried?.operation, 'count-products');
  assert.deepEqual(carried?.caller.scope, scope);
  assert.equal(carried?.caller.token?.id, 'full');
  const lines = fixture.logLines.map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ requestId, route, tokenId, tenantId, status }) => [
      requestId,
      route,
      tokenId,
      tenantId,
      status,
    ]),
    [
      ['agent-1', '/apis/ecommerce-service/public/discovery/v2/search/count', 'full', 'acme', 200],
      ['agent-1', '/mcp', 'full', 'acme', 200],
    ],
  );
  const direct = { ...scoped, authorization: AGENT.authorization };
  await fixture.server.app.inject({
    url: '/apis/setting-service/public/v1/forms',
    headers: direct,
    remoteAddress: '192.0.2.7',
  });
  assert.equal(fixture.carried[1]?.caller.addressId, carried?.caller.addressId);
});

test('a tool is recorded within the trace of its message, and so are the lines of both', async () => {
  const parents: (string | undefined)[] = [];
  const [traceId, spans] = ['a'.repeat(32), ['b'.repeat(16), 'c'.repeat(16)]];
  const beginTrace: BeginTrace = (parent) => {
    const spanId = spans[parents.length] as string;
    parents.push(parent);
    return { traceId, spanId, within: (work) => work(), end: () => {} };
  };
  const fixture = buildFixture({}, { mcp, beginTrace });
  const sent = `00-${traceId}-${'d'.repeat(16)}-01`;
  await post(fixture, COUNT, { ...AGENT, traceparent: sent });
  assert.deepEqual(parents, [sent, `00-${traceId}-${spans[0]}-01`]);
  const lines = fixture.logLines.map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map((line) => [line.traceId, line.spanId]),
    [spans[1], spans[0]].map((spanId) => [traceId, spanId]),
  );
});

test('a tool that its token does not allow is a failed result', async () => {
  const fixture = open();
  const params = { name: 'list_versions', arguments: { model: 'blog', record_id: 'r1' } };
  const reader = { ...AGENT, authorization: `Bearer ${secrets.read}` };
  const { result } = messageOf(await post(fixture, { ...COUNT, params }, reader));
  assert.equal(result.isError, true);
  assert.match(
    result.content[0].text,
    /^HTTP 403 Forbidden: The token may only read; .*\(code token_permission\)$/,
  );
  assert.deepEqual(fixture.carried, []);
});

test('each message counts, and so does the operation of a tool', async () => {
  const fixture = open({ rateLimitPerToken: { quota: 4, windowSeconds: 60 } });
  const listed = await post(fixture, LIST);
  assert.equal(listed.headers['ratelimit'], '"token";r=3;t=15');
  assert.equal(messageOf(await post(fixture, COUNT)).result.isError, undefined);
  const { result } = messageOf(await post(fixture, COUNT));
  assert.match(result.content[0].text, /^HTTP 429 TooManyRequests: .*\nTry again after 15 seconds\.$/);
  for (const refusedBody of [LIST, COUNT, { ...COUNT, params: { name: 'nonsense' } }, 'no JSON']) {
    const refused = await post(fixture, refusedBody);
    assert.equal(outcome(refused), '429 too_many_requests');
    assert.equal(refused.headers['retry-after'], '15');
  }
});

test('a message of many values is refused before the SDK reads it, whatever it asks for', async () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));
  const nested = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
  const fixture = open();
  for (const params of [
    { capabilities: { experimental: many(1_000) } },
    { capabilities: { experimental: nested } },
    { name: 'count_products', arguments: many(101) },
    { name: 'count_products', arguments: Array.from({ length: 1_000 }, () => 1) },
  ])
    for (const method of ['initialize', 'tools/call', 'nonsense'])
      assert.equal(outcome(await post(fixture, { ...LIST, method, params })), '400 too_many:body');
  const few = { name: 'count_products', arguments: many(100) };
  assert.equal((await post(fixture, { ...COUNT, params: few })).status, 200);
  const version = { ...AGENT, 'mcp-protocol-version': 'x'.repeat(8_000) };
  assert.doesNotMatch((await post(fixture, LIST, version)).text, /xxx/);
  assert.deepEqual(fixture.carried, []);
});

test('one slot is enough for an agent, and is free again afterwards', async () => {
  const fixture = open({ concurrentRequestsPerTenant: 1 });
  for (const body of [COUNT, LIST, COUNT, LIST]) {
    const { result } = messageOf(await post(fixture, body));
    assert.equal(result.isError, undefined);
  }
});

test('what the protocol does not know gets a response, and holds nothing open', async () => {
  const fixture = open();
  for (const method of ['subscriptions/listen', 'resources/list', 'nonsense', 'logging/setLevel']) {
    const { error } = messageOf(await post(fixture, { ...LIST, method }));
    assert.equal(typeof error.code, 'number', method);
  }
  const modern = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
    notifications: { toolsListChanged: true },
  };
  const method = 'subscriptions/listen';
  const headers = { ...AGENT, 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
  const { error } = messageOf(await post(fixture, { ...LIST, method, params: modern }, headers));
  assert.match(error.message, /limit/);
});
