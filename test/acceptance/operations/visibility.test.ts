// The next request of a running service sees what another process wrote, and a revoked token is invalid at once:
// stronger than "within a second", and without a clock. Over PostgreSQL it may take a moment: docs/scaling.md.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { absent, home, PRODUCTION, productsOf, shared } from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import {
  buildCall,
  type Call,
  createToken,
  dataOf,
  errorOf,
  outcomeOf,
  searchResultOf,
  startFixture,
} from '../service/fixture-service.ts';
import { startService } from '../service/running-service.ts';
import { isOverPostgres } from '../service/test-database.ts';
import { openWireClient } from '../service/wire-client.ts';
import { goodCalls } from './good-calls.ts';

const fixture = await startFixture();
const { call, service } = fixture;

type Lines = Parameters<typeof toBundle>[0];

const importLines = (lines: Lines, ...words: string[]) =>
  runHere(service.dataDir, ['import', '-', ...words], {
    input: toBundle([{ kind: 'scope', tenant_id: home.tenant, workspace_id: home.workspace }, ...lines]),
  });

const imported = async (...lines: Lines): Promise<void> => {
  const { code, err } = await importLines(lines);
  assert.equal(code, 0, err);
};

/** Over PostgreSQL waits for the commit of another process to be noticed, as this shows; everything else of it is then known too. */
const untilNoticed = async (isNoticed: () => Promise<boolean>): Promise<void> => {
  if (isOverPostgres()) await waitUntil('the commit is noticed', isNoticed, 20);
};

const item = (provider_id: string, title: string) => ({
  kind: 'content_item' as const,
  catalog_id: shared.catalog,
  provider_id,
  locale: 'en-us',
  type: 'page',
  title,
  url: `/${provider_id}`,
  created_at: '2026-03-01',
});

const found = async (q: string, more: Call = {}): Promise<string[]> => {
  const response = await call('search-content', { query: { catalog_id: shared.catalog, q }, ...more });
  return searchResultOf(response).data.map(({ title }) => title);
};

const count = async (body: object): Promise<number> =>
  dataOf<{ result: { total_count: number } }>(await call('count-products', { body })).result.total_count;

const product = (id: string, name: string) => ({
  kind: 'product' as const,
  catalog_id: shared.catalog,
  id,
  name,
  category_ids: ['c-new'],
});

const names = async (more: Call = {}): Promise<string[]> => {
  const response = await call('list-forms', { query: { fields: 'display_name', limit: 100 }, ...more });
  return dataOf<{ item: { items: { display_name: string }[] } }>(response).item.items.map(
    ({ display_name }) => display_name,
  );
};

/** One product of the fixture is for a customer group. */
const PRODUCTS = productsOf(home) - 1;
const newHost: Call = { place: null, host: 'new.acme.test' };
const catalog = { kind: 'catalog' as const, id: shared.catalogOf[PRODUCTION], environment_ids: [PRODUCTION] };
const environment = { kind: 'environment' as const, id: PRODUCTION, default_locale: 'en-us' };

const searchOther = async (token?: string): Promise<string> => {
  const query = { catalog_id: shared.catalogOf[PRODUCTION], q: 'a' };
  return outcomeOf(await call('search-content', { query, token }));
};

