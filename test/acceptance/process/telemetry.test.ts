// A service that exports to a collector: traces, metrics and logs of real requests, their parents and attributes, and nothing personal in
// any byte. A service without a collector loads none of it.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { attributesOf, openOtlpReceiver, type ReceivedSpan } from '../../fixtures/otlp-receiver.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { createToken, OPERATOR, startFixture } from '../service/fixture-service.ts';
import { makeDataDir, startService } from '../service/running-service.ts';

const receiver = await openOtlpReceiver();
after(() => receiver.close());

/** Makes a process say which files of the exporter it loads. */
const saysWhatItLoads = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const say = (url) => process.stderr.write('loads ' + url + String.fromCharCode(10));
  registerHooks({
    load: (url, context, next) => {
      if (/[/]telemetry(?:[/]|-[0-9A-Z]+[.]mjs)/.test(url)) say(url);
      return next(url, context);
    },
  });
`)}`;

const fixture = await startFixture({
  NODE_OPTIONS: saysWhatItLoads,
  VITRINE_LOG_LEVEL: 'info',
  OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=key%20of%20the%20collector',
  OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=other',
  OTEL_SERVICE_NAME: 'shop',
  OTEL_BSP_SCHEDULE_DELAY: '50',
  OTEL_BLRP_SCHEDULE_DELAY: '50',
  OTEL_METRIC_EXPORT_INTERVAL: '200',
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const traceparent = (traceId: string, flags = '01') =>
  ['traceparent', `00-${traceId}-${PARENT}-${flags}`] as const;

const spansOf = (traceId: string): ReceivedSpan[] =>
  receiver.spans().filter((span) => span.traceId === traceId);

const waitForSpan = async (traceId: string): Promise<ReceivedSpan> => {
  await waitUntil(`a span of ${traceId}`, () => spansOf(traceId).some(({ kind }) => kind === 2));
  return spansOf(traceId).find(({ kind }) => kind === 2) as ReceivedSpan;
};

const search = (q: string, ...headers: (readonly [string, string])[]) =>
  fixture.call('search-content', { query: { catalog_id: shared.catalog, q }, headers });

const placed = {
  'vitrine.tenant_id': home.tenant,
  'vitrine.workspace_id': home.workspace,
  'vitrine.environment_id': home.environment,
};

test('a request is a span below the span of its caller, and what took time within it is below its own', async () => {
  assert.equal((await search('lantern', traceparent(TRACE))).status, 200);
  const span = await waitForSpan(TRACE);
  assert.equal(span.parentSpanId, PARENT);
  assert.equal(span.name, 'GET /discovery/search/content');
  assert.equal(span.status, undefined);
  const { 'http.response.body.size': size, ...attributes } = attributesOf(span);
  assert.ok(Number(size) > 0);
  assert.deepEqual(attributes, {
    'http.request.method': 'GET',
    'http.route': '/discovery/search/content',
    'http.response.status_code': 200,
    'vitrine.operation': 'search-content',
    'vitrine.cache': 'miss',
    ...placed,
  });
  const took = BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano);
  assert.ok(took > 0n && took < 60_000_000_000n, `${took} ns`);
  assert.ok(Math.abs(Number(BigInt(span.endTimeUnixNano) / 1_000_000n) - Date.now()) < 120_000);
  const [part, ...others] = spansOf(TRACE).filter(({ kind }) => kind === 1);
  assert.deepEqual([part?.name, part?.parentSpanId, others], ['search searchContent', span.spanId, []]);
  assert.ok(BigInt(part?.startTimeUnixNano ?? 0) >= BigInt(span.startTimeUnixNano));
  assert.ok(BigInt(part?.endTimeUnixNano ?? 0) <= BigInt(span.endTimeUnixNano));
});

test('a response from the cache says so, and has no parts', async () => {
  const ids = ['1', '2', '3'].map((digit) => digit.repeat(32));
  // A commit in between may empty the cache.
  for (const id of ids) assert.equal((await search('tent', traceparent(id))).status, 200);
  await waitForSpan(ids[2] ?? '');
  const hit = ids
    .map((id) => spansOf(id))
    .find(([span]) => attributesOf(span ?? {})['vitrine.cache'] === 'hit');
  assert.equal(hit?.length, 1);
});

test('a write waits for its turn and for the store', async () => {
  const id = '4'.repeat(32);
  const token = await createToken(fixture, { permission: 'full' });
  const response = await fixture.call('publish-versions', {
    token: token.secret,
    params: { modelInternalName: shared.modelName, contentModelDataId: shared.record },
    body: { version_data: [{ environment_id: home.environment, version_id: shared.versions[0] }] },
    headers: [traceparent(id)],
  });
  assert.equal(response.status, 200);
  const span = await waitForSpan(id);
  assert.equal(
    span.name,
    'PATCH /content/v2/content-models/{modelInternalName}/records/{contentModelDataId}/versions/publish',
  );
  assert.equal(attributesOf(span)['vitrine.cache'], 'none');
  const parts = spansOf(id).filter(({ kind }) => kind === 1);
  const publish = parts.find(({ name }) => name === 'store publish');
  const wait = parts.find(({ name }) => name === 'wait write');
  assert.equal(publish?.parentSpanId, span.spanId);
  assert.equal(wait?.parentSpanId, publish?.spanId);
  assert.equal(new Set(spansOf(id).map(({ spanId }) => spanId)).size, parts.length + 1);
  const findLine = () => receiver.logs().find(({ traceId }) => traceId === id);
  await waitUntil('its line', () => findLine() !== undefined);
  assert.equal(attributesOf(findLine() ?? {})['vitrine.token_id'], token.id);
  assert.ok(!receiver.received.some(({ text }) => text.includes(token.secret)));
});

test('a refused request has the failure, and no scope that nobody was admitted to', async () => {
  const [bad, unknown, nowhere] = ['5', '6', '7'].map((digit) => digit.repeat(32)) as [
    string,
    string,
    string,
  ];
  assert.equal((await fixture.call('search-content', { headers: [traceparent(bad)] })).status, 400);
  const refused = await fixture.call('search-content', {
    place: { ...home, tenant: 'nobody-was-admitted' },
    query: { catalog_id: shared.catalog, q: 'tent' },
    headers: [traceparent(unknown)],
  });
  await fixture.service.fetch('/people/jane@example.test', {
    headers: Object.fromEntries([traceparent(nowhere)]),
  });
  const attributes = attributesOf(await waitForSpan(bad));
  assert.equal(attributes['vitrine.failure'], 'MissingParameter');
  assert.equal(attributes['vitrine.tenant_id'], home.tenant);
  const stranger = attributesOf(await waitForSpan(unknown));
  assert.ok(refused.status >= 400);
  assert.equal(stranger['http.response.status_code'], refused.status);
  assert.equal(stranger['vitrine.tenant_id'], undefined);
  const lost = await waitForSpan(nowhere);
  assert.equal(lost.name, 'GET');
  assert.equal(attributesOf(lost)['vitrine.operation'], 'none');
});

test('a caller that does not record its part has its wish; what is no traceparent begins a new trace', async () => {
  const unwanted = '8'.repeat(32);
  await search('stove', traceparent(unwanted, '00'));
  await search('stove', ['traceparent', `00-${'9'.repeat(31)}-${PARENT}-01`]);
  const findNew = (): ReceivedSpan | undefined =>
    receiver
      .spans()
      .filter((span) => attributesOf(span)['vitrine.operation'] === 'search-content')
      .find(({ parentSpanId }) => parentSpanId === undefined);
  await waitUntil('the span of a new trace', () => findNew() !== undefined);
  assert.match(findNew()?.traceId ?? '', /^[0-9a-f]{32}$/);
  assert.deepEqual(spansOf(unwanted), []);
});

test('the lines of the log are records, with the ids of their trace', async () => {
  await waitForSpan(TRACE);
  await waitUntil('the line of the request', () => receiver.logs().some(({ traceId }) => traceId === TRACE));
  const record = receiver.logs().find(({ traceId }) => traceId === TRACE);
  const { 'vitrine.duration_ms': took, 'vitrine.request_id': id, ...attributes } = attributesOf(record ?? {});
  assert.equal(record?.spanId, (await waitForSpan(TRACE)).spanId);
  assert.deepEqual(
    [record?.body.stringValue, record?.severityText, record?.severityNumber],
    ['request completed', 'INFO', 9],
  );
  assert.ok(Number(took) >= 0 && String(id).length > 0);
  assert.deepEqual(attributes, {
    'http.request.method': 'GET',
    'http.route': '/discovery/search/content',
    'http.response.status_code': 200,
    ...placed,
  });
  // The log itself has them too.
  assert.match(fixture.service.log(), new RegExp(`"traceId":"${TRACE}"`));
});

test('metrics are those of /metrics', async () => {
  await waitUntil('metrics', () => receiver.metrics().length > 0);
  const response = await fixture.service.fetch('/metrics', {
    headers: { authorization: `Bearer ${OPERATOR}` },
  });
  const text = await response.text();
  const seen = receiver.received.length;
  await waitUntil('newer metrics', () =>
    receiver.received.slice(seen).some(({ path }) => path === '/v1/metrics'),
  );
  const exported = new Map(receiver.metrics().map((metric) => [metric.name, metric]));
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]);
  assert.ok(types.length > 30, `${types.length} metrics`);
  const kinds = { counter: 'sum', gauge: 'gauge', histogram: 'histogram' } as const;
  for (const [name = '', type] of types)
    assert.ok(exported.get(name)?.[kinds[type as keyof typeof kinds]] !== undefined, name);
  assert.equal(exported.get('vitrine_http_requests_total')?.sum?.isMonotonic, true);
  const durations = exported.get('vitrine_http_request_duration_seconds');
  assert.equal(durations?.unit, 's');
  for (const { count, bucketCounts = [], explicitBounds = [] } of durations?.histogram?.dataPoints ?? []) {
    assert.equal(bucketCounts.length, explicitBounds.length + 1);
    assert.equal(
      bucketCounts.reduce((total, own) => total + Number(own), 0),
      Number(count),
    );
  }
  const searched = durations?.histogram?.dataPoints.find(
    (point) => attributesOf(point)['operation'] === 'search-content',
  );
  assert.ok(Number(searched?.count) >= 1);
});

