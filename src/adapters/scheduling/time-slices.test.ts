// Time slices: quick requests never wait, no request blocks the event loop for long, and two workspaces get half of it each,
// however many requests they have. The clock is fake: time is what the work says it took.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from '../../../test/fixtures/fake-caller.ts';
import { buildFakeClock, type FakeClock } from '../../../test/fixtures/turn-clock.ts';
import { LeftMainThread } from '../../domain/limits/long-reads.ts';
import { buildMeter } from './metered-requests.ts';
import { buildTimeSlices, SLICE_MS } from './time-slices.ts';

const STEP_MS = 0.25;
const limits = { permitsMax: 4, permitsOfOwnerMax: 2, waitingMax: 8, waitingOfOwnerMax: 3, waitMaxMs: 2_000 };

const start = (clock: FakeClock = buildFakeClock()) => {
  const turns = buildTimeSlices(clock, limits);
  /** Who worked, step by step. */
  const steps: string[] = [];
  const run = async (owner: string, count: number, name = owner): Promise<void> => {
    const turn = turns.begin(owner);
    try {
      for (let step = 0; step < count; step += 1) {
        await turn.pause();
        clock.work(STEP_MS);
        steps.push(name);
      }
    } finally {
      turn.end();
    }
  };
  return { clock, turns, steps, run };
};

test('a quick request completes in the turn of the event loop in which it came', async () => {
  const { steps, run } = start();
  await run('a', SLICE_MS / STEP_MS);
  assert.equal(steps.length, 4);
});

