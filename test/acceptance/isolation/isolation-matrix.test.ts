// Nothing leaks: every operation of the route table × every position of an id × every kind of foreign id. A foreign
// id gets byte for byte the response of one that does not exist, unless it legitimately selects another scope: then only
// that scope is seen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { manageName } from '../../../src/contract/manage/manage-operations.ts';
import { draw, isLong } from '../../fixtures/long-runs.ts';
import { callAt, findManaged } from '../operations/good-calls.ts';
import { managedCatalog } from '../operations/managed-things.ts';
import {
  absent,
  allWorkspaces,
  home,
  markOf,
  ownOf,
  type Place,
  PRODUCTION,
  STAGING,
  shared,
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
import { isOverPostgres, someOf } from '../service/test-database.ts';
import { type Credential, openIsolationFixture } from './isolation-fixture.ts';
import { buildPositions } from './isolation-positions.ts';
import { above, assertOnlyMarkOf, inWorkspaces, keptElsewhere, marksIn, seen } from './isolation-seen.ts';
import { origins, otherTenant, otherWorkspace, type Position } from './isolation-values.ts';

const { fixture, samples, credentials } = await openIsolationFixture();
const { call } = fixture;
const { tokenOf } = samples;
const positions = buildPositions(samples);

/** The schema properties that hold ids, at any depth. */
const idNames = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
  const within = Object.entries(properties ?? {}).flatMap(([name, inner]) => [
    ...(/(?:^|[_-])ids?$/.test(name) ? [name] : []),
    ...idNames(inner),
  ]);
  return [...within, ...idNames(items)];
};

test('every operation has a row for every position of an id', () => {
  assert.deepEqual(Object.keys(positions), operationNames);
  const headers = ['x-tenant-id', 'x-workspace-id', 'x-environment-id'];
  const scoping = { headers, 'headers-or-domain': [...headers, 'host'], workspace: headers.slice(0, 2) };
  for (const name of operationNames) {
    const { params, query, headers: own, body, scope } = operationOf(name);
    if (scope === 'none') continue;
    const wanted = [
      ...scoping[scope],
      ...Object.keys(params.properties),
      ...[query, own, body].flatMap(idNames),
    ];
    const missing = wanted.filter((position) => !Object.hasOwn(positions[name] ?? {}, position));
    assert.deepEqual(missing, [], name);
  }
});

/**
 * The response to a request that legitimately is at `place`, with a token of home's workspace, the operator's or none.
 */
const expectedAt = (name: string, place: Place, credential: Credential, response?: WireResponse): number => {
  const { access } = operationOf(name);
  const success = successOf(name, response);
  if (credential === 'none') {
    return access !== 'open' || place.environment === STAGING ? 401 : success;
  }
  if (credential === 'operator') return access === 'manage' || access === 'operator' ? success : 403;
  if (access === 'operator' || markOf(place) !== markOf(home)) return 403;
  if (access === 'manage') return credential === 'workspace' ? success : 403;
  if (credential === 'environment' && place.environment !== PRODUCTION) return 403;
  return credential === 'read' && access === 'full' ? 403 : success;
};

/** Deletes what a request created under a foreign key. */
const undo = async (name: string, { status, text }: WireResponse): Promise<void> => {
  if (status >= 300) return;
  if (name === 'manage-bulk-write') {
    for (const id of [
      absent.id,
      ownOf(otherWorkspace).category,
      ownOf(otherTenant).category,
      shared.secondRecord,
    ]) {
      const params = { catalog_id: managedCatalog, product_id: id };
      await call('manage-delete-product', { params, token: OPERATOR });
    }
  }
  if (name === 'create-record') {
    const { record } = dataOf<{ record: { id: string } }>({ status, text } as WireResponse);
    const params = { modelInternalName: shared.modelName, contentModelDataId: record.id };
    await call('delete-record', { params, token: tokenOf(home) });
  }
  const found = findManaged(name);
  if (found === undefined || (found.verb !== 'create' && found.verb !== 'put')) return;
  const { item } = (JSON.parse(text) as { Data: { item: Record<string, unknown> } }).Data;
  const keys = Object.entries(found.row.keys).map(([param, field]) => [param, String(item[field])]);
  const ours = callAt(name, home).params;
  const params = { ...ours, ...Object.fromEntries(keys) };
  if (found.verb === 'put' && isDeepStrictEqual(params, ours)) return;
  await call(manageName('delete', found.row), { params, token: OPERATOR });
};

