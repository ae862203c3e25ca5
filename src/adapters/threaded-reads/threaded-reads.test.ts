// Long reads in their thread: the same results and failures as on the main thread in every workspace, and what happens when the
// thread starts, ends, is idle or does not respond.

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
import { failure, fullToken } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { waitUntil } from '../../../test/fixtures/wait-until.ts';
import { line, putAll, uuid } from '../../../test/suites/store/store-fixture.ts';
import type { PlainCaller } from '../../domain/access/caller.ts';
import { Failure } from '../../domain/failures/failures.ts';
import { defaultLimits } from '../../domain/limits/limits.ts';
import { fromJsonBytes } from '../../domain/text/json-bytes.ts';
import { objectReader } from '../../import/read-object.ts';
import { openStore, type Store } from '../../open-store.ts';
import { buildLongReads } from '../../operations/long-reads.ts';
import { buildCachedStore } from '../cached-store/cached-store.ts';
import type { ReadThreadSettings } from './read-messages.ts';
import { openThreadedReads, type ThreadedReads } from './threaded-reads.ts';

const copyFixture = importOnce(managedBundle);
const entry = new URL('../../workers/long-reads.ts', import.meta.url);
const TIMEOUT_MS = 60_000;

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

/** Of a thread that needs no store. */
const noSettings = {} as ReadThreadSettings;

const openReads = (
  context: TestContext,
  from: URL,
  settings: ReadThreadSettings,
  given: {
    readonly now?: () => number;
    readonly positions?: Pick<Store, 'position'>;
    readonly share?: { isLeft(tenantId: string): boolean; readonly isShared: boolean };
  } = {},
) => {
  const errors: unknown[] = [];
  let ask: () => boolean = () => false;
  const reads = openThreadedReads(from, settings, {
    meterWith: (mayLeave) => {
      ask = mayLeave;
      return meterWith().meter;
    },
    positions: given.positions ?? { position: () => 0 },
    share: given.share ?? { isLeft: () => true, isShared: false },
    onFailed: (error) => errors.push(error),
    ...given,
  });
  context.after(() => reads.close());
  return { reads, errors, mayLeave: () => ask() };
};

const callerAt = ({ tenant, workspace, environment }: Place, isOperator: boolean): PlainCaller => ({
  scope: { tenantId: tenant, workspaceId: workspace, environmentId: environment },
  environment: { id: environment, envType: 'PRODUCTION', defaultLocale: 'en-us', access: 'open' },
  token: isOperator ? undefined : { ...fullToken, tenantId: tenant, workspaceId: workspace },
  isOperator,
  addressId: 'a1',
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
    const { reads, mayLeave } = openReads(
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
    return { store, reads, names: Object.keys(here), runHere, runThere };
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
    const { reads } = await openBoth(context);
    const [place] = allPlaces as [Place];
    const workspace = { tenantId: place.tenant, workspaceId: place.workspace };
    for (const [pattern, text, isMatch] of [
      ['^(a+)+$', 'a'.repeat(50_000), true],
      ['^(a+)+$', `${'a'.repeat(50_000)}!`, false],
      ['^🙂+ü.$', `${'🙂'.repeat(20_000)}ü🙂`, true],
    ] as const)
      assert.equal(await reads.matchAside(workspace, pattern, text), isMatch);
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

/** A thread that says it is ready, and does this with each read. */
const threadThat = (does: string): URL =>
  new URL(
    `data:text/javascript,import { parentPort as port } from 'node:worker_threads';port.on('message', (message) => { ${does} });port.postMessage({ kind: 'ready' });`,
  );
const ECHO = `port.postMessage({ kind: 'result', number: message.number, result: message.task.request.operation })`;

const anyRequest = {
  operation: 'list-forms',
  caller: callerAt(allPlaces[0] as Place, false),
  input: { query: {} },
};
const busy = failure(503, 'ServiceUnavailable', 'busy');

test('reads stay until the thread is ready, which the first long one starts', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const { reads, mayLeave } = openReads(context, threadThat(ECHO), noSettings);
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
  const { reads, mayLeave } = openReads(context, threadThat(ECHO), noSettings, { now: () => now });
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
  const share = { isLeft: (tenantId: string) => tenantId !== 'busy', isShared: true };
  const { reads } = openReads(context, threadThat(ECHO), noSettings, { share });
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
  const share = { isLeft: () => true, isShared: false };
  const { reads, mayLeave } = openReads(context, threadThat(ECHO), noSettings, { share });
  assert.equal(mayLeave(), false, 'nobody else is there: it starts meanwhile');
  share.isShared = true;
  assert.equal(mayLeave(), true);
  await reads.run(anyRequest);
  const broken = new URL(`data:text/javascript,throw new Error('broken')`);
  const failing = openReads(context, broken, noSettings, { share });
  assert.equal(failing.mayLeave(), true);
  await assert.rejects(failing.reads.run(anyRequest), busy);
  assert.equal(failing.mayLeave(), false, 'no other one starts at once');
});

test('reads that can wait begin in the thread while other tenants are there, and do not start it', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const share = { isLeft: () => true, isShared: true };
  const { reads, mayLeave } = openReads(context, threadThat(ECHO), noSettings, { share });
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
  const share = { isLeft: () => true, isShared: false };
  const { reads } = openReads(context, threadThat(ECHO), noSettings, { share });
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
  const { reads, mayLeave } = openReads(context, threadThat(ECHO), noSettings, { now: () => 0 });
  await waitUntil('the thread is ready', mayLeave);
  const at = (number: number) => ({ ...anyRequest, operation: `list-${number}` });
  for (let number = 0; number < 10_001; number += 1) reads.noteLong(at(number));
  assert.deepEqual(
    [0, 1, 10_000].map((number) => reads.belongsAside(at(number), false)),
    [false, true, true],
  );
});

test('what a thread that ends leaves behind gets 503, and another one starts a while later', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  let now = 0;
  const breaks = `if (message.task.request.operation === 'break') throw new Error('broken'); ${ECHO}`;
  const { reads, mayLeave, errors } = openReads(context, threadThat(breaks), noSettings, { now: () => now });
  await waitUntil('the thread is ready', mayLeave);
  await assert.rejects(Promise.all([1, 2].map(() => reads.run({ ...anyRequest, operation: 'break' }))), busy);
  assert.match(String(errors), /broken/);
  now = 9_999;
  assert.equal(mayLeave(), false);
  await assert.rejects(reads.run(anyRequest), busy);
  now = 10_000;
  assert.equal(mayLeave(), false);
  assert.equal(await reads.run(anyRequest), 'list-forms');
});

