// Pages and the files they load, over the wire: who gets what at the start page, codings, conditions, caching, security headers,
// and that a missing file is a failure and never a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { linksOf, strictHeaders } from '../../../test/fixtures/page-checks.ts';
import { buildFixture, scope, scoped, secrets } from '../../../test/fixtures/server-fixture.ts';
import { listDocuments } from '../../pages/docs/documents.ts';
import { wantsHtml } from './accept.ts';
import { originOf } from './origin.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const html = { accept: BROWSER };
const demo = { ...scope, catalogId: 'c1' };

type Fixture = ReturnType<typeof buildFixture>;
const get = ({ server }: Fixture, url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

test('browsers get a page, programs an index', () => {
  for (const accept of [BROWSER, 'text/html', 'text/html;q=0.5', 'application/json;q=0.5,text/html'])
    assert.equal(wantsHtml(accept), true, accept);
  assert.equal(wantsHtml(undefined), false);
  for (const accept of [
    '',
    '*/*',
    'application/json',
    'application/json, text/html;q=0.9',
    'text/html;q=0',
    ',',
  ])
    assert.equal(wantsHtml(accept), false, accept);
});

test('the start page and the index share an address, and caches keep them apart', async () => {
  const fixture = buildFixture();
  const page = await get(fixture, '/', html);
  assert.equal(page.statusCode, 200);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(page.body, /^<!doctype html>\n<html lang="en">/);
  const index = await get(fixture, '/');
  assert.equal(index.headers['content-type'], 'application/json; charset=utf-8');
  const { links, name } = index.json();
  assert.equal(name, 'Vitrine');
  for (const path of Object.values<string>(links))
    assert.equal((await get(fixture, path, html)).statusCode, 200, path);
  for (const { headers } of [page, index]) {
    assert.equal(headers['vary'], 'accept, host, accept-encoding');
    assert.equal(headers['cache-control'], 'no-cache');
  }
  assert.notEqual(page.headers['etag'], index.headers['etag']);
});

test('the start page has requests with the address under which it was reached', async () => {
  const fixture = buildFixture({}, { demo });
  const at = async (host: string) => (await get(fixture, '/', { ...html, host })).body;
  const byDomain = await at('shop.test');
  assert.match(byDomain, /curl -s &#39;http:\/\/shop\.test\/apis\//);
  assert.equal(byDomain.match(/x-tenant-id/g)?.length, 1, 'content search always needs its scope');
  const elsewhere = await at('10.0.0.7:8080');
  assert.match(elsewhere, /&#39;http:\/\/10\.0\.0\.7:8080\/apis\//);
  assert.equal(elsewhere.match(/x-tenant-id: acme/g)?.length, 3);
  assert.match(elsewhere, /catalog_id=c1/);
  // More hosts than pages are kept.
  for (let port = 1; port < 40; port += 1) assert.ok((await at(`h:${port}`)).includes(`http://h:${port}/`));
});

test('the demo is mentioned only where it is', async () => {
  const without = await get(buildFixture(), '/', html);
  const other = buildFixture({}, { demo });
  other.environment = undefined;
  for (const { body } of [without, await get(other, '/', html)]) {
    assert.ok(!body.includes('acme') && !body.includes('Fjordlight'), body);
    assert.equal(body.match(/curl -s/g)?.length, 3);
  }
  assert.match((await get(buildFixture({}, { demo }), '/', html)).body, /Fjordlight/);
});

test('a host that is no address is not shown', async () => {
  const fixture = buildFixture();
  for (const host of [
    "a';id;'",
    '<script>alert(1)</script>',
    '"',
    'a b',
    'a/b',
    '$(id)',
    `${'a'.repeat(300)}`,
    '-a',
  ]) {
    assert.equal(originOf({ protocol: 'http', host }), 'http://localhost', host);
    const { body } = await get(fixture, '/', { ...html, host });
    assert.ok(!body.includes(`http://${host}`), host);
  }
  for (const host of ['a', 'shop.example.com', '127.0.0.1:1', '[::1]:8080', 'x'.repeat(253)])
    assert.equal(originOf({ protocol: 'https', host }), `https://${host}`);
  assert.equal(originOf({ protocol: 'gopher' as 'http', host: 'A' }), 'http://a');
});

const pages = ['/', '/docs', '/docs/operations', '/docs/decisions/0017-http-edge', '/reference'];

test('pages load files of this service only, and what they link to is there', async () => {
  const fixture = buildFixture();
  const documents = await listDocuments();
  for (const path of pages) {
    const { body } = await get(fixture, path, html);
    const { loaded, linked, inline } = linksOf(body);
    assert.deepEqual(inline, [], path);
    assert.ok(loaded.length >= 3);
    for (const file of loaded) assert.match(file, /^\/assets\/[a-z]+-[0-9a-f]{10}\.(?:js|css|svg)$/);
    for (const target of new Set([...loaded, ...linked].map((link) => link.split('#', 1)[0] ?? ''))) {
      // To render all of them would take long; that each can be is tested elsewhere.
      if (documents.has(target) || target.startsWith('https://')) continue;
      assert.equal((await get(fixture, target, html)).statusCode, 200, `${path}: ${target}`);
    }
  }
});

const firstAsset = async (fixture: Fixture): Promise<string> =>
  linksOf((await get(fixture, '/', html)).body).loaded.find((path) => path.endsWith('.css')) ?? '';

test('every page and file has the strict headers, and its own for each coding', async () => {
  const fixture = buildFixture();
  const asset = await firstAsset(fixture);
  for (const url of [...pages, asset]) {
    const plain = await get(fixture, url, html);
    assert.equal(plain.headers['content-encoding'], undefined);
    const tags = new Set<unknown>();
    for (const [accepted, coding, decode] of [
      ['identity', undefined, (bytes: Buffer) => bytes],
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
    ] as const) {
      const response = await get(fixture, url, { ...html, 'accept-encoding': accepted });
      for (const [name, value] of Object.entries(strictHeaders))
        assert.equal(response.headers[name], value, name);
      assert.equal(response.headers['content-encoding'], coding, `${url} ${accepted}`);
      assert.match(String(response.headers['vary']), /accept-encoding$/);
      assert.deepEqual(decode(response.rawPayload), plain.rawPayload);
      tags.add(response.headers['etag']);
      const head = await fixture.server.app.inject({
        method: 'HEAD',
        url,
        headers: { ...html, 'accept-encoding': accepted },
      });
      assert.equal(head.statusCode, 200);
      assert.equal(head.body, '');
      for (const name of ['etag', 'content-type', 'content-encoding', 'cache-control', 'content-length'])
        assert.equal(head.headers[name], response.headers[name], `${url} ${name}`);
      const held = await get(fixture, url, {
        ...html,
        'accept-encoding': accepted,
        'if-none-match': String(response.headers['etag']),
      });
      assert.deepEqual([held.statusCode, held.body], [304, '']);
      for (const name of ['etag', 'vary', 'cache-control', 'content-security-policy'])
        assert.equal(held.headers[name], response.headers[name]);
      assert.equal(held.headers['content-type'], undefined);
      assert.equal(held.headers['content-encoding'], undefined);
    }
    assert.equal(tags.size, 3);
    assert.equal(
      plain.headers['cache-control'],
      url === asset ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
  }
});

test('a file that is not there is a failure in the usual envelope, and nobody keeps it', async () => {
  const fixture = buildFixture();
  const asset = await firstAsset(fixture);
  for (const url of [
    '/assets/site-0000000000.css',
    '/assets/manifest.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/__proto__',
    `${asset}.br`,
    `${asset}/x`,
    '/assets',
    '/index.html',
    '/docs/nothing',
    '/docs/nothing.md',
    '/docs/decisions/0017-http-edge/x',
    '/docs/..%2fpackage.json',
    '/docs/operations.md.md',
  ]) {
    const isFile = url.startsWith('/assets/');
    for (const headers of [{}, { accept: '*/*' }, ...(isFile ? [html] : [])]) {
      const response = await get(fixture, url, headers);
      assert.equal(response.statusCode, 404, url);
      assert.equal(response.json().Error.name, 'RouteNotFound');
      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(response.headers['cache-control'], 'no-store');
    }
    if (!isFile) await assertMissingPage(fixture, url);
  }
});

/** A browser that asks for a page gets one, whose links lead somewhere, and that says nothing of what was asked for. */
const assertMissingPage = async (fixture: Fixture, url: string): Promise<void> => {
  const { statusCode, headers, body } = await get(fixture, url, html);
  assert.equal(statusCode, 404, url);
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['vary'], 'accept');
  for (const [name, value] of Object.entries(strictHeaders)) assert.equal(headers[name], value, name);
  const { loaded, linked, inline } = linksOf(body);
  assert.deepEqual(inline, []);
  for (const path of ['/', '/reference', '/docs']) assert.ok(linked.includes(path), path);
  for (const path of loaded) assert.equal((await get(fixture, path)).statusCode, 200, path);
};

test('only who asks for a page is told about a missing one in HTML', async () => {
  const fixture = buildFixture();
  const script = '/<script>alert(1)</script>';
  await assertMissingPage(fixture, script);
  assert.equal((await get(fixture, script, html)).body, (await get(fixture, '/nothing', html)).body);
  const posted = await fixture.server.app.inject({ method: 'POST', url: '/nothing', headers: html });
  assert.equal(posted.json().Error.name, 'RouteNotFound');
  const head = await fixture.server.app.inject({ method: 'HEAD', url: '/nothing', headers: html });
  assert.deepEqual([head.statusCode, head.body], [404, '']);
  assert.equal(head.headers['content-type'], 'text/html; charset=utf-8');
  const ofOperation = await get(fixture, '/content/v2/content-models/x', html);
  assert.match(String(ofOperation.headers['content-type']), /^application\/json/);
});

test('a slash after the address of a page leads to the page, and after no other', async () => {
  const fixture = buildFixture({}, { demo });
  for (const path of [
    '/docs',
    '/reference',
    '/docs/operations',
    '/docs/decisions',
    '/storefront',
    '/storefront/search',
    '/storefront/journal/a%20b',
  ])
    for (const query of ['', '?q=a%2Fb/&lang=de'])
      for (const method of ['GET', 'HEAD'] as const) {
        const response = await fixture.server.app.inject({ method, url: `${path}/${query}`, headers: html });
        assert.equal(response.statusCode, 308, path);
        assert.equal(response.headers['location'], path + query);
        assert.equal(response.headers['cache-control'], 'no-cache');
      }
  for (const url of [
    '//docs/',
    '/docs//',
    '//',
    '//elsewhere.test/docs/',
    '/assets/',
    '/healthz/',
    '/docs/a/b/',
  ]) {
    const response = await get(fixture, url);
    assert.equal(response.statusCode, 404, url);
    assert.equal(response.headers['location'], undefined);
  }
  const posted = await fixture.server.app.inject({ method: 'POST', url: '/docs/' });
  assert.equal(posted.statusCode, 404);
});

test('everybody gets the same, whatever scope and token they send', async () => {
  const fixture = buildFixture();
  for (const url of [...pages, '/docs/operations.md', '/llms.txt']) {
    const plain = await get(fixture, url, html);
    assert.equal(plain.statusCode, 200);
    for (const secret of [secrets.full, secrets.operator, 'unknown']) {
      const other = await get(fixture, url, { ...html, ...scoped, authorization: `Bearer ${secret}` });
      assert.deepEqual([other.body, other.headers['etag']], [plain.body, plain.headers['etag']], url);
    }
  }
  assert.equal(fixture.lookups, 0);
  assert.equal(fixture.carried.length, 0);
});

test('documents as they were written, texts and the icon have their types', async () => {
  const fixture = buildFixture();
  for (const [url, type, start] of [
    ['/docs/operations.md', 'text/markdown; charset=utf-8', '# Running Vitrine'],
    ['/docs/decisions.md', 'text/markdown; charset=utf-8', '# Decisions'],
    ['/llms.txt', 'text/plain; charset=utf-8', '# Vitrine'],
    ['/favicon.ico', 'image/svg+xml; charset=utf-8', '<svg'],
  ] as const) {
    const { headers, body } = await get(fixture, url);
    assert.equal(headers['content-type'], type);
    assert.equal(headers['cache-control'], 'no-cache');
    assert.ok(body.startsWith(start), url);
  }
});

test('other methods are refused with those that are allowed', async () => {
  const fixture = buildFixture();
  for (const url of [...pages, await firstAsset(fixture)]) {
    const response = await fixture.server.app.inject({ method: 'POST', url });
    assert.equal(response.statusCode, 405, url);
    assert.equal(response.headers['allow'], 'GET, HEAD');
  }
});

test('with cross-origin access for some, the origin still counts for caches', async () => {
  const fixture = buildFixture({ corsOrigins: ['https://shop.test'] });
  assert.equal((await get(fixture, '/', html)).headers['vary'], 'origin, accept, host, accept-encoding');
});
