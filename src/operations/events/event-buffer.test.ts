// The buffer over a store in memory: what waits, what is stored, what is dropped, and whose. Time is a fake clock.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/fixtures/long-runs.ts';
import type { ProductEvent } from '../../domain/events/product-event.ts';
import { openEventBuffer } from './event-buffer.ts';

const event = (productId: string, changes: Partial<ProductEvent> = {}): ProductEvent => ({
  tenantId: 't',
  workspaceId: 'w',
  environmentId: 'e',
  catalogId: 'c',
  day: '2026-01-02',
  productId,
  type: 'view',
  visitor: 'v',
  term: '',
  ...changes,
});

const some = (count: number, workspaceId: string): ProductEvent[] =>
  Array.from({ length: count }, (_, at) => event(`p${at}`, { workspaceId, visitor: `v${at}` }));

const open = (options: { maxBuffered?: number; enabled?: boolean; flushIntervalMs?: number } = {}) => {
  const fake = {
    batches: [] as (readonly ProductEvent[])[],
    fails: false,
    warnings: [] as [object, string][],
    countOf: (workspaceId: string) =>
      fake.batches.flat().filter((each) => each.workspaceId === workspaceId).length,
  };
  const buffer = openEventBuffer({
    store: {
      appendEvents: async (events) => {
        await null;
        if (fake.fails) throw new Error('locked');
        fake.batches.push(events);
      },
    },
    log: { warn: (fields, message) => fake.warnings.push([fields, message]) },
    ...options,
  });
  return { buffer, fake };
};

test('events wait, and are stored in batches', async () => {
  const { buffer, fake } = open();
  buffer.record(some(700, 'w'));
  assert.deepEqual(fake.batches, [], 'nothing is stored by the request');
  await buffer.close();
  assert.deepEqual(
    fake.batches.map(({ length }) => length),
    Array.from({ length: 7 }, () => 100),
  );
  assert.deepEqual(fake.batches.flat(), some(700, 'w'));
});

test('a visitor who sends very many loses some, and nobody else does', async () => {
  const { buffer, fake } = open();
  buffer.record(Array.from({ length: 5_000 }, (_, at) => event(`x${at}`, { visitor: 'one' })));
  buffer.record(Array.from({ length: 300 }, (_, at) => event('p', { visitor: `shopper-${at}` })));
  await buffer.flush();
  const of = (visitor: string) => fake.batches.flat().filter((each) => each.visitor === visitor).length;
  assert.deepEqual([of('one'), of('shopper-0'), of('shopper-299')], [200, 1, 1]);
  buffer.record([event('later', { visitor: 'one' })]);
  await buffer.close();
  assert.equal(of('one'), 201);
  assert.equal(buffer.dropped, 4_800);
});

test('the same event waits only once', async () => {
  const { buffer, fake } = open({ maxBuffered: 8 });
  for (let times = 0; times < 100; times += 1) buffer.record([event('p'), event('p', { type: 'click' })]);
  buffer.record([event('p', { visitor: 'v2' }), event('p', { day: '2026-01-03' })]);
  buffer.record([event('p', { environmentId: 'e2' }), event('p', { catalogId: 'c2' })]);
  await buffer.close();
  assert.equal(fake.batches.flat().length, 6);
  assert.equal(buffer.dropped, 0);
});

test('they are stored on a schedule', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const { buffer, fake } = open({ flushIntervalMs: 50 });
    buffer.record([event('p')]);
    mock.timers.tick(50);
    await buffer.flush();
    assert.equal(fake.batches.length, 1);
    await buffer.close();
  } finally {
    mock.timers.reset();
  }
});

test('what cannot be stored waits for the next time, and is dropped at the end', async () => {
  const { buffer, fake } = open();
  fake.fails = true;
  buffer.record(some(3, 'w'));
  await buffer.flush();
  assert.match(fake.warnings[0]?.[1] ?? '', /could not be stored/);
  fake.fails = false;
  await buffer.flush();
  assert.equal(fake.batches.flat().length, 3);
  fake.fails = true;
  buffer.record(some(3, 'w'));
  await buffer.close();
  assert.equal(buffer.dropped, 3);
  buffer.record(some(3, 'w'));
  assert.equal(buffer.dropped, 3, 'after the end nothing is taken');
});

test('nothing is recorded where that is turned off', async () => {
  const { buffer, fake } = open({ enabled: false });
  buffer.record(some(3, 'w'));
  await buffer.close();
  assert.deepEqual([fake.batches, buffer.dropped], [[], 0]);
});

test('one workspace cannot fill the buffer for the others', async () => {
  const { buffer, fake } = open({ maxBuffered: 90 });
  buffer.record(some(1_000, 'loud'));
  buffer.record(some(40, 'second'));
  buffer.record(some(10, 'quiet'));
  buffer.record(some(1_000, 'loud'));
  await buffer.close();
  assert.equal(fake.countOf('quiet'), 10, 'all of a workspace that stays below its share');
  assert.ok(fake.countOf('second') >= 30, 'at least its share');
  assert.equal(fake.batches.flat().length, 90);
  assert.ok(buffer.dropped >= 1_000 + 40 + 10 - 90);
  assert.match(fake.warnings.at(-1)?.[1] ?? '', /dropped/);
});

test('any senders: never more than fit, and everyone gets their share', async () => {
  const sending = fc.record({
    workspace: fc.integer({ min: 0, max: 5 }),
    product: fc.integer({ min: 0, max: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(sending, { maxLength: 200 }),
      fc.integer({ min: 1, max: 40 }),
      async (sent, maxBuffered) => {
        const { buffer, fake } = open({ maxBuffered });
        for (const { workspace, product } of sent)
          buffer.record([event(`p${product}`, { workspaceId: String(workspace) })]);
        await buffer.close();
        const kept = fake.batches.flat();
        assert.equal(new Set(kept.map((each) => JSON.stringify(each))).size, kept.length);
        const wanted = Map.groupBy(sent, ({ workspace }) => String(workspace));
        const fair = Math.floor(maxBuffered / wanted.size);
        let all = 0;
        for (const [workspace, own] of wanted) {
          const distinct = new Set(own.map(({ product }) => product)).size;
          all += distinct;
          assert.ok(fake.countOf(workspace) >= Math.min(distinct, fair), `workspace ${workspace}`);
        }
        assert.equal(kept.length, Math.min(all, maxBuffered));
      },
    ),
    { numRuns: runs(50, 2_000) },
  );
});
