// The doctor asks a real server over proxies that do it well and proxies that do not. The proxy has the address 127.0.0.2.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { buildFixture } from '../../test/fixtures/server-fixture.ts';
import type { HttpConfig } from '../http/http-config.ts';
import { checkProxy } from './doctor-proxy.ts';

const PROXY = '127.0.0.2';
/** That of the fixture. */
const secret = Buffer.from('visitor-secret');
type Headers = Record<string, string | string[] | undefined>;
/** What the proxy sends instead of the headers that it got. */
type Rewrite = (headers: Headers, client: string) => Headers;

const startProxied = async (t: TestContext, trustProxy: HttpConfig['trustProxy'], rewrite: Rewrite) => {
  const { server } = buildFixture({ trustProxy });
  const target = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const proxy = createServer((incoming, outgoing) => {
    const headers = rewrite({ ...incoming.headers }, incoming.socket.remoteAddress ?? '');
    const passed = request({
      host: target.hostname,
      port: target.port,
      path: incoming.url,
      headers,
      localAddress: PROXY,
    });
    passed.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    passed.end();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await server.app.close();
  });
  return { direct: target, url: new URL(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`) };
};

const good: Rewrite = (headers, client) => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], client].flat().filter(Boolean).join(', '),
  'x-forwarded-host': headers['host'],
  'x-forwarded-proto': 'http',
});

const found = async (url: URL) => {
  const findings = await checkProxy(url, secret);
  for (const { severity, advice } of findings) assert.equal(advice === undefined, severity === 'ok');
  return findings.map(({ severity, message }) => `${severity} ${message}`).join('\n');
};

test('a proxy that is trusted and rewrites headers is fine, and so is none', {
  timeout: 120_000,
}, async (t) => {
  const { url, direct } = await startProxied(t, [PROXY], good);
  assert.match(
    await found(url),
    /^ok Over http:\S+, the service sees the client 127\.0\.0\.1, the host 127\.0\.0\.1:\d+ and http$/,
  );
  assert.match(await found(direct), /^ok /);
  assert.match(await found(new URL('/shop/', url)), /^problem .*\/shop\/healthz answered with status 404/);
});

test('a proxy that is not trusted is taken for the client', { timeout: 120_000 }, async (t) => {
  const { url } = await startProxied(t, false, (headers, client) => ({
    ...good(headers, client),
    host: 'node-1',
  }));
  const text = await found(url);
  assert.match(text, /^warning The service takes the proxy 127\.0\.0\.2 for the client/m);
  assert.match(text, /^warning The service sees the host node-1, not 127\.0\.0\.1:\d+/m);
});

test('a proxy that leaves headers out, or says another protocol', { timeout: 120_000 }, async (t) => {
  const { url } = await startProxied(t, [PROXY], ({ 'x-forwarded-for': _, ...headers }) => ({
    ...headers,
    host: 'node-1',
    'x-forwarded-proto': 'https',
  }));
  const text = await found(url);
  assert.match(text, /^warning The service sees https for a request over http/m);
  assert.match(text, /^warning The service sees the host node-1/m);
});

test('headers that clients send themselves must not be believed', { timeout: 120_000 }, async (t) => {
  const { url, direct } = await startProxied(t, true, (headers) => headers);
  for (const address of [url, direct]) {
    const text = await found(address);
    assert.match(text, /^problem The service believes the X-Forwarded-For of any client/m);
    assert.match(text, /^problem The service believes the X-Forwarded-Host of any client/m);
  }
});

test('what is no service of this installation is told', { timeout: 120_000 }, async (t) => {
  const { url } = await startProxied(t, false, ({ 'x-vitrine-question': _, ...headers }) => headers);
  assert.match(await found(url), /^problem http:\S+\/healthz answered with status 200, but not as/);
  assert.match(
    await found(new URL('http://127.0.0.1:1')),
    /^problem http:\/\/127\.0\.0\.1:1\/healthz cannot be asked: /,
  );
  const [none] = await checkProxy(url, undefined);
  assert.equal(none?.severity, 'problem');
  const other = await checkProxy(url, Buffer.from('1'.repeat(32)));
  assert.match(other[0]?.message ?? '', /not as a service of this installation/);
});
