// Which variables turn telemetry on, and what is said about those that are not valid. No message repeats a value.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadConfig } from '../config.ts';
import { readTelemetry, telemetryVariables } from './telemetry-variables.ts';

const read = (environment: Readonly<Record<string, string>>) => {
  const faults: string[] = [];
  return { config: readTelemetry(environment, faults), faults };
};

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const url = 'http://collector:4318/base';

test('without an endpoint nothing is read, and it can be turned off', () => {
  assert.deepEqual(read({}), { config: undefined, faults: [] });
  assert.deepEqual(read({ [ENDPOINT]: ' ', OTEL_TRACES_SAMPLER: 'nonsense' }), {
    config: undefined,
    faults: [],
  });
  assert.deepEqual(read({ [ENDPOINT]: url, OTEL_SDK_DISABLED: 'TRUE' }), { config: undefined, faults: [] });
});

test('signals go to paths below the endpoint, or to their own', () => {
  const { config } = read({
    [ENDPOINT]: `${url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=x%20y',
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://logs.test/take',
    OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'c=3',
    OTEL_EXPORTER_OTLP_LOGS_TIMEOUT: '500',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  });
  assert.deepEqual(config?.traces, {
    url: 'http://collector:4318/base/v1/traces',
    headers: { a: '1', b: 'x y' },
    timeoutMs: 10_000,
    isCompressed: true,
    everyMs: 1_000,
    queueMax: 2_048,
  });
  assert.equal(config?.metrics, undefined);
  assert.equal(config?.logs?.url, 'https://logs.test/take');
  assert.deepEqual([config?.logs?.headers, config?.logs?.timeoutMs], [{ c: '3' }, 500]);
  assert.deepEqual(config?.sampling, { isParentBased: true, ratio: 0.25 });
  const alone = read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces.test/x' }).config;
  assert.deepEqual(
    [alone?.traces?.url, alone?.metrics, alone?.logs],
    ['http://traces.test/x', undefined, undefined],
  );
});

test('faults name the variable, not its value, and are reported with all others', () => {
  const wrong = {
    [ENDPOINT]: 'grpc://s3cret:4317',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc-s3cret',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://s3cret@collector/',
    OTEL_EXPORTER_OTLP_HEADERS: 's3cret',
    OTEL_EXPORTER_OTLP_COMPRESSION: 's3cret',
    OTEL_EXPORTER_OTLP_TIMEOUT: 's3cret',
    OTEL_TRACES_SAMPLER: 's3cret',
    OTEL_TRACES_SAMPLER_ARG: '1.5',
    OTEL_RESOURCE_ATTRIBUTES: 'a=%s3cret',
    OTEL_LOGS_EXPORTER: 'console-s3cret',
    OTEL_BSP_MAX_QUEUE_SIZE: '0',
  };
  const { faults } = read(wrong);
  assert.deepEqual(faults.map((fault) => fault.split(' ')[0]).sort(), Object.keys(wrong).sort());
  assert.ok(!faults.join().includes('s3cret'));
  assert.throws(() => loadConfig({ ...wrong, VITRINE_PORT: 'x' }), /VITRINE_PORT.*OTEL_TRACES_SAMPLER/s);
});

test('every variable is documented', () => {
  const text = readFileSync(new URL('../../docs/telemetry.md', import.meta.url), 'utf8');
  const shown = [...text.matchAll(/^\| `(OTEL_\w+)`/gm)].map(([, name]) => name);
  assert.deepEqual(shown.toSorted(), telemetryVariables.toSorted());
});
