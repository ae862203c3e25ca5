// Nothing leaks through what all workspaces have in common: equal ids, tokens, publishing, keys, tags, searches,
// cascades.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { callAt, goodCalls } from '../operations/good-calls.ts';
import { managedCatalog } from '../operations/managed-things.ts';
import {
  absent,
  allPlaces,
  allWorkspaces,
  home,
  markOf,
  ownOf,
  type Place,
  PRODUCTION,
  productsOf,
  STAGING,
  shared,
  type Workspace,
} from '../service/fixture-bundle.ts';
import {
  type Call,
  dataOf,
  OPERATOR,
  operationNames,
  operationOf,
  outcomeOf,
  successOf,
  type WireResponse,
} from '../service/fixture-service.ts';
import { someOf } from '../service/test-database.ts';
import { openIsolationFixture } from './isolation-fixture.ts';
import { assertOnlyMarkOf, inWorkspaces, keptElsewhere, marksIn, placesFor, seen } from './isolation-seen.ts';
import { annex, otherTenant, otherWorkspace } from './isolation-values.ts';

const { fixture, samples, tokens } = await openIsolationFixture();
const { call } = fixture;
const { tokenOf } = samples;
const FEW_OPERATIONS = 4;

// Two visitors search in every workspace; the result is checked at the end, when it has long been written.
for (const workspace of allWorkspaces) {
  for (const visitor of ['one', 'two']) {
    const query = { catalog_id: shared.catalog, q: `lantern ${markOf(workspace)}` };
    const place = { ...workspace, environment: PRODUCTION };
    await call('search-content', { query, place, headers: [['user-agent', visitor]] });
  }
}

/**
 * The marks that a response must contain; none if it only has numbers. The store suite checks that those belong to the
 * workspace.
 */
const marksOf = (name: string, place: Parameters<typeof markOf>[0]): string[] =>
  ['manage-get-usage', 'list-product-visitors', 'get-search-report'].includes(name) ? [] : [markOf(place)];

const byCriteria = [
  'count-products',
  'search-products',
  'search-facets',
  'get-product-search',
  'get-facet-search',
];

test('the operations, asked with the ids that all share, respond with the texts of their own workspace', async () => {
  for (const name of someOf(inWorkspaces, FEW_OPERATIONS)) {
    for (const place of placesFor(name)) {
      const locale = name === 'search-content' ? { locale: 'en-us' } : {};
      const good = await samples.prepare(name, place);
      const query = { ...(typeof good.query === 'object' ? good.query : {}), ...locale };
      const response = await call(name, { ...good, query, token: tokenOf(place) });
      assert.equal(response.status, successOf(name, response), response.text);
      const where = `${name} at ${JSON.stringify(place)} ${response.text}`;
      if (operationOf(name).method === 'GET')
        assert.deepEqual(marksIn(response.text), marksOf(name, place), where);
      else assertOnlyMarkOf(place, response.text, where);
      if (byCriteria.includes(name)) {
        // One product is for a customer group.
        assert.match(response.text, new RegExp(`"total_count":${productsOf(place) - 1}\\b`));
      }
    }
  }
});

test('a token opens its own workspace and nothing else, whatever is asked for', async () => {
  for (const name of someOf(inWorkspaces, FEW_OPERATIONS)) {
    for (const place of placesFor(name)) {
      for (const holder of allWorkspaces) {
        const isOwn = markOf(holder) === markOf(place);
        const good = isOwn ? await samples.prepare(name, place) : callAt(name, place);
        const response = await call(name, { ...good, token: tokenOf(holder) });
        const expected = isOwn ? String(successOf(name, response)) : '403 Forbidden token_scope';
        assert.equal(outcomeOf(response), expected, `${name} ${markOf(place)}`);
      }
      const isOwn =
        markOf(place) === markOf(home) &&
        place.environment === PRODUCTION &&
        operationOf(name).access !== 'manage';
      const good = isOwn ? await samples.prepare(name, place) : callAt(name, place);
      const limited = await call(name, { ...good, token: tokens.production });
      assert.equal(
        outcomeOf(limited),
        isOwn ? String(successOf(name, limited)) : '403 Forbidden token_scope',
      );
    }
  }
});

test('a token of others is refused alike whether the place it asks for exists or not', async () => {
  const nowhere: readonly Place[] = [
    { ...home, tenant: absent.id },
    { ...home, workspace: absent.id },
    { ...home, environment: absent.id },
    { tenant: absent.id, workspace: absent.id, environment: absent.id },
  ];
  for (const name of someOf(operationNames, FEW_OPERATIONS)) {
    const responses = await Promise.all(
      [home, otherWorkspace, annex, ...nowhere].map(async (place) => {
        const response = await call(name, { ...callAt(name, place), token: tokenOf(otherTenant) });
        return JSON.stringify(seen(response, ''));
      }),
    );
    assert.equal(new Set(responses).size, 1, `${name}\n${responses.join('\n')}`);
  }
});

const publishAt = (place: Place, version: string, more: Call = {}): Promise<WireResponse> =>
  call('publish-versions', {
    ...goodCalls['publish-versions'],
    body: { version_data: [{ environment_id: place.environment, version_id: version }] },
    place,
    token: tokenOf(place),
    ...more,
  });

