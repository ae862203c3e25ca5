// Long reads in their thread: the same results and failures as on the main thread in every workspace, and which reads begin there.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { callAt } from '../../../test/acceptance/operations/good-calls.ts';
import { managedBundle } from '../../../test/acceptance/operations/managed-things.ts';
import {
  allPlaces,
  allWorkspaces,
  markOf,
  type Place,
} from '../../../test/acceptance/service/fixture-bundle.ts';
import { importOnce } from '../../../test/acceptance/service/imported-folder.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import {
  anyRequest,
  busy,
  callerAt,
  ECHO,
  noSettings,
  openThreaded,
  TIMEOUT_MS,
  threadThat,
} from '../../../test/fixtures/threaded-requests.ts';
import { waitUntil } from '../../../test/fixtures/wait-until.ts';
import { line, putAll, uuid } from '../../../test/suites/store/store-fixture.ts';
import { Failure } from '../../domain/failures/failures.ts';
import { defaultLimits } from '../../domain/limits/limits.ts';
import { fromJsonBytes } from '../../domain/text/json-bytes.ts';
import { objectReader } from '../../import/read-object.ts';
import { openStore, type Store } from '../../open-store.ts';
import { buildLongReads } from '../../operations/long-reads.ts';
import { buildCachedStore } from '../cached-store/cached-store.ts';

const copyFixture = importOnce(managedBundle);
const entry = new URL('../../workers/long-requests.ts', import.meta.url);

const partsOf = (store: Store) => ({
  storeIn: buildCachedStore(store).inScope,
  recordsIn: store.recordsIn,
  records: store,
  resources: store,
  modelTexts: store,
  submissions: store,
  eventStore: store,
  searchReports: store,
  reader: objectReader,
  popularTermsMinVisitors: 1,
  meter: meterWith().meter,
  now: () => new Date(),
});

const requestAt = (operation: string, place: Place) => {
  const { params = {}, query = {} } = callAt(operation, place);
  assert.ok(typeof query !== 'string');
  const isOperator = ['manage-list-tenants', 'manage-list-workspaces'].includes(operation);
  return {
    operation,
    caller: callerAt(place, isOperator),
    input: { params, query, headers: {}, body: undefined },
  };
};

describe('with the fixture of all workspaces', { timeout: TIMEOUT_MS }, () => {
  const openBoth = async (context: TestContext) => {
    const dataDir = await copyFixture(context);
    const store = await openStore({ dataDir });
    const { threaded, reads, mayLeave } = openThreaded(
      context,
      entry,
      {
        dataDir,
        storeUrl: undefined,
        storage: store.health.share,
        limits: defaultLimits,
        popularTermsMinVisitors: 1,
      },
      { positions: store },
    );
    context.after(() => store.close());
    await waitUntil('the thread is ready', mayLeave);
    const here = buildLongReads(partsOf(store));
    const runHere = async ({ operation, caller, input }: ReturnType<typeof requestAt>): Promise<unknown> =>
      JSON.parse(JSON.stringify(await here[operation]?.(caller, input as never)));
    const runThere = async (request: ReturnType<typeof requestAt>): Promise<unknown> => {
      const json = await reads.run(request);
      return typeof json === 'string'
        ? fromJsonBytes(json)
        : JSON.parse(new TextDecoder().decode(json.bytes));
    };
    return { store, threaded, names: Object.keys(here), runHere, runThere };
  };

  test('every read gives in the thread what it gives on the main thread, and nothing of another workspace', async (context) => {
    const { names, runHere, runThere } = await openBoth(context);
    assert.ok(names.length > 15, names.join());
    for (const place of allPlaces) {
      const strange = allWorkspaces.filter((other) => markOf(other) !== markOf(place)).map(markOf);
      for (const name of names) {
        const request = requestAt(name, place);
        const there = await runThere(request);
        assert.deepEqual(there, await runHere(request), name);
        if (request.caller.isOperator) continue;
        for (const mark of strange)
          assert.ok(!JSON.stringify(there).includes(mark), `${name} at ${markOf(place)} shows ${mark}`);
      }
    }
  });

  test('a failure arrives as it was thrown', async (context) => {
    const { runHere, runThere } = await openBoth(context);
    const [place] = allPlaces as [Place];
    const request = requestAt('list-records', place);
    const input = { ...request.input, params: { modelInternalName: 'nowhere' } };
    const thrown = async (work: Promise<unknown>): Promise<Failure> => {
      const error = await work.then(
        () => assert.fail('nothing was thrown'),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof Failure);
      return error;
    };
    const there = await thrown(runThere({ ...request, input }));
    const here = await thrown(runHere({ ...request, input }));
    assert.deepEqual({ ...there }, { ...here });
    assert.deepEqual([there.status, there.message], [404, here.message]);
  });

  test('long texts are matched as on the main thread', async (context) => {
    const { threaded } = await openBoth(context);
    const [place] = allPlaces as [Place];
    const workspace = { tenantId: place.tenant, workspaceId: place.workspace };
    for (const [pattern, text, isMatch] of [
      ['^(a+)+$', 'a'.repeat(50_000), true],
      ['^(a+)+$', `${'a'.repeat(50_000)}!`, false],
      ['^🙂+ü.$', `${'🙂'.repeat(20_000)}ü🙂`, true],
    ] as const)
      assert.equal(await threaded.matchAside(workspace, pattern, text), isMatch);
  });

  test('what the main thread has committed is in the next result', async (context) => {
    const { store, runThere } = await openBoth(context);
    const [place] = allPlaces as [Place];
    const workspace = { tenantId: place.tenant, workspaceId: place.workspace };
    for (let round = 0; round < 20; round += 1) {
      await putAll(store, workspace, [
        line('form', { id: uuid(round), name: `committed-${round}`, display_name: 'Committed' }),
      ]);
      const found = (await runThere({
        ...requestAt('list-forms', place),
        input: { params: {}, query: { search: 'Committed', limit: 1 }, headers: {}, body: undefined },
      })) as { item: { total_count: number } };
      assert.equal(found.item.total_count, round + 1);
    }
  });
});

