// Nothing leaks: every operation of the route table × every position of an id × every kind of foreign id. A foreign id is
// answered byte for byte as one that exists nowhere, unless it legitimately leads to another scope: then that scope alone answers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationName, routes } from '../../src/contract/routes.ts';
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
} from './fixture-bundle.ts';
import {
  type Answer,
  type Call,
  createTokens,
  dataOf,
  goodCalls,
  operationNames,
  outcomeOf,
  startFixture,
} from './fixture-service.ts';
import {
  annex,
  origins,
  otherTenant,
  otherWorkspace,
  type Position,
  positions,
} from './isolation-positions.ts';

const fixture = await startFixture();
const { call } = fixture;
const tokens = await createTokens(fixture, {
  acmeweb: { permission: 'full' },
  acmewebproduction: { permission: 'full', environments: [PRODUCTION] },
  acmeoutlet: { permission: 'full', workspace: 'outlet' },
  globexweb: { permission: 'full', tenant: 'globex' },
  globexoutlet: { permission: 'full', tenant: 'globex', workspace: 'outlet' },
  globexannex: { permission: 'full', tenant: 'globex', workspace: 'annex' },
});
const tokenOf = (workspace: Workspace): string => tokens[markOf(workspace) as keyof typeof tokens];

const operationOf = (name: OperationName): Operation => routes[name];

// Two visitors search in every workspace; what comes of it is looked at in the end, when it has long been written.
for (const workspace of allWorkspaces) {
  for (const visitor of ['one', 'two']) {
    const query = { catalog_id: shared.catalog, q: `lantern ${markOf(workspace)}` };
    const place = { ...workspace, environment: PRODUCTION };
    await call('search-content', { query, place, headers: [['user-agent', visitor]] });
  }
}

/** With whose authority a row is tried. */
const credentials = { none: undefined, workspace: tokens.acmeweb, environment: tokens.acmewebproduction };
type Credential = keyof typeof credentials;

const NOISE = new Set(['x-request-id', 'date', 'etag', 'content-length', 'connection', 'keep-alive']);

/** All that a caller can see, with the id that was asked for taken out: an answer may repeat it. */
const seen = ({ status, headers, text }: Answer, asked: string) => ({
  status,
  headers: [...headers].filter(([name]) => !NOISE.has(name)).toSorted(),
  body: text.replaceAll(asked, '<asked>'),
});

const marksIn = (text: string): string[] => allWorkspaces.map(markOf).filter((mark) => text.includes(mark));

/** The names of the properties of a schema that hold ids, at any depth. */
const idNames = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
  const within = Object.entries(properties ?? {}).flatMap(([name, inner]) => [
    ...(/[_-]id$/.test(name) ? [name] : []),
    ...idNames(inner),
  ]);
  return [...within, ...idNames(items)];
};

test('every operation has a row for every position of an id', () => {
  assert.deepEqual(Object.keys(positions), operationNames);
  for (const name of operationNames) {
    const { params, query, headers, body, scope } = operationOf(name);
    const wanted = [
      'x-tenant-id',
      'x-workspace-id',
      'x-environment-id',
      ...(scope === 'headers-or-domain' ? ['host'] : []),
      ...Object.keys(params.properties),
      ...[query, headers, body].flatMap(idNames),
    ];
    const missing = wanted.filter((position) => !Object.hasOwn(positions[name], position));
    assert.deepEqual(missing, [], name);
  }
});

test('the operations, asked with the ids that all share, answer with the texts of their own workspace', async () => {
  for (const place of allPlaces) {
    const token = tokenOf(place);
    for (const name of operationNames) {
      const locale = name === 'search-content' ? { locale: 'en-us' } : {};
      const good = goodCalls[name];
      const query = { ...(typeof good.query === 'object' ? good.query : {}), ...locale };
      const answer = await call(name, { ...good, query, place, token });
      assert.equal(answer.status, 200, answer.text);
      const expected = name === 'publish-versions' ? [] : [markOf(place)];
      assert.deepEqual(marksIn(answer.text), expected, `${name} at ${JSON.stringify(place)}`);
      if (name === 'count-products') {
        // One product is for a customer group.
        assert.match(answer.text, new RegExp(`"total_count":${productsOf(place) - 1}\\b`));
      }
    }
  }
});

