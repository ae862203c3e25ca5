// Each variable by table: what is taken, what is refused, and that no value shows in a message.

import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { test } from 'node:test';
import { ConfigError, configVariables, loadConfig } from './config.ts';
import { defaultLimits } from './domain/limits/limits.ts';

const faultsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    loadConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults;
  }
  return [];
};

test('an empty environment gives the defaults', () => {
  assert.deepEqual(loadConfig({}), {
    dataDir: resolve('data'),
    storeUrl: undefined,
    storeReplicaUrls: [],
    storeConnections: 10,
    host: '127.0.0.1',
    port: 8080,
    logLevel: 'info',
    workers: 1,
    bodyLimitBytes: 1_048_576,
    corsOrigins: [],
    trustProxy: false,
    requestTimeoutMs: 30_000,
    shutdownTimeoutMs: 15_000,
    shutdownDrainMs: 0,
    popularTermsRefreshMinutes: 60,
    popularTermsMinVisitors: 2,
    searchRecording: true,
    eventRecording: true,
    eventRetentionDays: 90,
    popularityMinVisitors: 3,
    searchMemoryMiB: 1024,
    searchThreads: 0,
    searchDeadlineMs: 2000,
    searchBudgetMs: 1000,
    searchWaitMs: 1000,
    searchUrls: [],
    searchUsername: undefined,
    searchPassword: undefined,
    searchPasswordFile: undefined,
    searchToken: undefined,
    searchCaFile: undefined,
    searchPrefix: 'vitrine',
    searchOwnIndexTenants: [],
    searchShards: 4,
    searchReplicas: 1,
    searchStale: 'refuse',
    responseCacheMiB: 32,
    publicCacheSeconds: 5,
    publicStaleSeconds: 30,
    formSubmissionsPerMinute: 10,
    captchaVerifyUrl: undefined,
    captchaSecret: undefined,
    operatorToken: undefined,
    rateLimitPerTenant: undefined,
    rateLimitPerToken: undefined,
    concurrentRequestsPerTenant: 256,
    importMaxMiB: 256,
    importSeconds: 600,
    importWriteSeconds: 8,
    mcp: false,
    token: undefined,
    limits: defaultLimits,
    telemetry: undefined,
  });
});

test('the configuration and its lists cannot be changed', () => {
  const config = loadConfig({ VITRINE_CORS_ORIGINS: 'https://a.example', VITRINE_TRUST_PROXY: '10.0.0.1' });
  assert.ok(Object.isFrozen(config));
  assert.ok(Object.isFrozen(config.corsOrigins));
  assert.ok(Object.isFrozen(config.trustProxy));
  assert.ok(Object.isFrozen(config.limits));
  assert.ok(isAbsolute(config.dataDir));
});

