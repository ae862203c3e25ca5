// Cached responses are those that would be made, for whom they would be made, and for no longer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Counting, callOf, openCounting, ways } from '../../../test/fixtures/counting-fixture.ts';
import {
  allNames,
  calls,
  NOW,
  operationOf,
  SEARCH,
  scope,
  scoped,
  secrets,
} from '../../../test/fixtures/server-fixture.ts';
import type { OperationName } from '../../contract/routes.ts';
import type { Environment } from '../../domain/access/scope.ts';

const OTHER_TENANT = { ...scoped, 'x-tenant-id': 'globex' };

/** A test for either way. */
const both = (what: string, run: (counting: Counting, way: (typeof ways)[number]) => Promise<void>): void => {
  for (const way of ways) {
    test(`${way}: ${what}`, async (context) => run(await openCounting(context, way), way));
  }
};

const repeatable = allNames.filter((name) => operationOf(name).isCacheable === true) as OperationName[];

/** Changes of products do not outdate their responses. */
const independentOfProducts: ReadonlySet<string> = new Set([
  'search-content',
  'popular-terms',
  'list-content-models',
  'get-content-model',
  'list-records',
  'get-record',
  'list-versions',
  'get-version',
  'compare-versions',
  'get-page',
  'get-page-by-slug',
  'list-forms',
]);

const secretOf = (name: OperationName): string =>
  operationOf(name).access === 'full' ? secrets.full : secrets.read;

test('what may be cached only reads, and what only reads for a storefront or an editor may', () => {
  const posted = [
    'count-products',
    'search-products',
    'search-facets',
    'lookup-products',
    'suggest-searches',
  ];
  const isRead = (name: string) => operationOf(name).method === 'GET' || posted.includes(name);
  assert.deepEqual(
    allNames.filter((name) => isRead(name) && operationOf(name).scope.startsWith('headers')),
    // The stamp of a form says when it was given out.
    [...repeatable, 'get-form'],
  );
});

for (const name of repeatable) {
  both(
    `${name}: the same response until something is committed, headers and all`,
    async ({ signal, ask, routed, fixture }, way) => {
      const bearer = { authorization: `Bearer ${secretOf(name)}` };
      const first = await ask(name, bearer);
      const second = await ask(name, bearer);
      assert.equal(second.body, first.body);
      const { 'x-request-id': firstId, date: _first, ...firstHeaders } = first.headers;
      const { 'x-request-id': secondId, date: _second, ...secondHeaders } = second.headers;
      assert.deepEqual(secondHeaders, firstHeaders);
      assert.notEqual(secondId, firstId);
      assert.equal(fixture.carried.length, 1);
      assert.equal(routed() <= (way === 'routed' ? 2 : 1), true);
      const { visitor } = fixture.recorded[0] ?? assert.fail();
      const search = { tenantId: scope.tenantId, workspaceId: scope.workspaceId, ...SEARCH, visitor };
      assert.deepEqual(fixture.recorded, [search, search], 'a search counts each time');
      signal.at = 2;
      signal.products = 1;
      const isSame = (await ask(name, bearer)).body === first.body;
      assert.equal(isSame, independentOfProducts.has(name), 'a product has changed');
      signal.at = 3;
      assert.notEqual((await ask(name, bearer)).body, first.body);
    },
  );

  both(`${name}: another URL, scope, host or token is another question`, async ({ fixture, ask }) => {
    const bearer = { authorization: `Bearer ${secretOf(name)}` };
    const seen = new Set([(await ask(name, bearer)).body]);
    const others = [
      await ask(name, { authorization: `bearer  ${secretOf(name)}` }),
      await ask(name, { ...bearer, host: 'shop.test' }),
      await ask(name, bearer, calls[name].url.includes('?') ? '&x=1' : '?x=1'),
    ];
    for (const { body } of others) {
      assert.ok(!seen.has(body));
      seen.add(body);
    }
    // A foreign scope is refused, whatever was sent in the own one.
    assert.equal((await ask(name, { ...OTHER_TENANT, ...bearer })).status, 403);
    assert.equal((await ask(name, { authorization: `Bearer ${secrets.revoked}` })).status, 401);
    assert.ok(fixture.carried.length >= 3);
  });
}