test('what is new: content, products, forms, domains, terms, publications', async () => {
  assert.deepEqual(await found('marmalade'), []);
  assert.deepEqual(await found('chronicle two'), ['Chronicle one acmeweb']);
  assert.equal(await count({}), PRODUCTS);
  assert.equal((await call('list-forms', newHost)).status, 404);
  await imported(
    item('new-1', 'Marmalade one'),
    item('new-2', 'Marmalade two'),
    product('n1', 'Copper kettle'),
    product('n2', 'Copper pan'),
    { kind: 'category', catalog_id: shared.catalog, id: 'c-new', name: 'Kitchen', parent_id: null },
    { kind: 'form', id: absent.uuid, name: 'new', created_at: '2026-03-01', display_name: 'Brand new' },
    { kind: 'domain', host: 'new.acme.test', environment_id: PRODUCTION },
    { kind: 'popular_term', catalog_id: shared.catalog, rank: 1, term: 'brand new' },
    {
      kind: 'publication',
      record_id: shared.record,
      environment_id: PRODUCTION,
      version_id: shared.versions[1],
      published_at: '2026-03-01',
    },
  );
  await untilNoticed(async () => (await found('marmalade')).length === 2);
  assert.deepEqual((await found('marmalade')).toSorted(), ['Marmalade one', 'Marmalade two']);
  assert.equal((await found('chronicle two'))[0], 'Chronicle two acmeweb');
  assert.equal(await count({}), PRODUCTS + 2);
  assert.equal(await count({ category_name: 'kitchen' }), 2);
  assert.ok((await names()).includes('Brand new'));
  assert.deepEqual(await names(newHost), await names());
  assert.match((await call('popular-terms', goodCalls['popular-terms'])).text, /^\["brand new",/);
});

test('what is changed: texts, synonyms, merchandising', async () => {
  assert.equal(await count({ search_term: 'teapot' }), 0);
  assert.equal(await count({ search_term: 'copper' }), 2);
  const when = { search_term: 'copper' };
  await imported(
    item('new-1', 'Marmalade three'),
    item('new-2', 'Nothing of it'),
    { kind: 'synonyms', catalog_id: shared.catalog, id: 'syn', words: ['teapot', 'kettle'] },
    { kind: 'merchandising_rule', catalog_id: shared.catalog, id: 'hide-n2', when, hide: ['n2'] },
  );
  await untilNoticed(async () => (await found('marmalade')).length === 1);
  assert.deepEqual(await found('marmalade'), ['Marmalade three']);
  assert.equal(await count({ search_term: 'teapot' }), 1);
  assert.equal(await count({ search_term: 'copper' }), 1);
});

test('what is closed: a catalog without search, an environment that wants a token; and both opened again', async () => {
  const { secret: token } = await createToken(fixture, { permission: 'read' });
  assert.equal(await searchOther(), '200');
  await imported({ ...catalog, content_search: false }, { ...environment, access: 'token_required' });
  await untilNoticed(async () => (await searchOther(token)) !== '200');
  assert.equal(await searchOther(token), '500 ContentSearchNotConfigured content_search_not_configured');
  for (const name of ['search-content', 'count-products', 'popular-terms', 'list-forms'] as const) {
    assert.equal(outcomeOf(await call(name, goodCalls[name])), '401 Unauthorized token_missing', name);
  }
  await imported({ ...catalog, environment_ids: [] }, { ...environment, access: 'open' });
  await untilNoticed(async () => !(await searchOther()).startsWith('401'));
  assert.equal(await searchOther(), '404 CatalogNotFound catalog_not_found');
});

test('an import that is refused leaves every response as it was', async () => {
  const before = await found('lantern');
  const { code } = await importLines([
    item('post-1', 'Lantern changed'),
    { kind: 'domain', host: 'x.test', environment_id: absent.id },
  ]);
  assert.equal(code, 1);
  assert.deepEqual(await found('lantern'), before);
  assert.deepEqual(await found('changed'), []);
});

test('a token works as soon as it is made, and is dead as soon as it is revoked', async () => {
  const held = await createToken(fixture, { permission: 'full' });
  const ask = async () =>
    outcomeOf(await call('get-content-model', { ...goodCalls['get-content-model'], token: held.secret }));
  assert.equal(await ask(), '200');
  assert.equal((await runHere(service.dataDir, ['token', 'revoke', held.id])).code, 0);
  await untilNoticed(async () => (await ask()) !== '200');
  assert.equal(await ask(), '401 Unauthorized token_invalid');
});

test('two services over one folder: what one publishes, the other shows', async () => {
  const second = await startService(service.dataDir);
  const wire = openWireClient(second.address);
  after(async () => {
    wire.close();
    await second.stop();
  });
  const callSecond = buildCall(wire, second.log);
  const query = { catalog_id: shared.catalog, q: 'chronik drei', locale: 'de' };
  const titles = async () =>
    searchResultOf(await callSecond('search-content', { query })).data.map(({ title }) => title);
  assert.deepEqual(await titles(), []);
  const { secret: token } = await createToken(fixture, { permission: 'full' });
  const body = { version_data: [{ environment_id: PRODUCTION, version_id: shared.versions[2] }] };
  const response = await call('publish-versions', { ...goodCalls['publish-versions'], body, token });
  assert.equal(response.status, 200);
  await untilNoticed(async () => (await titles()).length > 0);
  assert.deepEqual(await titles(), ['Chronik drei acmeweb']);
});

test('more products than are brought in at once: no count while most are missing, then it grows to the right one and stays there', async () => {
  const many = 2_500;
  const criteria = { collection_id: 'a-large-import' };
  /** Undefined: the index was not ready within the time of a request. */
  const countIfReady = async (): Promise<number | undefined> => {
    const response = await call('count-products', { body: criteria });
    if (response.status !== 503)
      return dataOf<{ result: { total_count: number } }>(response).result.total_count;
    assert.match(String(errorOf(response).code), /^(?:index_not_ready|position_not_reached)$/);
    return undefined;
  };
  assert.equal(await count(criteria), 0);
  await imported(
    ...Array.from({ length: many }, (_, at) => ({
      ...product(`large-${at}`, `Large ${at}`),
      collection_ids: [criteria.collection_id],
    })),
  );
  let seen = 0;
  await waitUntil(`${many} are counted`, async () => {
    const next = await countIfReady();
    if (next === undefined) return false;
    assert.ok(next >= seen, 'a count went back');
    // Products being built are neither indexed nor pending.
    assert.ok(next === 0 || next > many / 4, String(next));
    seen = next;
    return seen === many;
  });
  assert.equal(await count(criteria), many);
});