/** Search words, stamps and the like reveal nothing by themselves; nor does erasing nothing. */
const tells = (name: string, { isFree }: Position): boolean =>
  isFree !== true && name !== 'erase-submissions';

const tryRow = async (name: string, position: Position, credential: Credential): Promise<void> => {
  const token = credentials[credential];
  const mayHere = expectedAt(name, home, credential) < 300;
  // A caller without access is refused whatever exists: then nothing has to exist.
  const prepare = async (at: Place): Promise<Call> =>
    mayHere || at !== home ? samples.prepare(name, at) : callAt(name, home);
  /** What a request that failed has left as it was. */
  let left: { readonly good: Call; readonly at: Place } | undefined;
  const ask = async (value: string, at: Place = home): Promise<WireResponse> => {
    const good = left?.at === at ? left.good : await prepare(at);
    const response = await call(name, { ...(value === '' ? good : position.put(good, value)), token });
    left = response.status < 400 ? undefined : { good, at };
    return response;
  };
  const askAndUndo = async (value: string): Promise<WireResponse> => {
    const response = await ask(value);
    await undo(name, response);
    return response;
  };
  const ours = await ask(position.own);
  assert.equal(ours.status, expectedAt(name, home, credential, ours), `our own id: ${ours.text}`);
  assertOnlyMarkOf(home, ours.text);
  const nowhere = await askAndUndo(position.absent);
  if (ours.status < 300 && tells(name, position)) {
    assert.notDeepEqual(seen(nowhere, position.absent), seen(ours, position.own), 'our own id must tell');
  }
  for (const origin of origins) {
    const { value, leadsTo } = position.foreign[origin];
    const expected = leadsTo === undefined ? undefined : expectedAt(name, leadsTo, credential);
    if (leadsTo !== undefined && expected !== undefined && expected < 300) {
      const response = await ask(value, position.isPlace === true ? leadsTo : home);
      assertLedTo(response, leadsTo, expectedAt(name, leadsTo, credential, response), `${origin} ${value}`);
      continue;
    }
    const response = await askAndUndo(value);
    const where = `${origin} ${value}: ${response.text}`;
    if (leadsTo !== undefined && (expected === 401 || position.isPublic === true)) {
      assert.equal(response.status, expected, where);
      assert.deepEqual(marksIn(response.text), [], where);
    } else if (position.isTaken === true && origin !== 'otherEnvironment' && nowhere.status < 300) {
      assert.equal(outcomeOf(response), '409 Conflict refused:host', where);
      assert.deepEqual(marksIn(seen(response, value).body), [], where);
    } else {
      assert.deepEqual(seen(response, value), seen(nowhere, position.absent), where);
    }
  }
  await undoOwn(name);
};

/** Resets what a row did with our own id, so that it does not affect the next one. */
const undoOwn = async (name: string): Promise<void> => {
  if (findManaged(name)?.verb === 'put') {
    const response = await call(name, { ...callAt(name, home), token: OPERATOR });
    assert.equal(response.status, successOf(name, response), response.text);
  }
};

const assertLedTo = ({ status, text }: WireResponse, place: Place, expected: number, what: string): void => {
  const where = `${what}: ${text}`;
  assert.equal(status, expected, where);
  assertOnlyMarkOf(place, text, where);
  if (text.includes('"store_hash":"hash') && text.includes('"env_type"')) {
    assert.ok(text.includes(`${place.environment.split('-')[0]} ${markOf(place)}`), where);
  }
};

let before: readonly string[] = [];
test('what the other workspaces hold is known', async () => {
  before = await keptElsewhere(fixture);
});

const FEW_ROWS = 5;

/** The long form over SQLite has what the short one leaves out. */
const isRest = isLong && !isOverPostgres();

/**
 * Credentials that the operation refuses are refused before any id is looked at, over any store: one of them is tried, another for
 * each row, and over SQLite in the long form all. Where an id selects a scope, all are tried.
 */