both('a token that has ended is refused, though its response is cached', async ({ fixture, ask }) => {
  const bearer = { authorization: `Bearer ${secrets.ending}` };
  assert.equal((await ask('get-content-model', bearer)).status, 200);
  fixture.now = new Date(NOW.getTime() + 1_000);
  assert.equal((await ask('get-content-model', bearer)).status, 401);
});

both('who asks is looked up again once that has changed, and only then', async ({ signal, fixture, ask }) => {
  const bearer = { authorization: `Bearer ${secrets.read}` };
  const askTimes = async (times: number) => {
    for (let time = 0; time < times; time += 1) await ask('get-content-model', bearer);
    return fixture.lookups;
  };
  const first = await askTimes(1);
  signal.at += 1;
  assert.equal(await askTimes(2), first);
  signal.accessAt += 1;
  assert.ok((await askTimes(1)) > first);
});

both('only what anybody may read is for shared caches', async ({ signal, fixture, ask }) => {
  const kept = async (headers: Record<string, string> = {}): Promise<string[]> => {
    // Made, and sent from memory.
    const responses = [await ask('popular-terms', headers), await ask('popular-terms', headers)];
    return responses.map(({ headers: sent }) => String(sent['cache-control']).split(',')[0] ?? '');
  };
  const bearer = { authorization: `Bearer ${secrets.read}` };
  assert.deepEqual(await kept(), ['public', 'public']);
  assert.deepEqual(await kept(bearer), ['private', 'private']);
  fixture.environment = { ...(fixture.environment as Environment), access: 'token_required' };
  signal.at += 1;
  signal.accessAt += 1;
  assert.deepEqual(await kept(bearer), ['private', 'private']);
  assert.equal((await ask('popular-terms')).status, 401);
});

both('a failure is never remembered', async ({ fixture, ask }) => {
  const { carry } = fixture;
  fixture.carry = () => {
    throw new Error('the store is away');
  };
  assert.equal((await ask('popular-terms')).status, 500);
  fixture.carry = carry;
  assert.equal((await ask('popular-terms')).status, 200);
});

both('a response that something was committed under is not cached', async ({ signal, fixture, ask }) => {
  const { carry } = fixture;
  fixture.carry = (carried) => {
    signal.at += 1;
    return carry(carried);
  };
  const first = await ask('popular-terms');
  fixture.carry = carry;
  assert.notEqual((await ask('popular-terms')).body, first.body);
});

both(
  'no response is older than the one before, which was made while the revision was unknown',
  async ({ signal, ask }) => {
    for (const name of ['popular-terms', 'count-products'] as const) {
      const first = await ask(name);
      assert.equal((await ask(name)).body, first.body);
      Object.assign(signal, { at: Number.NaN, accessAt: Number.NaN });
      const second = await ask(name);
      assert.notEqual(second.body, first.body);
      Object.assign(signal, { at: 1, accessAt: 1 });
      assert.notEqual((await ask(name)).body, first.body);
    }
  },
);

both('a host that leads elsewhere, or an environment that changed, is another question', async (counting) => {
  const { signal, fixture, send } = counting;
  const ask = async () => {
    signal.accessAt += 1;
    const { status, body } = await send({
      method: 'GET',
      url: calls['list-forms'].url,
      headers: { host: 'shop.test' },
    });
    assert.equal(status, 200);
    return body;
  };
  const first = await ask();
  assert.equal(await ask(), first);
  fixture.environment = { ...(fixture.environment as Environment), defaultLocale: 'de' };
  const second = await ask();
  assert.notEqual(second, first);
  fixture.hostScope = { ...scope, workspaceId: 'elsewhere' };
  assert.ok(![first, second].includes(await ask()));
});

