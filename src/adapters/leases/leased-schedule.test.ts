// Leases as a state machine, with a clock that the test moves: whatever is killed or frozen when, no two processes work at
// once by their own belief, nothing is written without the lease, and the work is done.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LeaseWorld, WorldProcess } from '../../../test/fixtures/lease-fixture.ts';
import { runs } from '../../../test/fixtures/long-runs.ts';
import type { Lease } from '../../domain/leases/lease.ts';
import { leaseTimes } from './hold-lease.ts';
import { dueInMs, type LeasedSchedule, startLeasedSchedule } from './leased-schedule.ts';

const EVERY_MS = 60_000;
/** Longer than a term, so that renewals matter. */
const WORK_MS = 12_000;
const WRITE_EVERY_MS = 500;
/** A term that nobody ends, and how long the others take to see it. */
const TAKEOVER_MAX_MS = leaseTimes.termMs + 2 * 1_000 + 500;

interface Written {
  readonly token: number;
  readonly atMs: number;
  readonly isAllowed: boolean;
}

const openWorld = (count: number) => {
  const world = new LeaseWorld();
  const written: Written[] = [];
  const finished: number[] = [];
  const overlong: Lease[] = [];
  const failures: unknown[] = [];
  const processes = Array.from({ length: count }, () => new WorldProcess());

  const start = (process: WorldProcess, at: number): LeasedSchedule => {
    const clock = world.clockOf(process);
    return startLeasedSchedule({
      leases: world.leasesOf(process),
      name: 'work',
      holder: `h${at}`,
      clock,
      times: leaseTimes,
      everyMs: EVERY_MS,
      random: () => 0,
      onFailure: (error) => void failures.push(error),
      events: { onTaken: () => {}, onEnded: () => {} },
      work: async (lease, signal) => {
        for (let doneMs = 0; doneMs < WORK_MS && !signal.aborted; doneMs += WRITE_EVERY_MS) {
          await clock.sleep(WRITE_EVERY_MS, signal);
          await world.runnable(process);
          if (signal.aborted) break;
          // What the store does in the transaction.
          const isAllowed = world.isHeld(lease);
          written.push({ token: lease.token, atMs: world.nowMs, isAllowed });
          // By its own clock it would have stopped in time, unless it slept until this very moment.
          if (!isAllowed && process.thawedAtMs !== world.nowMs) overlong.push(lease);
        }
        if (!signal.aborted) finished.push(world.nowMs);
      },
    });
  };
  const schedules = processes.map(start);
  const stop = async () => {
    for (const process of processes) process.isKilled = false;
    for (const process of processes) await world.thaw(process);
    const stopped = Promise.all(schedules.map((schedule) => schedule.stop()));
    await world.pass(0);
    await stopped;
  };
  return { world, processes, schedules, written, finished, overlong, failures, stop };
};

const metricOf = (schedule: LeasedSchedule | undefined, name: string): number | undefined =>
  schedule?.metrics().find((metric) => metric.name === name)?.value;

const holderOf = (schedules: readonly LeasedSchedule[]): number =>
  schedules.findIndex((schedule) => metricOf(schedule, 'leases_held') === 1);

test('of three processes one does the work, once in each interval', async () => {
  const { world, written, finished, schedules, failures, stop } = openWorld(3);
  await world.pass(EVERY_MS - 1_000);
  assert.deepEqual(written, []);
  await world.pass(5 * (EVERY_MS + WORK_MS) + 10_000);
  assert.equal(finished.length, 5);
  const gaps = finished.slice(1).map((at, index) => at - (finished[index] ?? 0));
  assert.ok(
    gaps.every((gap) => gap >= EVERY_MS + WORK_MS && gap < EVERY_MS + WORK_MS + 6_000),
    String(gaps),
  );
  assert.ok(written.every(({ isAllowed }) => isAllowed));
  assert.deepEqual(
    schedules.map((schedule) => metricOf(schedule, 'lease_takeovers_total')),
    [0, 0, 0],
  );
  assert.deepEqual(failures, []);
  await stop();
});

test('a killed holder is replaced within seconds', async () => {
  const { world, processes, schedules, finished, stop } = openWorld(3);
  await world.pass(EVERY_MS + 3_000);
  const holder = holderOf(schedules);
  (processes[holder] as WorldProcess).isKilled = true;
  await world.pass(TAKEOVER_MAX_MS);
  const next = schedules.findIndex(
    (schedule, at) => at !== holder && metricOf(schedule, 'leases_held') === 1,
  );
  assert.notEqual(next, -1);
  assert.equal(metricOf(schedules[next], 'lease_takeovers_total'), 1);
  await world.pass(WORK_MS);
  assert.equal(finished.length, 1);
  await stop();
});

