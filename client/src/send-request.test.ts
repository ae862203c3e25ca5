// What a call does until it has its result: headers, envelopes, failures, retries, timeouts, aborts, and reading its own writes.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createManageClient } from './manage.ts';
import type { CallOptions, ClientOptions } from './send-request.ts';
import { createClient } from './storefront.ts';
import { VitrineError } from './vitrine-error.ts';

type Answer = (request: Request) => Response | Promise<Response>;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const succeed = (data: unknown = {}): Response => json({ Status: 'success', Data: data });
const failure = (name: string, code: string, more: object = {}) => ({
  Status: 'failure',
  Data: { Status: 'failure', Error: { name, code, message: `It is ${name}` }, ...more },
});
const busy = (headers: Record<string, string> = {}): Response =>
  json(failure('ServiceUnavailable', 'busy'), 503, headers);

/** A service that answers by this list, and the last answer from then on. */
const serve = (...answers: Answer[]) => {
  const requests: Request[] = [];
  const fakeFetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    requests.push(request);
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    assert.ok(answer);
    request.signal.throwIfAborted();
    const { promise, reject } = Promise.withResolvers<never>();
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
    return Promise.race([promise, answer(request)]);
  };
  const options: ClientOptions = { baseUrl: 'http://shop.test/', fetch: fakeFetch };
  return { requests, options, shop: createClient(options), manage: createManageClient(options) };
};

const waitForever: Answer = () => new Promise(() => undefined);

/** Pauses have no random part then. */
const withoutChance = (context: TestContext): void => {
  context.mock.method(Math, 'random', () => 0);
};

