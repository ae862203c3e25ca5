// The collector never matters to requests: dead, slow or refusing, it costs bounded memory and one line of the log, and what is left is
// exported when the service stops.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributesOf, openOtlpReceiver } from '../../test/fixtures/otlp-receiver.ts';
import { waitUntil } from '../../test/fixtures/wait-until.ts';
import { readTelemetry } from '../config/telemetry-variables.ts';
import type { ServedRequest } from '../domain/trace.ts';
import { openTelemetry } from './telemetry.ts';

const served: ServedRequest = {
  method: 'GET',
  operation: 'list-forms',
  route: '/forms',
  status: 200,
  tookMs: 1.5,
  bytes: 10,
  cache: 'miss',
  scope: undefined,
  failure: undefined,
  refusal: undefined,
};

const open = (url: string, variables: Readonly<Record<string, string>> = {}) => {
  const faults: string[] = [];
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_BSP_SCHEDULE_DELAY: '10',
    OTEL_BLRP_SCHEDULE_DELAY: '10',
    OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
    ...variables,
  };
  const config = readTelemetry(environment, faults);
  assert.deepEqual(faults, []);
  assert.ok(config);
  const said: string[] = [];
  const say = (values: object, message: string) => void said.push(`${message} ${JSON.stringify(values)}`);
  const telemetry = openTelemetry(config, {
    version: '1',
    worker: undefined,
    metricValues: async () => [],
    log: { info: say, warn: say },
  });
  telemetry.start();
  const written: string[] = [];
  const log = telemetry.tapLog({ write: (line) => void written.push(line) });
  const request = (more: Partial<ServedRequest> = {}, traceparent?: string) =>
    telemetry.beginTrace?.(traceparent)?.end({ ...served, ...more });
  const metric = (name: string) => telemetry.metrics().find((one) => one.name === `telemetry_${name}`)?.value;
  return { telemetry, said, written, log, request, metric };
};

const line = (level: number, msg: string) => `${JSON.stringify({ level, time: 1_700_000_000_123, msg })}\n`;

test('a dead collector is mentioned once, what does not fit is counted, and all goes on when it lives', async () => {
  const first = await openOtlpReceiver();
  const { url } = first;
  await first.close();
  const { telemetry, said, request, metric, log, written } = open(url, {
    OTEL_BSP_MAX_QUEUE_SIZE: '8',
    OTEL_TRACES_SAMPLER: 'always_on',
  });
  request();
  log.write(line(30, 'hello'));
  await waitUntil('several failures', () => Number(metric('export_failures_total')) >= 4);
  for (let count = 0; count < 20; count += 1) request();
  assert.equal(metric('spans_dropped_total'), 14, 'six of eight places are for ordinary requests');
  request({ status: 503, failure: 'Busy' });
  request({ tookMs: 2_000 });
  assert.equal(metric('spans_dropped_total'), 14, 'failed and slow ones still fit');
  request({ status: 503 });
  assert.equal(metric('spans_dropped_total'), 15);
  assert.equal(said.length, 1, said.join('\n'));
  assert.match(
    said[0] ?? '',
    /^telemetry cannot be exported: check OTEL_EXPORTER_OTLP_ENDPOINT .*ECONNREFUSED/,
  );
  assert.deepEqual(written, [line(30, 'hello')], 'the log itself is as ever');
  const again = await openOtlpReceiver(Number(new URL(url).port));
  await waitUntil('everything that was kept', () => again.spans().length === 9 && again.logs().length === 1);
  await waitUntil('good news', () => said.length === 2);
  assert.match(said[1] ?? '', /^telemetry is exported again/);
  const failed = again.spans().find((span) => attributesOf(span)['vitrine.failure'] === 'Busy');
  assert.deepEqual([failed?.status, attributesOf(failed ?? {})['error.type']], [{ code: 2 }, 'Busy']);
  await telemetry.close();
  await again.close();
});