/** Everything that a publish could change, as every scope shows it. */
const snapshot = async (places: readonly Place[]): Promise<string[]> =>
  Promise.all(
    places.flatMap((place) =>
      ['chronicle', 'chronik', 'diary'].map(async (q) => {
        const query = { catalog_id: shared.catalog, q, locale: q === 'chronik' ? 'de' : 'en-us' };
        const response = await call('search-content', { query, place, token: tokenOf(place) });
        return `${JSON.stringify(place)} ${q} ${response.text}`;
      }),
    ),
  );

test('publishing changes the one place it names, though all ids are the same everywhere', async () => {
  const others = allPlaces.filter(
    (place) => place !== home && JSON.stringify(place) !== JSON.stringify(home),
  );
  assert.equal(others.length, allPlaces.length - 1);
  const before = await snapshot(others);
  const ours = await snapshot([home]);
  assert.equal((await publishAt(home, shared.versions[1])).status, 200);
  assert.notDeepEqual(await snapshot([home]), ours);
  assert.deepEqual(await snapshot(others), before);
  await publishAt(home, shared.versions[0]);
  // Other workspaces' versions cannot be published from here.
  for (const workspace of [otherWorkspace, otherTenant, annex]) {
    const own = ownOf(workspace);
    const params = { modelInternalName: own.modelName, contentModelDataId: own.record };
    assert.equal((await publishAt(home, own.version, { params })).status, 404);
    const foreign = dataOf<{ success: unknown[] }>(await publishAt(home, own.versionOfShared));
    assert.deepEqual(foreign.success, []);
  }
  assert.deepEqual(await snapshot(others), before);
});

test('an idempotency key means nothing to another workspace', async () => {
  const headers = [['idempotency-key', 'one-key']] as const;
  for (const [index, place] of [home, otherWorkspace, otherTenant].entries()) {
    const version = shared.versions[index % 2 === 0 ? 0 : 1] ?? '';
    const response = await publishAt(place, version, { headers });
    assert.deepEqual(dataOf<{ success: string[] }>(response).success, [version]);
  }
});

test("an entity tag of one scope never validates another's response", async () => {
  const isTagged = (name: string) =>
    operationOf(name).method === 'GET' && (operationOf(name).responseFormat ?? 'json') === 'json';
  // A form has a different stamp each time, and events are stored later.
  const others = ['get-form', 'list-product-visitors'];
  const tagged = inWorkspaces.filter((each) => isTagged(each) && !others.includes(each));
  for (const name of someOf(tagged, FEW_OPERATIONS)) {
    const token = operationOf(name).access === 'open' ? undefined : tokenOf(home);
    const good = await samples.prepare(name);
    const ours = await call(name, { ...good, token });
    const headers = [['if-none-match', ours.headers.get('etag') ?? '']] as const;
    assert.equal((await call(name, { ...good, token, headers })).status, 304, name);
    for (const place of [otherWorkspace, otherTenant, annex]) {
      const theirs = await samples.prepare(name, place);
      const response = await call(name, { ...theirs, headers, token: tokenOf(place) });
      assert.deepEqual(marksIn(response.text), marksOf(name, place), name);
    }
    for (const header of ['x-tenant-id', 'x-workspace-id', 'x-environment-id', 'authorization', 'host']) {
      assert.ok(
        ours.headers.get('vary')?.includes(header),
        `${name}: a cache must tell scopes apart by ${header}`,
      );
    }
  }
});

const popularIn = async (workspace: Workspace): Promise<string[]> => {
  const place = { ...workspace, environment: PRODUCTION };
  const query = { catalog_id: shared.catalog, limit: 100 };
  return JSON.parse((await call('popular-terms', { query, place })).text);
};

test('what is searched for in one workspace becomes popular there and nowhere else', async () => {
  // Searches are written in batches: on a fast machine the last one may still be pending.
  const [last] = allWorkspaces.slice(-1);
  assert.ok(last);
  const isPopular = async () => {
    assert.equal((await runHere(fixture.service.dataDir, ['popular-terms', 'refresh'])).code, 0);
    return (await popularIn(last)).length === 1;
  };
  await waitUntil('the last search is popular', isPopular, 500);
  for (const workspace of allWorkspaces) {
    assert.deepEqual(await popularIn(workspace), [`lantern ${markOf(workspace)}`]);
  }
});

test('a cascade takes along what needs the thing here, and nothing of the same name elsewhere', async () => {
  const kept = await keptElsewhere(fixture);
  for (const [name, params] of [
    ['manage-delete-catalog', { catalog_id: managedCatalog }],
    ['manage-delete-content-model', { content_model_id: shared.plainModel }],
    ['manage-delete-environment', { environment_id: STAGING }],
    ['manage-delete-form', { form_id: shared.form }],
  ] as const) {
    const refused = await call(name, { params, token: OPERATOR });
    assert.equal(outcomeOf(refused), '409 Conflict has_dependents', name);
    assertOnlyMarkOf(home, refused.text);
    const gone = await call(name, { params, query: 'cascade=true', token: OPERATOR });
    assert.equal(gone.status, 200, gone.text);
    assert.equal((await call(name, { params, token: OPERATOR })).status, 404);
  }
  assert.deepEqual(await keptElsewhere(fixture), kept);
});
