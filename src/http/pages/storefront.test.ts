// The demo storefront over the wire: where it is, that it loads files of this service only, and that it is sent for nothing else.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { linksOf, strictHeaders } from '../../../test/fixtures/page-checks.ts';
import { buildFixture, scope, secrets } from '../../../test/fixtures/server-fixture.ts';

const demo = { ...scope, catalogId: 'c"1' };
const pages = [
  '/storefront',
  '/storefront/search?q=tent&facet=color:red',
  '/storefront/category/c1',
  '/storefront/campaign/winter',
  '/storefront/products/p1',
  '/storefront/journal',
  '/storefront/journal/night-sky?lang=de',
  '/storefront/forms/contact',
];

test('every page of the shop is one document with the ids of the demo, and without a secret', async () => {
  const { server } = buildFixture({}, { demo });
  const bodies = new Set<string>();
  for (const url of pages) {
    const response = await server.app.inject({ url });
    assert.equal(response.statusCode, 200, url);
    assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(response.headers['cache-control'], 'no-cache');
    for (const [name, value] of Object.entries(strictHeaders))
      assert.equal(response.headers[name], value, `${url} ${name}`);
    bodies.add(response.body);
  }
  const [body = ''] = bodies;
  assert.equal(bodies.size, 1);
  assert.ok(body.includes(`data-tenant-id="${scope.tenantId}"`));
  assert.ok(body.includes('data-catalog-id="c&quot;1"'));
  for (const secret of Object.values(secrets)) assert.ok(!body.includes(secret));
  const { loaded, linked, inline } = linksOf(body);
  assert.equal(loaded.length, 3);
  assert.deepEqual([linked, inline], [[], []]);
});

test('what the shop loads is kept for ever, compressed ahead and protected; what is missing is no page', async () => {
  const { server } = buildFixture({}, { demo });
  const { loaded } = linksOf((await server.app.inject({ url: '/storefront' })).body);
  for (const url of loaded) {
    assert.match(url, /^\/assets\/[a-z]+-[0-9a-f]{10}\.(?:js|css|svg)$/);
    const plain = await server.app.inject({ url });
    for (const [coding, ending] of [
      ['br', '.br'],
      ['gzip', '.gz'],
    ] as const) {
      const { statusCode, headers, rawPayload } = await server.app.inject({
        url,
        headers: { 'accept-encoding': coding },
      });
      assert.equal(statusCode, 200, url);
      assert.equal(headers['content-encoding'], coding);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      for (const [name, value] of Object.entries(strictHeaders)) assert.equal(headers[name], value, name);
      // The bytes of the stored file: nothing was compressed for this request.
      const stored = new URL(`../../../pages/built/storefront/${basename(url)}${ending}`, import.meta.url);
      assert.deepEqual(rawPayload, readFileSync(stored));
      assert.ok(rawPayload.length < plain.rawPayload.length, `${url} ${coding}`);
    }
    const missing = await server.app.inject({
      url: url.replace(/-[0-9a-f]{10}/, '-0000000000'),
      headers: { accept: 'text/html' },
    });
    assert.equal(missing.statusCode, 404);
    assert.equal(missing.json().Error.name, 'RouteNotFound');
    assert.equal(missing.headers['cache-control'], 'no-store');
  }
});

test('an address that no page has is a failure, not the document', async () => {
  const { server } = buildFixture({}, { demo });
  for (const url of ['/storefront/x', '/storefront/products', '/storefront/journal/a/b']) {
    const response = await server.app.inject({ url });
    assert.equal(response.statusCode, 404, url);
    assert.equal(response.json().Error.name, 'RouteNotFound');
  }
  const posted = await server.app.inject({ method: 'POST', url: '/storefront' });
  assert.equal(posted.statusCode, 405);
  assert.equal(posted.headers['allow'], 'GET, HEAD');
});

test('without the demo there is no storefront, and the start page names none', async () => {
  const other = buildFixture({}, { demo });
  other.environment = undefined;
  const headers = { accept: 'text/html' };
  for (const { server } of [buildFixture(), other]) {
    for (const url of pages) assert.equal((await server.app.inject({ url })).statusCode, 404, url);
    const { body } = await server.app.inject({ url: '/', headers });
    assert.ok(!body.includes('href="/storefront"'));
  }
  const { server } = buildFixture({}, { demo });
  assert.ok((await server.app.inject({ url: '/', headers })).body.includes('href="/storefront"'));
});