const openWithTimers = async (context: TestContext, does: string) => {
  const opened = openReads(context, threadThat(does), noSettings);
  await waitUntil('the thread is ready', opened.mayLeave);
  context.mock.timers.enable({ apis: ['setTimeout'] });
  return opened;
};

test('a thread that does not respond is replaced', { timeout: TIMEOUT_MS }, async (context) => {
  const { reads, errors } = await openWithTimers(context, '');
  const waiting = reads.run(anyRequest);
  context.mock.timers.tick(40_000);
  await assert.rejects(waiting, busy);
  assert.match(String(errors), /did not respond for 40 seconds/);
});

test('an idle thread is given up, and started again when it is needed', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const { reads, mayLeave, errors } = await openWithTimers(context, ECHO);
  await reads.run(anyRequest);
  context.mock.timers.tick(300_000);
  assert.equal(mayLeave(), false);
  context.mock.timers.reset();
  await waitUntil('another thread is ready', mayLeave);
  assert.deepEqual([await reads.run(anyRequest), errors], ['list-forms', []]);
});

test('closed reads start no thread', async (context) => {
  const { reads, mayLeave } = openReads(context, threadThat(ECHO), noSettings);
  await reads.close();
  assert.equal(mayLeave(), false);
  await assert.rejects(reads.run(anyRequest), busy);
});

test('reads that moved are counted', { timeout: TIMEOUT_MS }, async (context) => {
  const { reads, mayLeave } = openReads(context, threadThat(ECHO), noSettings);
  await waitUntil('the thread is ready', mayLeave);
  const count = (of: ThreadedReads) => of.metrics().map(({ name, value }) => [name, value]);
  await reads.run(anyRequest);
  assert.deepEqual(count(reads), [['long_reads_total', 1]]);
});

const MATCHES = `port.postMessage({ kind: 'result', number: message.number, result: message.task.text === 'long' })`;
const scope = { tenantId: 'acme', workspaceId: 'web' };

test('a text waits for the thread that starts, and comes back from one that cannot', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const { reads } = openReads(context, threadThat(MATCHES), noSettings);
  assert.deepEqual(await Promise.all(['long', 'other'].map((text) => reads.matchAside(scope, 'a', text))), [
    true,
    false,
  ]);
  const broken = new URL(`data:text/javascript,throw new Error('broken')`);
  const failing = openReads(context, broken, noSettings);
  assert.equal(await failing.reads.matchAside(scope, 'a', 'long'), undefined);
  assert.match(String(failing.errors), /broken/);
  assert.equal(await failing.reads.matchAside(scope, 'a', 'long'), undefined, 'no other one starts at once');
});

test('a thread that does not start in ten seconds is given up', { timeout: TIMEOUT_MS }, async (context) => {
  const silent = new URL(`data:text/javascript,setInterval(() => {}, 1000)`);
  const share = { isLeft: () => true, isShared: true };
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { reads, errors, mayLeave } = openReads(context, silent, noSettings, { share });
  const matching = reads.matchAside(scope, 'a', 'long');
  let isOver = false;
  const reading = reads.run(anyRequest).finally(() => {
    isOver = true;
  });
  const refused = assert.rejects(reading, busy);
  context.mock.timers.tick(9_999);
  await new Promise(setImmediate);
  assert.equal(isOver, false);
  context.mock.timers.tick(1);
  await refused;
  assert.equal(await matching, undefined);
  assert.match(String(errors), /did not respond for 10 seconds/);
  assert.equal(mayLeave(), false, 'no other one starts at once');
});
