// The life of the thread for long requests, with threads that do as they are told: what waits for it, what stays on the main thread, and
// what happens when it ends, is idle or does not respond.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { allPlaces, type Place } from '../../../test/acceptance/service/fixture-bundle.ts';
import { failure } from '../../../test/fixtures/fake-caller.ts';
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
import { MainThreadShare } from '../scheduling/main-thread-share.ts';
import type { ThreadedRequests } from './threaded-requests.ts';

test('what a thread that ends leaves behind gets 503, and another one starts a while later', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  let now = 0;
  const breaks = `if (message.task.request.operation === 'break') throw new Error('broken'); ${ECHO}`;
  const { reads, mayLeave, errors } = openThreaded(context, threadThat(breaks), noSettings, {
    now: () => now,
  });
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
  const opened = openThreaded(context, threadThat(does), noSettings);
  await waitUntil('the thread is ready', opened.mayLeave);
  context.mock.timers.enable({ apis: ['setTimeout'] });
  return opened;
};

test('a thread that does not respond is replaced', { timeout: TIMEOUT_MS }, async (context) => {
  const { reads, writes, errors } = await openWithTimers(context, '');
  const waiting = [
    assert.rejects(reads.run(anyRequest), busy),
    assert.rejects(async () => writes.run(anyWrite()), unknown, 'it may yet begin'),
  ];
  for (let asked = 0; asked < 4; asked += 1) context.mock.timers.tick(10_000);
  await Promise.all(waiting);
  assert.match(String(errors), /did not respond for 40 seconds/);
});

test('a thread that responds goes on with a task that takes long, for two minutes', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const { reads, writes, errors, mayLeave } = openThreaded(context, answering, noSettings);
  await waitUntil('the thread is ready', mayLeave);
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const read = assert.rejects(reads.run(anyRequest), busy);
  const write = assert.rejects(async () => writes.run(anyWrite()), unknown);
  for (let asked = 0; asked < 11; asked += 1) {
    context.mock.timers.tick(10_000);
    await heard(reads);
  }
  assert.deepEqual(errors, []);
  context.mock.timers.tick(10_000);
  await Promise.all([read, write]);
  assert.deepEqual([errors, mayLeave()], [[], true]);
});

test('what comes from a thread that was given up is ignored', { timeout: TIMEOUT_MS }, async (context) => {
  const said = new Int32Array(new SharedArrayBuffer(4));
  const late = new URL(
    `data:text/javascript,import { parentPort as port, workerData } from 'node:worker_threads';port.postMessage({ kind: 'ready' });Atomics.store(workerData, 0, 1);setInterval(() => {}, 1000);`,
  );
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { writes, errors, mayLeave } = openThreaded(context, late, said as never);
  assert.equal(mayLeave(), false);
  // Its message is there, and cannot arrive before the thread is given up.
  while (Atomics.load(said, 0) === 0);
  context.mock.timers.tick(10_000);
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  assert.equal(errors.length, 1);
  assert.equal(writes.run(anyWrite()), undefined);
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
  const { threaded, reads, mayLeave } = openThreaded(context, threadThat(ECHO), noSettings);
  await threaded.close();
  assert.equal(mayLeave(), false);
  await assert.rejects(reads.run(anyRequest), busy);
});

test('what moved is counted', { timeout: TIMEOUT_MS }, async (context) => {
  const { threaded, reads, mayLeave } = openThreaded(context, threadThat(ECHO), noSettings);
  await waitUntil('the thread is ready', mayLeave);
  const count = (of: ThreadedRequests) => of.metrics().map(({ name, value }) => [name, value]);
  await reads.run(anyRequest);
  assert.deepEqual(count(threaded), [
    ['long_reads_total', 1],
    ['large_writes_total', 0],
  ]);
});

const MATCHES = `port.postMessage({ kind: 'result', number: message.number, result: message.task.text === 'long' })`;
const scope = { tenantId: 'acme', workspaceId: 'web' };

test('a text waits for the thread that starts, and comes back from one that cannot', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const { threaded } = openThreaded(context, threadThat(MATCHES), noSettings);
  assert.deepEqual(
    await Promise.all(['long', 'other'].map((text) => threaded.matchAside(scope, 'a', text))),
    [true, false],
  );
  const broken = new URL(`data:text/javascript,throw new Error('broken')`);
  const failing = openThreaded(context, broken, noSettings);
  assert.equal(await failing.threaded.matchAside(scope, 'a', 'long'), undefined);
  assert.match(String(failing.errors), /broken/);
  assert.equal(
    await failing.threaded.matchAside(scope, 'a', 'long'),
    undefined,
    'no other one starts at once',
  );
});

