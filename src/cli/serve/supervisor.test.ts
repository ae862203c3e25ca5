// The supervisor with workers that the test plays: who is started, replaced, stopped and killed, and when.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Supervisor, type WorkerProcess } from './supervisor.ts';

class Played implements WorkerProcess {
  readonly pid: number;
  readonly number: number;
  readonly isReplacement: boolean;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<number | undefined>();
  readonly ready = this.#ready.promise;
  readonly ended = this.#ended.promise;
  isDraining = false;
  isStopped = false;
  isKilled = false;
  hasEnded = false;
  /** Whether it ends as soon as it is told to. */
  isObedient = true;

  constructor(pid: number, number: number, isReplacement: boolean) {
    this.pid = pid;
    this.number = number;
    this.isReplacement = isReplacement;
  }

  serve(): void {
    this.#ready.resolve();
  }

  end(code: number | undefined): void {
    this.hasEnded = true;
    this.#ended.resolve(code);
  }

  drain(): void {
    this.isDraining = true;
  }

  stop(): void {
    this.isStopped = true;
    if (this.isObedient) this.end(0);
  }

  kill(): void {
    this.isKilled = true;
    this.end(undefined);
  }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const open = (count: number) => {
  const started: Played[] = [];
  const said: string[] = [];
  const sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];
  let nowMs = 0;
  const say = (_: object, message: string) => void said.push(message);
  const supervisor = new Supervisor({
    count,
    start: (number, isReplacement) => {
      const worker = new Played(started.length + 1, number, isReplacement);
      started.push(worker);
      return worker;
    },
    stopMaxMs: 1_000,
    clock: {
      now: () => nowMs,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (ms === 0 || signal?.aborted === true) return resolve();
          sleepers.push({ atMs: nowMs + ms, wake: resolve });
          signal?.addEventListener('abort', () => resolve());
        }),
    },
    log: { info: say, warn: say, error: say },
  });
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms;
    for (const { atMs, wake } of sleepers) if (atMs <= nowMs) wake();
    await settle();
  };
  const worker = (pid: number): Played => started[pid - 1] as Played;
  return { supervisor, started, said, pass, worker };
};

const openServing = async (count: number) => {
  const world = open(count);
  const begun = world.supervisor.start();
  world.worker(1).serve();
  assert.equal(await begun, 0);
  await settle();
  for (const each of world.started) each.serve();
  await settle();
  assert.equal(world.supervisor.counts.workers, count);
  return world;
};

test('the first one starts alone; if it fails, that is all', async () => {
  const { supervisor, started, worker } = open(3);
  const begun = supervisor.start();
  assert.equal(started.length, 1);
  worker(1).end(2);
  assert.equal(await begun, 2);
  assert.equal(started.length, 1);
});

test('the others follow, and take their time', async () => {
  const { started } = await openServing(3);
  assert.deepEqual(
    started.map(({ number, isReplacement }) => [number, isReplacement]),
    [
      [1, false],
      [2, true],
      [3, true],
    ],
  );
});

test('a worker that dies is replaced: at once, then later and later, and at once again after a healthy life', async () => {
  const { supervisor, started, pass, worker } = await openServing(1);
  worker(1).end(undefined);
  await settle();
  assert.equal(started.length, 2);
  worker(2).serve();
  await settle();
  for (const pauseMs of [250, 500, 1_000]) {
    const before: number = started.length;
    worker(before).end(1);
    await settle();
    await pass(pauseMs - 1);
    assert.equal(started.length, before);
    await pass(1);
    assert.equal(started.length, before + 1);
    worker(before + 1).serve();
    await settle();
  }
  await pass(60_000);
  const before = started.length;
  worker(before).end(1);
  await settle();
  assert.equal(started.length, before + 1);
  assert.equal(supervisor.counts.deaths, 5);
});

test('a restart replaces one after another, and none stops before the next one serves', async () => {
  const { supervisor, worker, started } = await openServing(2);
  const restarted = supervisor.restart();
  await settle();
  assert.equal(started.length, 3);
  assert.equal(worker(1).isStopped, false);
  worker(3).serve();
  await settle();
  assert.ok(worker(1).hasEnded);
  assert.equal(worker(2).isStopped, false);
  worker(4).serve();
  await restarted;
  assert.ok(worker(2).hasEnded);
  assert.equal(started.length, 4);
  assert.deepEqual(supervisor.counts, { workers: 2, deaths: 0 });
});

test('a restart whose new worker fails leaves the others as they are', async () => {
  const { supervisor, said, worker } = await openServing(2);
  const restarted = supervisor.restart();
  await settle();
  worker(3).end(1);
  await restarted;
  assert.equal(worker(1).isStopped, false);
  assert.ok(said.includes('the restart was given up: a new worker did not start'));
  assert.deepEqual(supervisor.counts, { workers: 2, deaths: 0 });
});

test('a stop tells all, kills who does not listen, and says so by its exit code', async () => {
  const first = await openServing(2);
  assert.equal(await first.supervisor.stop(), 0);
  const second = await openServing(2);
  second.worker(2).isObedient = false;
  const stopped = second.supervisor.stop();
  await second.pass(999);
  assert.equal(second.worker(2).isKilled, false);
  await second.pass(1);
  assert.equal(await stopped, 1);
  assert.ok(second.worker(2).isKilled);
  await second.pass(100_000);
  assert.equal(second.started.length, 2);
});

test('a worker that is still starting is told to end like the others', async () => {
  const { supervisor, worker } = open(2);
  const begun = supervisor.start();
  worker(1).serve();
  await begun;
  await settle();
  worker(2).isObedient = false;
  const stopped = supervisor.stop();
  await settle();
  assert.deepEqual([worker(2).isStopped, worker(2).isKilled], [true, false]);
  worker(2).end(0);
  assert.equal(await stopped, 0);
});

test('draining is announced by all, also by one that starts meanwhile, and all go on serving', async () => {
  const { supervisor, pass, worker } = await openServing(2);
  let isDrained = false;
  const drained = supervisor.drain(3_000).then(() => {
    isDrained = true;
  });
  worker(2).end(undefined);
  await settle();
  await pass(250);
  assert.deepEqual([worker(1).isDraining, worker(3).isDraining], [true, true]);
  await pass(2_749);
  assert.equal(isDrained, false);
  assert.equal(worker(1).isStopped, false);
  await pass(1);
  await drained;
});

test('one that ends by itself while all drain is not replaced; one that dies is', async () => {
  const { supervisor, started, said, pass, worker } = await openServing(2);
  const drained = supervisor.drain(3_000);
  worker(1).end(0);
  await settle();
  await pass(250);
  assert.equal(started.length, 2);
  assert.deepEqual(supervisor.counts, { workers: 1, deaths: 0 });
  assert.ok(!said.includes('a worker died; it is replaced'));
  worker(2).end(1);
  await settle();
  await pass(250);
  assert.equal(started.length, 3);
  await pass(2_500);
  await drained;
});

test('a stop during the start or a restart leaves nobody behind', async () => {
  const starting = open(2);
  const begun = starting.supervisor.start();
  assert.equal(await starting.supervisor.stop(), 0);
  assert.equal(await begun, undefined);
  const restarting = await openServing(2);
  const restarted = restarting.supervisor.restart();
  await settle();
  await restarting.supervisor.stop();
  await restarted;
  assert.ok(restarting.started.every(({ hasEnded }) => hasEnded));
});