test('the collector knows who sends, and gets nothing personal', async () => {
  const secretText = 'Zebra Kowalczyk 0170-5550123';
  await search(secretText, ['user-agent', 'Agent of Zebra'], ['referer', 'https://zebra.test/']);
  await fixture.call('count-products', { body: { search_term: secretText }, host: 'zebra.test' });
  const before = receiver.spans().length;
  await search('after it');
  await waitUntil('the span after it', () => receiver.spans().length > before);
  assert.equal(await fixture.service.stop(), 0);
  assert.ok(receiver.received.length > 3);
  for (const { headers } of receiver.received)
    assert.equal(headers['x-collector-key'], 'key of the collector');
  const [[resource]] = Object.values(JSON.parse(receiver.received[0]?.text ?? '')) as [
    [{ resource: ReceivedSpan }],
  ];
  const described = attributesOf(resource.resource);
  assert.deepEqual([described['service.name'], described['deployment.environment.name']], ['shop', 'test']);
  assert.match(String(described['service.instance.id']), /^[0-9a-f-]{36}$/);
  const everything = receiver.received.map(({ text }) => text).join('\n');
  for (const private_ of [
    'Zebra',
    'zebra',
    'Kowalczyk',
    '5550123',
    '127.0.0.1',
    OPERATOR,
    'jane',
    'example.test',
    'lantern',
    'Bearer',
  ])
    assert.ok(!everything.includes(private_), private_);
});

test('a service without a collector loads nothing of it', async (context) => {
  assert.match(fixture.service.log(), /^loads .*\/telemetry(?:\.ts|-\w+\.mjs)$/m);
  const variables = {
    NODE_OPTIONS: saysWhatItLoads,
    OTEL_SERVICE_NAME: 'shop',
    OTEL_TRACES_SAMPLER: 'always_on',
  };
  const service = await startService(await makeDataDir(context), variables);
  const response = await service.fetch('/healthz');
  assert.equal(response.status, 200);
  assert.equal(await service.stop(), 0);
  assert.doesNotMatch(service.log(), /^loads /m);
  assert.doesNotMatch(service.log(), /traceId/);
});