test('a slow collector delays nobody; what it responds to too late is dropped at the end, and said', async () => {
  const receiver = await openOtlpReceiver();
  const free = Promise.withResolvers<number>();
  let asked = 0;
  receiver.nextStatus = () => {
    asked += 1;
    return free.promise;
  };
  const { telemetry, said, request, metric } = open(receiver.url);
  request();
  await waitUntil('an export', () => asked === 1);
  for (let count = 0; count < 100_000; count += 1) request();
  assert.equal(metric('spans_dropped_total'), 100_000 - 1_536);
  assert.equal(asked, 1, 'one export at a time');
  await telemetry.close();
  assert.equal(metric('spans_dropped_total'), 100_001);
  assert.match(
    said.at(-1) ?? '',
    /^telemetry that was left at the end was dropped \{"waiting":1536,"dropped":1537\}/,
  );
  free.resolve(200);
  await receiver.close();
});

test('what waits is exported when the service stops, before its time', async () => {
  const receiver = await openOtlpReceiver();
  const { telemetry, said, request, log } = open(receiver.url, {
    OTEL_BSP_SCHEDULE_DELAY: '3600000',
    OTEL_BLRP_SCHEDULE_DELAY: '3600000',
  });
  for (let count = 0; count < 1_200; count += 1) request();
  log.write(line(50, 'the last word'));
  log.write('no JSON\n');
  assert.equal(receiver.received.length, 0);
  await telemetry.close();
  assert.equal(receiver.spans().length, 1_200);
  assert.equal(receiver.received.filter(({ path }) => path === '/v1/traces').length, 3, 'in batches');
  const [record] = receiver.logs();
  assert.deepEqual([record?.body.stringValue, record?.severityText], ['the last word', 'ERROR']);
  assert.equal(record?.timeUnixNano, '1700000000123000000');
  assert.deepEqual(said, []);
  log.write(line(30, 'later'));
  await receiver.close();
});

test('an export that was refused is not sent again; one that came too early is', async () => {
  const receiver = await openOtlpReceiver();
  const responses = [503, 429, 200, 400];
  receiver.nextStatus = () => responses.shift() ?? 200;
  const { telemetry, request, metric } = open(receiver.url, { OTEL_LOGS_EXPORTER: 'none' });
  request();
  await waitUntil('the third attempt', () => receiver.spans().length === 1);
  request();
  await waitUntil('a refusal', () => metric('spans_dropped_total') === 1);
  request();
  await waitUntil('the next one', () => receiver.spans().length === 2);
  await telemetry.close();
  assert.equal(metric('export_failures_total'), 3);
  await receiver.close();
});

test('samplers decide as their names say', async () => {
  const sampledBy = (sampler: string, arg: string, ...headers: (string | undefined)[]) => {
    const { telemetry } = open('http://127.0.0.1:9', {
      OTEL_TRACES_SAMPLER: sampler,
      OTEL_TRACES_SAMPLER_ARG: arg,
      OTEL_BSP_SCHEDULE_DELAY: '3600000',
      OTEL_BLRP_SCHEDULE_DELAY: '3600000',
    });
    return headers.map((header) => telemetry.beginTrace?.(header) !== undefined);
  };
  const parent = (flags: string, lastDigits = '0'.repeat(14)) =>
    `00-${'a'.repeat(18)}${lastDigits}-${'b'.repeat(16)}-${flags}`;
  const [yes, no] = [parent('01'), parent('00')];
  assert.deepEqual(sampledBy('always_on', '', undefined, yes, no), [true, true, true]);
  assert.deepEqual(sampledBy('always_off', '', undefined, yes, no), [false, false, false]);
  assert.deepEqual(sampledBy('parentbased_always_on', '', undefined, yes, no), [true, true, false]);
  assert.deepEqual(sampledBy('parentbased_always_off', '', undefined, yes, no), [false, true, false]);
  const [low, high] = [parent('00', '1'.repeat(14)), parent('01', 'e'.repeat(14))];
  assert.deepEqual(sampledBy('traceidratio', '0.5', low, high), [true, false]);
  assert.deepEqual(sampledBy('parentbased_traceidratio', '0.5', low, high), [false, true]);
  const many = sampledBy('traceidratio', '0.25', ...Array.from({ length: 4_000 }, () => undefined));
  const share = many.filter(Boolean).length / many.length;
  assert.ok(share > 0.2 && share < 0.3, `${share}`);
});