const good: readonly [string, string, string, unknown][] = [
  ['VITRINE_DATA_DIR', '/srv/vitrine', 'dataDir', '/srv/vitrine'],
  ['VITRINE_STORE_URL', 'postgres://u:p@db.example/shop', 'storeUrl', 'postgres://u:p@db.example/shop'],
  ['VITRINE_STORE_URL', 'postgresql:///shop?host=/run/pg', 'storeUrl', 'postgresql:///shop?host=/run/pg'],
  ['VITRINE_STORE_CONNECTIONS', '2', 'storeConnections', 2],
  ['VITRINE_HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['VITRINE_HOST', '::1', 'host', '::1'],
  ['VITRINE_HOST', 'localhost', 'host', 'localhost'],
  ['VITRINE_PORT', '0', 'port', 0],
  ['VITRINE_PORT', '65535', 'port', 65_535],
  ['VITRINE_PORT', ' 80 ', 'port', 80],
  ['VITRINE_LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ['VITRINE_WORKERS', '4', 'workers', 4],
  ['VITRINE_WORKERS', 'auto', 'workers', availableParallelism()],
  ['VITRINE_BODY_LIMIT_BYTES', '2048', 'bodyLimitBytes', 2048],
  ['VITRINE_CORS_ORIGINS', '*', 'corsOrigins', '*'],
  [
    'VITRINE_CORS_ORIGINS',
    'https://a.example, http://localhost:3000',
    'corsOrigins',
    ['https://a.example', 'http://localhost:3000'],
  ],
  ['VITRINE_TRUST_PROXY', 'true', 'trustProxy', true],
  [
    'VITRINE_TRUST_PROXY',
    '127.0.0.1, 10.0.0.0/8,fd00::/8',
    'trustProxy',
    ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
  ],
  ['VITRINE_REQUEST_TIMEOUT_MS', '500', 'requestTimeoutMs', 500],
  ['VITRINE_SHUTDOWN_TIMEOUT_MS', '0', 'shutdownTimeoutMs', 0],
  ['VITRINE_SHUTDOWN_DRAIN_MS', '3000', 'shutdownDrainMs', 3000],
  ['VITRINE_POPULAR_TERMS_REFRESH_MINUTES', '0', 'popularTermsRefreshMinutes', 0],
  ['VITRINE_POPULAR_TERMS_MIN_VISITORS', '1', 'popularTermsMinVisitors', 1],
  ['VITRINE_SEARCH_RECORDING', 'false', 'searchRecording', false],
  ['VITRINE_SEARCH_MEMORY_MIB', '64', 'searchMemoryMiB', 64],
  ['VITRINE_FORM_SUBMISSIONS_PER_MINUTE', '0', 'formSubmissionsPerMinute', 0],
  ['VITRINE_OPERATOR_TOKEN', 'o'.repeat(32), 'operatorToken', 'o'.repeat(32)],
  ['VITRINE_RATE_LIMIT_PER_TENANT', '100/60s', 'rateLimitPerTenant', { quota: 100, windowSeconds: 60 }],
  ['VITRINE_RATE_LIMIT_PER_TOKEN', '1/3600s', 'rateLimitPerToken', { quota: 1, windowSeconds: 3600 }],
  ['VITRINE_CONCURRENT_REQUESTS_PER_TENANT', '0', 'concurrentRequestsPerTenant', 0],
  ['VITRINE_LIMIT_CATEGORIES_PER_CATALOG', '7', 'limits', { ...defaultLimits, categories_per_catalog: 7 }],
];

for (const [name, text, key, value] of good) {
  test(`${name}=${text} is taken`, () => {
    assert.deepEqual((loadConfig({ [name]: text }) as unknown as Record<string, unknown>)[key], value);
  });
}

const bad: readonly [string, string, RegExp][] = [
  ['VITRINE_PORT', '65536', /out of range .*0 to 65535/],
  ['VITRINE_PORT', '-1', /not a whole number/],
  ['VITRINE_PORT', '80.0', /not a whole number/],
  ['VITRINE_PORT', '1e3', /not a whole number/],
  ['VITRINE_PORT', '0x50', /not a whole number/],
  ['VITRINE_HOST', 'localhost:8080', /neither an IP address nor a host name/],
  ['VITRINE_HOST', 'http://a', /neither an IP address nor a host name/],
  ['VITRINE_LOG_LEVEL', 'INFO', /allowed: fatal, error, warn, info, debug, trace, silent/],
  ['VITRINE_BODY_LIMIT_BYTES', '0', /out of range/],
  ['VITRINE_CORS_ORIGINS', 'https://a.example/', /entry 1 is not exactly an origin/],
  ['VITRINE_CORS_ORIGINS', 'https://a.example,https://A.example', /entry 2 is not exactly an origin/],
  ['VITRINE_CORS_ORIGINS', 'https://a.example:443', /not exactly an origin/],
  ['VITRINE_CORS_ORIGINS', 'https://a.example,*', /entry 2 is \*/],
  ['VITRINE_CORS_ORIGINS', 'a.example', /not an http or https origin/],
  ['VITRINE_CORS_ORIGINS', 'null', /not an http or https origin/],
  ['VITRINE_CORS_ORIGINS', 'https://a.example,', /entry 2 is not an http or https origin/],
  ['VITRINE_TRUST_PROXY', 'yes', /neither an IP address nor an address range/],
  ['VITRINE_TRUST_PROXY', '10.0.0.0/33', /neither an IP address nor an address range/],
  ['VITRINE_TRUST_PROXY', '10.0.0.0/8/8', /neither an IP address nor an address range/],
  ['VITRINE_TRUST_PROXY', '10.0.0.0/', /neither an IP address nor an address range/],
  ['VITRINE_REQUEST_TIMEOUT_MS', '0', /out of range/],
  ['VITRINE_POPULAR_TERMS_MIN_VISITORS', '0', /out of range/],
  ['VITRINE_SEARCH_RECORDING', '1', /allowed: true, false/],
  ['VITRINE_FORM_SUBMISSIONS_PER_MINUTE', '-1', /not a whole number/],
  ['VITRINE_OPERATOR_TOKEN', 'o'.repeat(31), /too short/],
  ['VITRINE_RATE_LIMIT_PER_TENANT', '100', /not a rate such as 100\/60s/],
  ['VITRINE_RATE_LIMIT_PER_TENANT', '100/60', /not a rate such as 100\/60s/],
  ['VITRINE_RATE_LIMIT_PER_TENANT', '0/60s', /out of range/],
  ['VITRINE_RATE_LIMIT_PER_TOKEN', '5/0s', /out of range/],
  ['VITRINE_RATE_LIMIT_PER_TOKEN', '1000001/60s', /out of range/],
  ['VITRINE_CONCURRENT_REQUESTS_PER_TENANT', '-1', /not a whole number/],
  ['VITRINE_LIMIT_CATEGORIES_PER_CATALOG', '0', /out of range/],
  ['VITRINE_LIMIT_STORED_BYTES_PER_TENANT', '1e9', /not a whole number/],
  ['VITRINE_OPERATOR_TOKEN', `${'o'.repeat(32)} x`, /not a valid bearer token/],
];

test('replicas are replicas of a database', () => {
  const one = 'postgres://u:p%2C@r1.example/shop';
  const other = 'postgres://u:p@r2.example/shop';
  const store = { VITRINE_STORE_URL: 'postgres://u:p@db.example/shop' };
  const read = (urls: string) => loadConfig({ ...store, VITRINE_STORE_REPLICA_URL: urls }).storeReplicaUrls;
  assert.deepEqual(read(one), [one]);
  assert.deepEqual(read(`${one}, ${other}`), [one, other]);
  assert.deepEqual(faultsOf({ VITRINE_STORE_REPLICA_URL: one }), [
    'VITRINE_STORE_URL is missing: VITRINE_STORE_REPLICA_URL needs it',
  ]);
  assert.match(
    faultsOf({ ...store, VITRINE_STORE_REPLICA_URL: `${one},r2.example` })[0] ?? '',
    /^VITRINE_STORE_REPLICA_URL entry 2 is not a URL that begins with postgres:\/\//,
  );
});

test('a captcha needs its address and its secret, and the secret goes nowhere in the clear', () => {
  const url = 'https://captcha.example/siteverify';
  const secret = 'shh';
  const good = loadConfig({ VITRINE_CAPTCHA_VERIFY_URL: url, VITRINE_CAPTCHA_SECRET: secret });
  assert.deepEqual([good.captchaVerifyUrl, good.captchaSecret], [url, secret]);
  assert.deepEqual(faultsOf({ VITRINE_CAPTCHA_VERIFY_URL: url }), [
    'VITRINE_CAPTCHA_SECRET is missing: VITRINE_CAPTCHA_VERIFY_URL needs it',
  ]);
  assert.deepEqual(faultsOf({ VITRINE_CAPTCHA_SECRET: secret }), [
    'VITRINE_CAPTCHA_VERIFY_URL is missing: VITRINE_CAPTCHA_SECRET needs it',
  ]);
  for (const bad of ['http://captcha.example/', 'captcha.example', 'ftp://a/', 'https://u:p@a.example/']) {
    const faults = faultsOf({ VITRINE_CAPTCHA_VERIFY_URL: bad, VITRINE_CAPTCHA_SECRET: secret });
    assert.equal(faults.length, 1, bad);
    assert.ok(!faults[0]?.includes(bad));
  }
  const local = { VITRINE_CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/v', VITRINE_CAPTCHA_SECRET: secret };
  assert.equal(loadConfig(local).captchaVerifyUrl, 'http://127.0.0.1:9/v');
});

for (const [name, text, problem] of bad) {
  test(`${name}=${text} is refused`, () => {
    const faults = faultsOf({ [name]: text });
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', problem);
    assert.ok(faults[0]?.startsWith(`${name} `));
  });
}

test('a blank value is as good as none, of every variable', () => {
  const names = [...configVariables.map(({ name }) => name), 'VITRINE_NOT_KNOWN'];
  for (const blank of ['', ' ', '\t']) {
    assert.deepEqual(loadConfig(Object.fromEntries(names.map((name) => [name, blank]))), loadConfig({}));
  }
  assert.deepEqual(
    faultsOf({ VITRINE_CAPTCHA_VERIFY_URL: 'https://captcha.example/', VITRINE_CAPTCHA_SECRET: ' ' }),
    ['VITRINE_CAPTCHA_SECRET is missing: VITRINE_CAPTCHA_VERIFY_URL needs it'],
  );
});

/** As Kubernetes sets them for a Service of this name with a port called `http`. */
const serviceVariables = (service: string) => ({
  [`${service}_SERVICE_HOST`]: '10.96.0.17',
  [`${service}_SERVICE_PORT`]: '80',
  [`${service}_SERVICE_PORT_HTTP`]: '80',
  [`${service}_PORT`]: 'tcp://10.96.0.17:80',
  [`${service}_PORT_80_TCP`]: 'tcp://10.96.0.17:80',
  [`${service}_PORT_80_TCP_PROTO`]: 'tcp',
  [`${service}_PORT_80_TCP_PORT`]: '80',
  [`${service}_PORT_80_TCP_ADDR`]: '10.96.0.17',
  [`${service}_PORT_53_UDP`]: 'udp://10.96.0.17:53',
});

test('what Kubernetes says about its Services is no setting', () => {
  for (const service of ['VITRINE', 'VITRINE_WEB', 'VITRINE_2']) {
    assert.deepEqual(loadConfig(serviceVariables(service)), loadConfig({}), service);
  }
  assert.equal(loadConfig({ ...serviceVariables('VITRINE'), VITRINE_PORT: '9000' }).port, 9000);
  assert.deepEqual(faultsOf({ VITRINE_PORT: 'http://10.96.0.17:80' }).length, 1);
  assert.deepEqual(faultsOf({ VITRINE_SERVICE_PROT: '80' }).length, 1);
});

test('all faults are reported at once, in one message', () => {
  const env = { VITRINE_PORT: 'x', VITRINE_HOST: 'a b', VITRINE_SEARCH_RECORDING: 'maybe', VITRINE_X: '1' };
  assert.equal(faultsOf(env).length, 4);
  assert.throws(() => loadConfig(env), {
    name: 'ConfigError',
    message: /VITRINE_PORT.*VITRINE_X is not a known/s,
  });
});

test('an unknown variable is a fault, with the one that was probably meant', () => {
  assert.deepEqual(faultsOf({ VITRINE_PROT: '80' }), [
    'VITRINE_PROT is not a known variable; did you mean VITRINE_PORT?',
  ]);
  assert.deepEqual(faultsOf({ VITRINE_SOMETHING_ELSE: '1' }), [
    'VITRINE_SOMETHING_ELSE is not a known variable',
  ]);
  assert.deepEqual(faultsOf({ PATH: '/bin', OTHER_PORT: 'x' }), []);
});

test('no value is ever repeated in a message', () => {
  const secret = 'hunter2-correct-horse';
  const env = Object.fromEntries(
    [...configVariables.map(({ name }) => name), 'VITRINE_PASSWORD', 'VITRINE_PORTT']
      .filter((name) => name !== 'VITRINE_DATA_DIR')
      .map((name) => [name, `${secret} @`]),
  );
  env['VITRINE_CORS_ORIGINS'] = `https://user:${secret}@a.example`;
  const faults = faultsOf(env);
  assert.equal(faults.length, configVariables.length + 1);
  assert.ok(!faults.join('\n').includes(secret));
});

test('the table names each variable once, and each default is a value that is taken', () => {
  const names = configVariables.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  const defaults = configVariables.filter((entry) => entry.defaultValue !== '');
  const written = Object.fromEntries(defaults.map((entry) => [entry.name, entry.defaultValue]));
  assert.deepEqual(loadConfig(written), loadConfig({}));
  assert.ok(configVariables.every((entry) => entry.meaning !== '' && entry.allowed !== ''));
});