test('a frozen holder writes nothing when it wakes up, and knows that it lost', async () => {
  const { world, processes, schedules, written, finished, stop } = openWorld(2);
  await world.pass(EVERY_MS + 3_000);
  const holder = holderOf(schedules);
  const frozen = processes[holder] as WorldProcess;
  const token = written.at(-1)?.token;
  const before = written.length;
  frozen.isFrozen = true;
  await world.pass(TAKEOVER_MAX_MS + WORK_MS);
  assert.equal(finished.length, 1);
  await world.thaw(frozen);
  await world.pass(5_000);
  const late = written.slice(before).filter((write) => write.token === token && write.isAllowed);
  assert.deepEqual(late, []);
  assert.equal(metricOf(schedules[holder], 'leases_lost_total'), 1);
  assert.equal(finished.length, 1);
  await stop();
});

test('a service that stops leaves its lease to others at once', async () => {
  const { world, schedules, finished, stop } = openWorld(2);
  await world.pass(EVERY_MS + 3_000);
  const holder = holderOf(schedules);
  const stopped = schedules[holder]?.stop();
  await world.pass(1_500);
  await stopped;
  assert.equal(metricOf(schedules[1 - holder], 'leases_held'), 1);
  assert.equal(metricOf(schedules[1 - holder], 'lease_takeovers_total'), 0);
  await world.pass(WORK_MS);
  assert.equal(finished.length, 1);
  await stop();
});

type Event = { readonly kind: 'freeze' | 'thaw' | 'kill' | 'pass'; readonly at: number; readonly ms: number };

const event: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom('freeze', 'thaw', 'thaw', 'pass', 'pass', 'pass', 'kill'),
  at: fc.nat(3),
  ms: fc.oneof(fc.nat(3_000), fc.nat(20_000)),
});

test('whatever is frozen or killed when: one works at a time, and somebody does', async () => {
  const property = fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
    const { world, processes, written, finished, overlong, failures, stop } = openWorld(4);
    await world.pass(EVERY_MS);
    for (const { kind, at, ms } of events) {
      const process = processes[at] as WorldProcess;
      // One is left to do the work.
      if (kind === 'kill' && at !== 0) process.isKilled = true;
      if (kind === 'freeze') process.isFrozen = true;
      if (kind === 'thaw') await world.thaw(process);
      await world.pass(ms);
    }
    assert.deepEqual(overlong, []);
    const allowed = written.filter(({ isAllowed }) => isAllowed);
    // Who writes after another one never was before it.
    assert.ok(allowed.every(({ token }, at) => at === 0 || token >= (allowed[at - 1]?.token ?? 0)));
    for (const process of processes) await world.thaw(process);
    const before = finished.length;
    await world.pass(EVERY_MS + TAKEOVER_MAX_MS + 2 * WORK_MS);
    assert.ok(finished.length > before, 'nobody did the work');
    assert.deepEqual(failures, []);
    await stop();
  });
  await fc.assert(property, { numRuns: runs(12, 300) });
});

test('work that failed is due again after its interval, and its failure is told', async () => {
  const world = new LeaseWorld();
  const process = new WorldProcess();
  const failures: unknown[] = [];
  let attempts = 0;
  const schedule = startLeasedSchedule({
    leases: world.leasesOf(process),
    name: 'work',
    holder: 'h',
    clock: world.clockOf(process),
    times: leaseTimes,
    everyMs: EVERY_MS,
    random: () => 0,
    onFailure: (error) => void failures.push(error),
    events: { onTaken: () => {}, onEnded: () => {} },
    work: async () => {
      attempts += 1;
      throw new Error('the disk is full');
    },
  });
  await world.pass(3 * EVERY_MS + 20_000);
  assert.equal(attempts, 3);
  assert.equal(failures.length, 3);
  await schedule.stop();
});

test('when work is due', () => {
  assert.equal(dueInMs(undefined, 100, 30), 70);
  assert.equal(dueInMs({ endsInMs: 0, finishedAgoMs: undefined }, 100, 0), 0);
  assert.equal(dueInMs({ endsInMs: 400, finishedAgoMs: undefined }, 100, 0), 400);
  assert.equal(dueInMs({ endsInMs: 4_000, finishedAgoMs: 10 }, 100, 0), 1_000);
  assert.equal(dueInMs({ endsInMs: 0, finishedAgoMs: 10 }, 100, 0), 90);
});