test('reads stay until the thread is ready, which the first long one starts', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const { reads, mayLeave } = openThreaded(context, threadThat(ECHO), noSettings);
  reads.noteLong(anyRequest);
  assert.equal(reads.belongsAside(anyRequest, false), false);
  await assert.rejects(reads.run(anyRequest), busy);
  assert.equal(mayLeave(), false);
  await waitUntil('the thread is ready', mayLeave);
  assert.equal(await reads.run(anyRequest), 'list-forms');
});

test('reads with the same parameters begin in the thread for a minute, others do not', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  let now = 0;
  const { reads, mayLeave } = openThreaded(context, threadThat(ECHO), noSettings, { now: () => now });
  await waitUntil('the thread is ready', mayLeave);
  const asking = (query: object, operation = 'list-forms', tenantId = 'acme') => ({
    operation,
    caller: { ...anyRequest.caller, scope: { ...anyRequest.caller.scope, tenantId } },
    input: { query: { ...query } },
  });
  reads.noteLong(asking({ search: 'one', skip: 1 }));
  const known = () =>
    [
      asking({ skip: 2, search: 'another', limit: undefined }),
      asking({ skip: 2 }),
      asking({ search: 'one', skip: 1 }, 'list-records'),
      asking({ search: 'one', skip: 1 }, 'list-forms', 'globex'),
    ].map((request) => reads.belongsAside(request, false));
  now = 59_999;
  assert.deepEqual(known(), [true, false, false, false]);
  now = 60_000;
  assert.deepEqual(known(), [false, false, false, false]);
});

test('reads of a tenant that has used up its share begin in the thread, and start it', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const share = { isLeft: (tenantId: string) => tenantId !== 'busy', isShared: true, note: () => {} };
  const { reads } = openThreaded(context, threadThat(ECHO), noSettings, { share });
  const of = (tenantId: string) => ({
    ...anyRequest,
    caller: { ...anyRequest.caller, scope: { ...anyRequest.caller.scope, tenantId } },
  });
  assert.equal(reads.belongsAside(of('calm'), false), false);
  await waitUntil('the thread is ready', () => reads.belongsAside(of('busy'), false));
  assert.equal(reads.belongsAside(of('calm'), false), false);
});

test('while other tenants are there, reads wait for the thread that starts', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const share = { isLeft: () => true, isShared: false, note: () => {} };
  const { reads, mayLeave } = openThreaded(context, threadThat(ECHO), noSettings, { share });
  assert.equal(mayLeave(), false, 'nobody else is there: it starts meanwhile');
  share.isShared = true;
  assert.equal(mayLeave(), true);
  await reads.run(anyRequest);
  const broken = new URL(`data:text/javascript,throw new Error('broken')`);
  const failing = openThreaded(context, broken, noSettings, { share });
  assert.equal(failing.mayLeave(), true);
  await assert.rejects(failing.reads.run(anyRequest), busy);
  assert.equal(failing.mayLeave(), false, 'no other one starts at once');
});

test('reads that can wait begin in the thread while other tenants are there, and do not start it', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const share = { isLeft: () => true, isShared: true, note: () => {} };
  const { reads, mayLeave } = openThreaded(context, threadThat(ECHO), noSettings, { share });
  assert.equal(reads.belongsAside(anyRequest, true), false);
  await assert.rejects(reads.run(anyRequest), busy);
  mayLeave();
  await reads.run(anyRequest);
  assert.deepEqual(
    [true, false].map((canWait) => reads.belongsAside(anyRequest, canWait)),
    [true, false],
  );
  share.isShared = false;
  assert.equal(reads.belongsAside(anyRequest, true), false);
});

test('reads with a long filter begin in the thread while other tenants are there, and start it', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const share = { isLeft: () => true, isShared: false, note: () => {} };
  const { reads } = openThreaded(context, threadThat(ECHO), noSettings, { share });
  const withFilter = (chars: number) => ({
    ...anyRequest,
    input: { ...anyRequest.input, query: { filter: 'x'.repeat(chars), limit: 10 } },
  });
  assert.equal(reads.belongsAside(withFilter(1_001), false), false);
  share.isShared = true;
  assert.equal(reads.belongsAside(withFilter(1_000), false), false);
  assert.equal(reads.belongsAside(withFilter(1_001), false), true);
  await reads.run(withFilter(1_001));
});

test('the oldest of many long reads are forgotten', { timeout: TIMEOUT_MS }, async (context) => {
  const { reads, mayLeave } = openThreaded(context, threadThat(ECHO), noSettings, { now: () => 0 });
  await waitUntil('the thread is ready', mayLeave);
  const at = (number: number) => ({ ...anyRequest, operation: `list-${number}` });
  for (let number = 0; number < 10_001; number += 1) reads.noteLong(at(number));
  assert.deepEqual(
    [0, 1, 10_000].map((number) => reads.belongsAside(at(number), false)),
    [false, true, true],
  );
});