const failOf = async (call: Promise<unknown>): Promise<VitrineError> => {
  const error = await call.then(
    () => assert.fail('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof VitrineError, String(error));
  return error;
};

test('scope, token and headers are sent, those of the call last', async () => {
  const { options, requests } = serve(() => succeed({ result: { total_count: 3 } }));
  const shop = createClient({
    ...options,
    scope: { tenantId: 't', workspaceId: 'w', environmentId: 'e' },
    token: async () => 'secret',
    headers: { 'x-customer-group-id': 'all', 'x-request-id': 'one' },
  });
  const count = await shop.countProducts(
    { search_term: 'mug', 'x-customer-group-id': 'vip' },
    { headers: { 'x-request-id': 'two' } },
  );
  assert.deepEqual(count, { result: { total_count: 3 } });
  const [request] = requests;
  assert.equal(request?.url, 'http://shop.test/apis/ecommerce-service/public/discovery/v2/search/count');
  assert.deepEqual(Object.fromEntries(request?.headers ?? []), {
    authorization: 'Bearer secret',
    'content-type': 'application/json',
    'x-customer-group-id': 'vip',
    'x-environment-id': 'e',
    'x-request-id': 'two',
    'x-tenant-id': 't',
    'x-workspace-id': 'w',
  });
  assert.deepEqual(await request?.json(), { search_term: 'mug' });
});

test('a base that is no URL is told at once, and nothing is sent', async () => {
  const { options, requests } = serve(() => succeed({}));
  const told = { name: 'TypeError', message: /^baseUrl must be a URL such as https:/ };
  for (const baseUrl of ['127.0.0.1:8080', 'shop.test', 'ftp://shop.test'])
    await assert.rejects(createClient({ ...options, baseUrl }).countProducts({}), told);
  assert.deepEqual(requests, []);
  for (const baseUrl of ['', '/shop', undefined])
    await assert.rejects(createClient({ baseUrl }).countProducts({}), told);
});

test('a relative base is left to a fetch that knows the origin', async () => {
  const targets: string[] = [];
  const own = async (url: string | URL | Request): Promise<Response> => {
    targets.push(String(url));
    return succeed({ result: { total_count: 3 } });
  };
  await createClient({ baseUrl: '/shop/', fetch: own }).countProducts({});
  assert.match(targets.join(), /^\/shop\/apis\//);
});

test('a result comes without its envelope, and a link needs no header that browsers ask about first', async () => {
  const { shop, requests } = serve(() => json({ data: [], total: 0 }));
  assert.deepEqual(await shop.searchContent({ catalog_id: 'c', q: 'mug' }), { data: [], total: 0 });
  assert.deepEqual([...(requests[0]?.headers ?? [])], []);
  const terms = serve(() => json(['mug']));
  assert.deepEqual(await terms.shop.listPopularTerms({ catalog_id: 'c' }), ['mug']);
  const csv = serve(() => new Response('"a"\r\n', { headers: { 'content-type': 'text/csv' } }));
  assert.equal(await csv.manage.exportSubmissions({ form_id: 'f' }), '"a"\r\n');
});

test('a form may be submitted as a browser has it', async () => {
  const { shop, requests } = serve(() => succeed());
  const body = new FormData();
  body.set('email', 'ada@example.com');
  await shop.submitForm({ form_id: 'contact', body });
  assert.match(requests[0]?.headers.get('content-type') ?? '', /^multipart\/form-data; boundary=/);
});

test('a failure is what the service says, in either envelope', async () => {
  const field_errors = [{ field: 'email', code: 'missing', message: 'email is missing' }];
  const { shop } = serve(() =>
    json(failure('InvalidInput', 'missing:email', { field_errors }), 400, { 'x-request-id': 'r1' }),
  );
  const error = await failOf(shop.submitForm({ form_id: 'contact', body: { _stamp: '' } }));
  const { name, code, status, message, details, requestId } = error;
  assert.deepEqual(
    { name, code, status, message, details, requestId },
    {
      name: 'InvalidInput',
      code: 'missing:email',
      status: 400,
      message: 'It is InvalidInput',
      details: { field_errors },
      requestId: 'r1',
    },
  );
  const bare = serve(() =>
    json({ Status: 'failure', Error: failure('CatalogNotFound', 'c').Data.Error }, 404),
  );
  assert.equal((await failOf(bare.shop.listPopularTerms({ catalog_id: 'c' }))).name, 'CatalogNotFound');
});

test('what is not from the service is told apart', async (context) => {
  withoutChance(context);
  const page: Answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  const cut: Answer = () =>
    new Response(new ReadableStream({ pull: (stream) => stream.error(new Error('cut off')) }));
  for (const [answer, name, status, sent] of [
    [page, 'UnexpectedResponse', 502, 1],
    [() => new Response('{"Status":', { status: 200 }), 'UnexpectedResponse', 200, 1],
    [() => json({}, 404), 'UnexpectedResponse', 404, 1],
    [() => json(null, 404), 'UnexpectedResponse', 404, 1],
    [cut, 'NetworkError', 0, 3],
    [() => Promise.reject(new TypeError('fetch failed')), 'NetworkError', 0, 3],
  ] as const) {
    const { shop, requests } = serve(answer);
    const error = await failOf(shop.searchProducts({ search_term: 'mug' }));
    assert.deepEqual([error.name, error.status, requests.length], [name, status, sent]);
    assert.doesNotMatch(error.message, /mug/);
  }
});

test('reads, and writes with an idempotency key, are sent again; no other write is', async (context) => {
  withoutChance(context);
  const body = { version_data: [{ environment_id: 'e', version_id: 'v' }] };
  const record = { modelInternalName: 'blog', contentModelDataId: 'r', body };
  const calls: readonly [number, (service: ReturnType<typeof serve>) => Promise<unknown>][] = [
    [3, ({ shop }) => shop.searchProducts({ search_term: 'mug' })],
    [3, ({ shop }) => shop.countProducts()],
    [3, ({ shop }) => shop.recordEvents({ events: [{ type: 'view', product_id: 'p' }] })],
    [3, ({ manage }) => manage.publishVersions({ ...record, 'idempotency-key': 'k' })],
    [1, ({ manage }) => manage.publishVersions(record)],
    [1, ({ manage }) => manage.deleteProduct({ catalog_id: 'c', product_id: 'p' })],
    [1, ({ shop }) => shop.submitForm({ form_id: 'f', body: { _stamp: 's' } })],
  ];
  for (const answer of [() => busy(), () => json(failure('TooManyRequests', 'too_many_requests'), 429)]) {
    for (const [sent, call] of calls) {
      const service = serve(answer);
      await failOf(call(service));
      assert.equal(service.requests.length, sent, call.toString());
    }
  }
  const refused = serve(() => json(failure('InternalError', 'internal_error'), 500));
  await failOf(refused.shop.countProducts());
  assert.equal(refused.requests.length, 1);
  const once = serve(() => busy());
  await failOf(once.shop.countProducts({}, { retries: 0 }));
  assert.equal(once.requests.length, 1);
});

test('the next attempt waits as long as the service asks, or longer each time by chance', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-01-02T03:04:00Z') });
  context.mock.method(Math, 'random', () => 0.5);
  const { shop, requests } = serve(
    () => busy(),
    () => busy({ 'retry-after': '2' }),
    () => busy({ 'retry-after': 'Fri, 02 Jan 2026 03:04:06 GMT' }),
    () => succeed({ result: { total_count: 1 } }),
  );
  const call = shop.countProducts({}, { retries: 5 });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const waitedMs: number[] = [];
  for (let sent = 1; sent < 4; sent += 1) {
    let ms = 0;
    for (await turn(); requests.length === sent; await turn()) {
      context.mock.timers.tick(25);
      ms += 25;
    }
    waitedMs.push(ms);
  }
  assert.deepEqual(await call, { result: { total_count: 1 } });
  // Half of 250, two seconds and half of 500, and what is left until that date and half of 1,000.
  assert.deepEqual(waitedMs, [125, 2_250, 6_000 - 2_375 + 500]);
});

test('a call that cannot be tried again in time fails with its failure', async () => {
  const { shop, requests } = serve(() => busy({ 'retry-after': '60' }));
  const error = await failOf(shop.countProducts());
  assert.deepEqual([error.name, error.retryAfterMs, requests.length], ['ServiceUnavailable', 60_000, 1]);
});

test('a call ends by its timeout', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const timeouts: readonly [CallOptions, number][] = [
    [{}, 10_000],
    [{ timeoutMs: 50 }, 50],
  ];
  for (const [options, ms] of timeouts) {
    const { shop, requests } = serve(waitForever);
    const call = failOf(shop.countProducts({}, options));
    await Promise.resolve();
    context.mock.timers.tick(ms - 1);
    assert.equal(requests[0]?.signal.aborted ?? false, false);
    context.mock.timers.tick(1);
    assert.equal((await call).name, 'TimeoutError');
  }
});

test('a call rejects with the reason of its signal: before, during and between attempts', async () => {
  const reason = new Error('gone');
  const { shop, requests } = serve(waitForever);
  await assert.rejects(shop.countProducts({}, { signal: AbortSignal.abort(reason) }), reason);
  assert.equal(requests.length, 0);
  const during = new AbortController();
  const waiting = shop.countProducts({}, { signal: during.signal });
  during.abort(reason);
  await assert.rejects(waiting, reason);
  const once = new AbortController();
  const submitted = shop.submitForm({ form_id: 'f', body: { _stamp: 's' } }, { signal: once.signal });
  once.abort(reason);
  await assert.rejects(submitted, reason);
  const between = new AbortController();
  const slow = serve(() => {
    setImmediate(() => between.abort(reason));
    return busy({ 'retry-after': '5' });
  });
  await assert.rejects(slow.shop.countProducts({}, { signal: between.signal, timeoutMs: 0 }), reason);
  assert.equal(slow.requests.length, 1);
});

test('after a write, reads carry its position for a while', async (context) => {
  context.mock.timers.enable({ apis: ['Date'] });
  const write: Answer = () => json({ Status: 'success', Data: {} }, 200, { 'vitrine-position': 'p1' });
  const { manage, requests } = serve(
    () => succeed(),
    write,
    () => succeed(),
  );
  const sent = () => requests.at(-1)?.headers.get('vitrine-position') ?? undefined;
  await manage.searchProducts({ search_term: 'mug' });
  assert.equal(sent(), undefined);
  await manage.putProduct({ catalog_id: 'c', product_id: 'p', body: { name: 'Mug' } });
  assert.equal(sent(), undefined);
  await manage.searchProducts({ search_term: 'mug' });
  assert.equal(sent(), 'p1');
  assert.equal(requests.at(-1)?.cache, 'no-cache');
  await manage.countProducts({ 'vitrine-position': 'p2' });
  assert.equal(sent(), 'p2');
  context.mock.timers.tick(30_000);
  await manage.countProducts();
  assert.equal(sent(), undefined);
});

test('whoever wants to see responses sees each', async (context) => {
  withoutChance(context);
  const { shop } = serve(
    () => busy(),
    () => json({ Status: 'success', Data: {} }, 200, { etag: '"1"' }),
  );
  const seen: unknown[] = [];
  await shop.listForms({}, { onResponse: ({ status, headers }) => seen.push([status, headers.get('etag')]) });
  assert.deepEqual(seen, [
    [503, null],
    [200, '"1"'],
  ]);
});