both('a body decides too', async ({ send }) => {
  const count = async (body: string) => (await send({ ...callOf('count-products'), body })).body;
  const first = await count('{"search_term":"tent"}');
  assert.equal(await count('{"search_term":"tent"}'), first);
  assert.notEqual(await count('{"search_term":"lamp"}'), first);
});

both('a HEAD and a conditional GET are served from the cache as well', async ({ fixture, ask, send }) => {
  const first = await ask('popular-terms');
  const tag = String(first.headers['etag']);
  assert.equal((await ask('popular-terms', { 'if-none-match': tag })).status, 304);
  const head = await send({ ...callOf('popular-terms'), method: 'HEAD' });
  assert.equal(head.headers['content-length'], first.headers['content-length']);
  assert.equal(head.headers['etag'], tag);
  assert.equal(head.body, '');
  assert.equal(fixture.carried.length, 1);
});

both('what is not sent is never taken for anything that is', async ({ fixture, ask, send }) => {
  const byHost = (headers: Record<string, string>) =>
    send({ method: 'GET', url: calls['list-forms'].url, headers: { host: 'shop.test', ...headers } });
  assert.equal((await byHost({})).status, 200);
  assert.equal((await byHost({ authorization: 'undefined' })).status, 401);
  assert.equal((await byHost({ authorization: '' })).status, 401);
  assert.equal(
    (await byHost({ 'x-tenant-id': '', 'x-workspace-id': '', 'x-environment-id': '' })).status,
    400,
  );
  const carried = fixture.carried.length;
  await byHost({
    'x-tenant-id': 'undefined',
    'x-workspace-id': 'undefined',
    'x-environment-id': 'undefined',
  });
  assert.equal(fixture.carried.length, carried + 1);
  assert.equal(fixture.carried.at(-1)?.caller.environment, undefined);
  assert.equal((await ask('popular-terms')).status, 200);
  assert.equal((await ask('popular-terms', { authorization: 'undefined' })).status, 401);
});

both('a response that changes at a known time is not sent from that time on', async ({ fixture, ask }) => {
  const bearer = { authorization: `Bearer ${secrets.read}` };
  const expiresAt = NOW.getTime() + 60_000;
  const { carry } = fixture;
  fixture.carry = (carried) => {
    carried.caller.noteExpiry(() => expiresAt + 5);
    carried.caller.noteExpiry(() => expiresAt);
    return carry(carried);
  };
  const first = await ask('count-products', bearer);
  fixture.now = new Date(expiresAt - 1);
  assert.equal((await ask('count-products', bearer)).body, first.body);
  fixture.now = new Date(expiresAt);
  const second = await ask('count-products', bearer);
  assert.notEqual(second.body, first.body);
  assert.notEqual((await ask('count-products', bearer)).body, second.body, 'what has expired is not kept');
});

both('no shared cache may show a response beyond its time', async ({ fixture, ask }) => {
  const spanMs = 35_000;
  const expiresAt = NOW.getTime() + 60_000;
  const { carry } = fixture;
  fixture.carry = (carried) => {
    carried.caller.noteExpiry(() => expiresAt);
    return carry(carried);
  };
  const controlAt = async (at: number): Promise<string> => {
    fixture.now = new Date(at);
    return String((await ask('popular-terms')).headers['cache-control']);
  };
  const shared = 'public, max-age=0, s-maxage=5, stale-while-revalidate=30';
  assert.equal(await controlAt(NOW.getTime()), shared);
  assert.equal(await controlAt(expiresAt - spanMs - 1), shared);
  assert.equal(await controlAt(expiresAt - spanMs), 'private, no-cache');
  assert.equal(await controlAt(expiresAt - 1), 'private, no-cache');
  assert.equal(await controlAt(expiresAt), 'private, no-store');
  assert.equal(fixture.carried.length, 3, 'made for each of them once');
});
