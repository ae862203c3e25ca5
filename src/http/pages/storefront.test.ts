// The demo storefront over the wire: where it is, that it loads files of this service only, and that nothing else is answered with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  const { server } = buildFixture({}, undefined, demo);
  const bodies = new Set<string>();
  for (const url of pages) {
    const response = await server.app.inject({ url });
    assert.equal(response.statusCode, 200, url);
    assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(response.headers['cache-control'], 'no-cache');
    assert.match(
      String(response.headers['content-security-policy']),
      /^default-src 'none'; script-src 'self'/,
    );
    bodies.add(response.body);
  }
  const [body = ''] = bodies;
  assert.equal(bodies.size, 1);
  assert.ok(body.includes(`data-tenant-id="${scope.tenantId}"`));
  assert.ok(body.includes('data-catalog-id="c&quot;1"'));
  for (const secret of Object.values(secrets)) assert.ok(!body.includes(secret));
  const loaded = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  assert.equal(loaded.length, 3);
  for (const url of loaded) {
    const { statusCode, headers } = await server.app.inject({ url });
    assert.equal(statusCode, 200, url);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  }
});

test('an address that no page has is a failure, not the document', async () => {
  const { server } = buildFixture({}, undefined, demo);
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
  const other = buildFixture({}, undefined, demo);
  other.environment = undefined;
  const headers = { accept: 'text/html' };
  for (const { server } of [buildFixture(), other]) {
    for (const url of pages) assert.equal((await server.app.inject({ url })).statusCode, 404, url);
    const { body } = await server.app.inject({ url: '/', headers });
    assert.ok(!body.includes('href="/storefront"'));
  }
  const { server } = buildFixture({}, undefined, demo);
  assert.ok((await server.app.inject({ url: '/', headers })).body.includes('href="/storefront"'));
});