/** What a request that legitimately is at `place` answers, given a token of home's workspace or none. */
const expectedAt = (name: OperationName, place: Place, credential: Credential): 200 | 401 | 403 => {
  if (credential === 'none') {
    return operationOf(name).access !== 'open' || place.environment === STAGING ? 401 : 200;
  }
  if (markOf(place) !== markOf(home)) return 403;
  return credential === 'environment' && place.environment !== PRODUCTION ? 403 : 200;
};

const tryRow = async (name: OperationName, position: Position, credential: Credential): Promise<void> => {
  const token = credentials[credential];
  const ask = (value: string) => call(name, position.put({ ...goodCalls[name], token }, value));
  const ours = await ask(position.own);
  assert.equal(ours.status, expectedAt(name, home, credential), `our own id: ${ours.text}`);
  assert.ok(
    marksIn(ours.text).every((mark) => mark === markOf(home)),
    ours.text,
  );
  const nowhere = await ask(position.absent);
  if (ours.status === 200) {
    assert.notDeepEqual(seen(nowhere, position.absent), seen(ours, position.own), 'our own id must tell');
  }
  for (const origin of origins) {
    const { value, leadsTo } = position.foreign[origin];
    const answer = await ask(value);
    const where = `${origin} ${value}: ${answer.text}`;
    const expected = leadsTo === undefined ? undefined : expectedAt(name, leadsTo, credential);
    if (leadsTo !== undefined && expected === 200) {
      assert.equal(answer.status, 200, where);
      assert.ok(
        marksIn(answer.text).every((mark) => mark === markOf(leadsTo)),
        where,
      );
      if (answer.text.includes('env_type'))
        assert.ok(answer.text.includes(`${leadsTo.environment.split('-')[0]} ${markOf(leadsTo)}`), where);
    } else if (leadsTo !== undefined && (expected === 401 || position.isPublic === true)) {
      assert.equal(answer.status, expected, where);
      assert.deepEqual(marksIn(answer.text), [], where);
    } else {
      assert.deepEqual(seen(answer, value), seen(nowhere, position.absent), where);
      assert.deepEqual(marksIn(seen(answer, value).body), marksIn(seen(nowhere, position.absent).body));
    }
  }
};

for (const name of operationNames) {
  for (const [at, position] of Object.entries(positions[name])) {
    test(`${name}: a foreign id in ${at} answers as an absent one, or as its own scope`, async () => {
      // An element of a publish is judged by the token alone; its environment does not move the request.
      const isElement = name === 'publish-versions' && at === 'environment_id';
      for (const credential of ['none', 'workspace', 'environment'] as const) {
        if (isElement && credential !== 'none') await tryElement(position, credential);
        else await tryRow(name, position, credential);
      }
    });
  }
}

/** `version_data.environment_id`: in reach it succeeds, out of reach it fails as an environment that does not exist. */
async function tryElement(position: Position, credential: Credential): Promise<void> {
  const token = credentials[credential];
  const ask = (value: string) =>
    call('publish-versions', position.put({ ...goodCalls['publish-versions'], token }, value));
  const nowhere = seen(await ask(position.absent), position.absent);
  assert.ok(nowhere.body.includes('environment_not_found'), nowhere.body);
  for (const origin of origins) {
    const { value, leadsTo } = position.foreign[origin];
    const answer = await ask(value);
    if (leadsTo !== undefined && credential === 'workspace') {
      assert.deepEqual(dataOf<{ success: string[] }>(answer).success, [shared.versions[0]]);
    } else {
      assert.deepEqual(seen(answer, value), nowhere, origin);
    }
  }
}