test('a turn of the event loop has one slice for a waiting request and one for all new ones', async () => {
  const { clock, steps, run } = start();
  const all: Promise<void>[] = [];
  const longest: number[] = [];
  for (let turn = 0, before = 0; turn < 100; turn += 1, before = steps.length) {
    for (const newcomer of turn < 20 ? ['a', 'b', 'c', 'd'] : []) {
      // Each in its own callback, as requests arrive.
      all.push(run(`${newcomer}${turn}`, 6));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await clock.turn();
    longest.push((steps.length - before) * STEP_MS);
  }
  await clock.turnAll();
  await Promise.all(all);
  assert.equal(steps.length, 480);
  assert.equal(Math.max(...longest), 2 * SLICE_MS);
});

test('two workspaces alternate, though one has many requests and the other has one', async () => {
  const { clock, steps, run } = start();
  const many = Array.from({ length: 4 }, () => run('many', 16));
  const all = Promise.all([...many, run('one', 64)]);
  await clock.turnAll();
  await all;
  const both = steps.slice(0, steps.lastIndexOf('one') + 1);
  const ofOne = both.filter((name) => name === 'one').length;
  assert.equal(ofOne, 64);
  assert.ok(ofOne >= both.length * 0.45, `${ofOne} of ${both.length}`);
  // Neither waits for more than a few slices of the other.
  assert.ok(!both.join('').includes('many'.repeat(17)));
});

test('a new request queues behind others of its own workspace only', async () => {
  const { clock, steps, run } = start();
  const all = [run('a', 40, 'a1')];
  await clock.turn();
  all.push(run('a', 1, 'a2'), run('b', 1, 'b'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(steps.at(-1), 'b');
  assert.ok(!steps.includes('a2'));
  await clock.turnAll();
  await Promise.all(all);
});

test('short work goes before long work, which still makes progress', async () => {
  const { clock, steps, run } = start();
  const long = run('long', 200);
  for (let turn = 0; turn < 30; turn += 1) await clock.turn();
  const from = steps.length;
  const short = Array.from({ length: 5 }, (_, index) => run(`s${index}`, 12));
  await clock.turnAll();
  await Promise.all([long, ...short]);
  const during = steps.slice(from, Math.max(...steps.map((name, at) => (name === 'long' ? 0 : at))));
  const ofLong = during.filter((name) => name === 'long').length;
  assert.ok(ofLong > 0 && ofLong < during.length / 2, `${ofLong} of ${during.length}`);
});

test('a long request leaves if it may, is asked once, and otherwise stays', async () => {
  const { clock, turns } = start();
  const leave = async (answer: boolean) => {
    let asked = 0;
    const turn = turns.begin('a', () => {
      asked += 1;
      return answer;
    });
    let steps = 0;
    const outcome = (async () => {
      for (; steps < 100; steps += 1) {
        await turn.pause();
        clock.work(STEP_MS);
      }
    })();
    const settled = outcome.then(
      () => undefined,
      (error: unknown) => error,
    );
    await clock.turnAll();
    const error = await settled;
    turn.end();
    return { asked, steps, error };
  };
  assert.deepEqual(await leave(false), { asked: 1, steps: 100, error: undefined });
  const { asked, steps, error } = await leave(true);
  assert.ok(error instanceof LeftMainThread);
  assert.deepEqual([asked, steps], [1, 20]);
});

test('waiting for others is not computing', async () => {
  const { clock, turns } = start();
  let isAsked = false;
  const turn = turns.begin('a', () => {
    isAsked = true;
    return true;
  });
  for (let statement = 0; statement < 8; statement += 1) {
    // Another request has used up this turn of the event loop.
    const other = turns.begin('b');
    void other.pause();
    clock.work(SLICE_MS);
    const pause = turn.pause();
    await clock.turnAll();
    await pause;
    // A statement that takes 20 ms elsewhere.
    clock.work(20);
    await clock.turnAll();
    other.end();
  }
  turn.end();
  assert.equal(isAsked, false);
});

const busy = failure(503, 'ServiceUnavailable', 'busy');

test('long requests need a permit: two per workspace, three more wait, others get 503', async () => {
  const { clock, run } = start();
  const long = Array.from({ length: 6 }, () => run('a', 400));
  const outcomes = Promise.allSettled([...long, run('b', 40)]);
  await clock.turnAll();
  const [refused, ...more] = (await outcomes).filter((outcome) => outcome.status === 'rejected');
  assert.deepEqual(more, []);
  assert.ok(busy(refused?.reason));
  assert.equal(refused?.reason.retryAfterSeconds, 2);
});

test('a request that waits too long for a permit gets 503', async () => {
  const { clock, run } = start();
  const forever = Array.from({ length: 2 }, () => run('a', 20_000));
  const third = run('a', 400);
  const outcomes = Promise.allSettled([...forever, third]);
  await clock.turnAll();
  const results = await outcomes;
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected'],
  );
  assert.ok(results[2]?.status === 'rejected' && busy(results[2].reason));
});

test('a request that releases its permit lets others finish, and takes one again', async () => {
  const { clock, turns, steps, run } = start();
  const other = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 2 }, async () => {
    const turn = turns.begin('a');
    for (let step = 0; step < 80; step += 1) {
      await turn.pause();
      clock.work(STEP_MS);
      if (step !== 40) continue;
      turn.releasePermit();
      await other.promise;
    }
    steps.push('waited');
    turn.end();
  });
  const third = run('a', 80, 'third').then(other.resolve);
  await clock.turnAll();
  await Promise.all([...waiting, third]);
  assert.deepEqual(steps.slice(-3), ['third', 'waited', 'waited']);
  const after = Promise.all(Array.from({ length: 5 }, () => run('a', 80)));
  await clock.turnAll();
  await after;
});

test('a request that takes more than half a minute fails', async () => {
  const { clock, run } = start();
  const outcome = assert.rejects(run('a', 200_000), busy);
  await clock.turnAll();
  await outcome;
});

test('a spent budget fails the request and releases its permit', async () => {
  const { clock, turns, run } = start();
  const spent: [string, number][] = [];
  const meter = buildMeter(turns, { onSpent: (...of) => spent.push(of) });
  const allowance = { units: 100, part: 'filter', advice: 'ask for less' };
  const spending = async (units: number) =>
    meter.run({ tenantId: 't', workspaceId: 'w' }, allowance, async ({ spend, pause }) => {
      for (let step = 0; step < 100; step += 1) {
        await pause();
        clock.work(STEP_MS);
        spend(units);
      }
      return 'done';
    });
  const enough = spending(1);
  const tooMuch = assert.rejects(spending(1.5), (error: Error) => {
    assert.equal(error.message, 'The request asks for too much: ask for less');
    return failure(400, 'InvalidInput', 'too_much:filter')(error);
  });
  await clock.turnAll();
  assert.equal(await enough, 'done');
  await tooMuch;
  assert.deepEqual(spent.toSorted(), [
    ['t', 100],
    ['t', 100.5],
  ]);
  const others = Promise.all(Array.from({ length: 4 }, () => run('["t","w"]', 100)));
  await clock.turnAll();
  await others;
});