test('a thread that does not start in ten seconds is given up', { timeout: TIMEOUT_MS }, async (context) => {
  const silent = new URL(`data:text/javascript,setInterval(() => {}, 1000)`);
  const share = { isLeft: () => true, isShared: true, note: () => {} };
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { threaded, reads, errors, mayLeave } = openThreaded(context, silent, noSettings, { share });
  const matching = threaded.matchAside(scope, 'a', 'long');
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

const unknown = failure(503, 'OutcomeUnknown', 'outcome_unknown');

/** Says that writes have begun, and finishes nothing but what it is asked for as `heard`. */
const answering = new URL(
  `data:text/javascript,import { parentPort as port } from 'node:worker_threads';port.on('message', (message) => { if (message === 'ping') port.postMessage({ kind: 'there' }); else if (message.task.kind === 'write') port.postMessage({ kind: 'begun', number: message.number }); else if (message.task.request.operation === 'heard') port.postMessage({ kind: 'result', number: message.number, result: 'heard' }); });port.postMessage({ kind: 'ready' });`,
);

/** Resolves when everything that the thread has said until now has arrived. */
const heard = (reads: ThreadedRequests['reads']) => reads.run({ ...anyRequest, operation: 'heard' });

const WRITES = `port.postMessage({ kind: 'result', number: message.number, result: { json: String(message.task.request.body.length), head: { status: 201 } } })`;

const anyWrite = (body = new Uint8Array(8)) => ({
  operation: 'create-record',
  caller: callerAt(allPlaces[0] as Place, false),
  head: { params: {}, query: {}, headers: {} },
  body,
});

test('a write stays while the thread starts and nobody else is there, and moves with its body then', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const caughtUp: unknown[] = [];
  const positions = {
    position: () => 7,
    catchUp: async (workspace: unknown) => void caughtUp.push(workspace),
  };
  const { threaded, writes, mayLeave } = openThreaded(context, threadThat(WRITES), noSettings, { positions });
  assert.equal(writes.run(anyWrite()), undefined);
  await waitUntil('the thread is ready', mayLeave);
  // A part of a larger buffer, whose memory has to stay.
  const whole = new Uint8Array(100);
  const { json } = (await writes.run(anyWrite(whole.subarray(10, 15)))) ?? {};
  assert.deepEqual([json, whole.length, caughtUp.length], ['5', 100, 1]);
  assert.equal(threaded.metrics().find(({ name }) => name === 'large_writes_total')?.value, 1);
});

test('a write that is committed, but cannot be read here yet, has an unknown outcome', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const catchUp = () => Promise.reject(new Error('the database is gone'));
  const positions = { position: () => 0, catchUp };
  const { writes, mayLeave } = openThreaded(context, threadThat(WRITES), noSettings, { positions });
  await waitUntil('the thread is ready', mayLeave);
  await assert.rejects(async () => writes.run(anyWrite()), unknown);
});

test('while other tenants are there, a write waits for the thread, and it stays if there cannot be one', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const share = new MainThreadShare();
  share.note('another');
  const { writes } = openThreaded(context, threadThat(WRITES), noSettings, { share });
  assert.equal((await writes.run(anyWrite()))?.json, '8');
  const broken = new URL(`data:text/javascript,throw new Error('broken')`);
  const failing = openThreaded(context, broken, noSettings, { share });
  await assert.rejects(async () => failing.writes.run(anyWrite()), busy);
  assert.equal(failing.writes.run(anyWrite()), undefined, 'no other one starts at once');
});

test('a write whose thread ends before it begins gets 503, and a failure of the write is what it was', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const does = `if (message.task.request.body.length === 1) throw new Error('broken'); port.postMessage({ kind: 'failure', number: message.number, failure: { status: 409, name: 'Conflict', message: 'There is one', options: { code: 'exists' } } });`;
  const { writes, mayLeave } = openThreaded(context, threadThat(does), noSettings);
  await waitUntil('the thread is ready', mayLeave);
  await assert.rejects(async () => writes.run(anyWrite()), failure(409, 'Conflict', 'exists'));
  await assert.rejects(async () => writes.run(anyWrite(new Uint8Array(1))), busy);
});

test('the outcome of a write that had begun when its thread ended is unknown', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const does = `port.postMessage({ kind: 'begun', number: message.number }); setImmediate(() => { throw new Error('broken'); });`;
  const { writes, mayLeave } = openThreaded(context, threadThat(does), noSettings);
  await waitUntil('the thread is ready', mayLeave);
  await assert.rejects(async () => writes.run(anyWrite()), unknown);
});

test('the thread says which limits are near', { timeout: TIMEOUT_MS }, async (context) => {
  const near = { workspace: scope, limit: 'records', allowed: 10, used: 9 };
  const does = `port.postMessage({ kind: 'near', near: ${JSON.stringify(near)} }); ${ECHO}`;
  const opened = openThreaded(context, threadThat(does), noSettings);
  await waitUntil('the thread is ready', opened.mayLeave);
  await opened.reads.run(anyRequest);
  assert.deepEqual(opened.news, [{ kind: 'near', near }]);
});