test('a token opens its own workspace and nothing else, whatever is asked for', async () => {
  for (const name of operationNames) {
    for (const place of allPlaces) {
      for (const holder of allWorkspaces) {
        const answer = await call(name, { ...goodCalls[name], place, token: tokenOf(holder) });
        const isOwn = markOf(holder) === markOf(place);
        assert.equal(
          outcomeOf(answer),
          isOwn ? '200' : '403 Forbidden token_scope',
          `${name} ${markOf(place)}`,
        );
      }
      const limited = await call(name, { ...goodCalls[name], place, token: tokens.acmewebproduction });
      const isOwn = markOf(place) === markOf(home) && place.environment === PRODUCTION;
      assert.equal(outcomeOf(limited), isOwn ? '200' : '403 Forbidden token_scope');
    }
  }
});

test('a token of others is answered alike whether the place it asks for exists or not', async () => {
  const nowhere: readonly Place[] = [
    { ...home, tenant: absent.id },
    { ...home, workspace: absent.id },
    { ...home, environment: absent.id },
    { tenant: absent.id, workspace: absent.id, environment: absent.id },
  ];
  for (const name of operationNames) {
    const answers = await Promise.all(
      [home, otherWorkspace, annex, ...nowhere].map(async (place) => {
        const answer = await call(name, { ...goodCalls[name], place, token: tokens.globexweb });
        return JSON.stringify(seen(answer, ''));
      }),
    );
    assert.equal(new Set(answers).size, 1, `${name}\n${answers.join('\n')}`);
  }
});

const publishAt = (place: Place, version: string, more: Call = {}): Promise<Answer> =>
  call('publish-versions', {
    ...goodCalls['publish-versions'],
    body: { version_data: [{ environment_id: place.environment, version_id: version }] },
    place,
    token: tokenOf(place),
    ...more,
  });

/** Everything that a publish could change, as every place shows it. */
const snapshot = async (places: readonly Place[]): Promise<string[]> =>
  Promise.all(
    places.flatMap((place) =>
      ['chronicle', 'chronik', 'diary'].map(async (q) => {
        const query = { catalog_id: shared.catalog, q, locale: q === 'chronik' ? 'de' : 'en-us' };
        const answer = await call('search-content', { query, place, token: tokenOf(place) });
        return `${JSON.stringify(place)} ${q} ${answer.text}`;
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
  // And nothing that belongs to others can be published from here.
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
    const answer = await publishAt(place, version, { headers });
    assert.deepEqual(dataOf<{ success: string[] }>(answer).success, [version]);
  }
});

test("an entity tag of one scope never validates another's answer", async () => {
  for (const name of operationNames.filter((operation) => operationOf(operation).method === 'GET')) {
    const token = operationOf(name).access === 'open' ? undefined : tokens.acmeweb;
    const ours = await call(name, { ...goodCalls[name], token });
    const headers = [['if-none-match', ours.headers.get('etag') ?? '']] as const;
    assert.equal((await call(name, { ...goodCalls[name], token, headers })).status, 304);
    for (const place of [otherWorkspace, otherTenant, annex]) {
      const answer = await call(name, { ...goodCalls[name], headers, place, token: tokenOf(place) });
      assert.deepEqual(marksIn(answer.text), [markOf(place)], name);
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
  // Searches are written in batches: on a fast machine the last one may still be on its way.
  const [last] = allWorkspaces.slice(-1);
  assert.ok(last);
  for (let attempt = 0; attempt < 10 && (await popularIn(last)).length !== 1; attempt += 1) {
    if (attempt > 0) await pause(500);
    assert.equal((await fixture.service.run('popular-terms', 'refresh')).code, 0);
  }
  for (const workspace of allWorkspaces) {
    assert.deepEqual(await popularIn(workspace), [`lantern ${markOf(workspace)}`]);
  }
});