const credentialsFor = (name: string, { foreign }: Position, wanted: readonly Credential[]) => {
  if (origins.some((origin) => foreign[origin].leadsTo !== undefined)) return isRest ? [] : wanted;
  const { allowed = [], refused = [] } = Object.groupBy(wanted, (credential) =>
    expectedAt(name, home, credential) < 300 ? 'allowed' : 'refused',
  );
  // With a single one the short form has tried it.
  if (isRest) return refused.length > 1 ? refused : [];
  return [...allowed, ...draw(refused, 1)];
};

const tryAll = (names: readonly string[], wanted: readonly Credential[]): void => {
  const rows = names.flatMap((name) =>
    Object.entries(positions[name] ?? {}).map(([at, position]) => ({
      ...{ name, at, position },
      tried: credentialsFor(name, position, wanted),
    })),
  );
  for (const { name, at, position, tried } of someOf(rows, FEW_ROWS)) {
    if (tried.length === 0) continue;
    test(`${name}: a foreign id in ${at} is served as an absent one, or as its own scope (${wanted})`, async () => {
      // Only the token decides on an element of a publish; its environment does not change the request's scope.
      const isElement = /publish-versions$/.test(name) && at === 'environment_id';
      for (const credential of tried) {
        const isAllowed = expectedAt(name, home, credential) < 300;
        if (isElement && isAllowed) await tryElement(name, position, credential);
        else await tryRow(name, position, credential);
      }
    });
  }
};

const ofOthers = ['none', 'read', 'workspace', 'environment'] as const;
// Submitting another workspace's form legitimately leaves data there.
tryAll(
  inWorkspaces.filter((name) => name !== 'submit-form'),
  ofOthers,
);

test('nothing of all that has changed anything in another workspace', async () => {
  const marks = new Set(before.flatMap(marksIn));
  assert.equal(
    marks.size,
    allWorkspaces.length - 1,
    'there is something of each of them, and nothing of ours',
  );
  assert.deepEqual(await keptElsewhere(fixture), before);
});

tryAll(['submit-form'], ofOthers);
tryAll(inWorkspaces, ['operator']);

test('what stands above all workspaces is refused alike, whatever is asked for', async () => {
  for (const name of above) {
    const { params = {} } = callAt(name, home);
    for (const credential of ofOthers) {
      const responses = new Set<string>();
      for (const value of ['acme', 'web', 'globex', 'outlet', absent.id]) {
        const asked = Object.fromEntries(Object.keys(params).map((param) => [param, value]));
        const token = credentials[credential];
        const response = await call(name, { ...callAt(name, home), params: asked, token });
        assert.equal(response.status, credential === 'none' ? 401 : 403, name);
        responses.add(JSON.stringify(seen(response, '')));
      }
      assert.equal(responses.size, 1, name);
    }
  }
});

test('a workspace of one tenant is none of another, for the operator too', async () => {
  for (const name of ['manage-get-workspace', 'manage-delete-workspace']) {
    const ask = (workspace_id: string) =>
      call(name, { params: { tenant_id: 'acme', workspace_id }, token: OPERATOR });
    assert.deepEqual(seen(await ask('annex'), 'annex'), seen(await ask(absent.id), absent.id));
    assert.equal((await ask('annex')).status, 404);
  }
  const listed = await call('manage-list-workspaces', { params: { tenant_id: 'acme' }, token: OPERATOR });
  assert.doesNotMatch(listed.text, /annex|globex/);
});

/**
 * `version_data.environment_id`: with access it succeeds, without it fails like an environment that does not exist.
 */
async function tryElement(name: string, position: Position, credential: Credential): Promise<void> {
  const token = credentials[credential];
  const ask = (value: string) => call(name, position.put({ ...callAt(name, home), token }, value));
  const nowhere = seen(await ask(position.absent), position.absent);
  assert.ok(nowhere.body.includes('environment_not_found'), nowhere.body);
  for (const origin of origins) {
    const { value, leadsTo } = position.foreign[origin];
    const response = await ask(value);
    if (leadsTo !== undefined && credential === 'workspace') {
      assert.deepEqual(dataOf<{ success: string[] }>(response).success, [shared.versions[0]]);
    } else {
      assert.deepEqual(seen(response, value), nowhere, origin);
    }
  }
}
