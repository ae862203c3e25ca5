// The recorder over a store in memory: what waits, what is stored, what is dropped. Time is a fake clock.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { SearchEvent } from '../../domain/terms/popular-terms.ts';
import { openSearchRecorder } from './record-searches.ts';

const workspace = { tenantId: 't', workspaceId: 'w' };

const search = (text: string, visitor = 'v1', catalogId = 'c1') =>
  [workspace, { catalogId, text, total: 1 }, visitor] as const;

/** A recorder over a store in memory, with a clock that moves a second with every look at it. */
const open = (options: { maxBuffered?: number; enabled?: boolean; flushIntervalMs?: number } = {}) => {
  let seconds = 0;
  const fake = {
    batches: [] as SearchEvent[][],
    fails: false,
    warnings: [] as [object, string][],
    /** Called while a batch is being stored. */
    meanwhile: () => {},
    terms: () => fake.batches.flat().map((event) => event.term),
  };
  const recorder = openSearchRecorder({
    store: {
      appendSearchEvents: async (events) => {
        fake.meanwhile();
        await null;
        if (fake.fails) throw new Error('locked');
        fake.batches.push([...events]);
      },
    },
    now: () => new Date(Date.UTC(2026, 0, 2, 3, 4, seconds++)),
    log: { warn: (fields, message) => fake.warnings.push([fields, message]) },
    ...options,
  });
  return { recorder, fake };
};

test('a search is stored as a normalized term with its time', async () => {
  const { recorder, fake } = open();
  recorder.record(...search('  Red\n SHOE '));
  assert.deepEqual(fake.batches, [], 'nothing is stored by the request');
  await recorder.close();
  assert.deepEqual(fake.batches, [
    [
      {
        tenantId: 't',
        workspaceId: 'w',
        catalogId: 'c1',
        term: 'red shoe',
        total: 1,
        visitor: 'v1',
        at: '2026-01-02T03:04:00.000Z',
      },
    ],
  ]);
});

test('what must not be recorded is not', async () => {
  const { recorder, fake } = open();
  for (const text of ['me@example.com', '+49 170 1234567', ' ', 'x'.repeat(201)])
    recorder.record(...search(text));
  await recorder.close();
  assert.deepEqual([fake.batches, recorder.dropped], [[], 0]);
});

test('the same search of the same visitor waits once, as the latest', async () => {
  const { recorder, fake } = open();
  recorder.record(...search('shoe'));
  recorder.record(...search('hat'));
  recorder.record(workspace, { catalogId: 'c1', text: 'SHOE', total: 7 }, 'v1');
  recorder.record(...search('shoe', 'v2'));
  recorder.record(...search('shoe', 'v1', 'c2'));
  await recorder.close();
  assert.deepEqual(
    fake.batches.flat().map(({ term, visitor, catalogId, total }) => [term, visitor, catalogId, total]),
    [
      ['shoe', 'v1', 'c1', 7],
      ['hat', 'v1', 'c1', 1],
      ['shoe', 'v2', 'c1', 1],
      ['shoe', 'v1', 'c2', 1],
    ],
  );
  assert.equal(fake.batches.flat()[0]?.at, '2026-01-02T03:04:02.000Z');
});

test('ids are never taken for one another, whatever characters they hold', async () => {
  const { recorder, fake } = open();
  recorder.record({ tenantId: 'a', workspaceId: 'b/c' }, { catalogId: 'c1', text: 'x', total: 1 }, 'v1');
  recorder.record({ tenantId: 'a/b', workspaceId: 'c' }, { catalogId: 'c1', text: 'x', total: 1 }, 'v1');
  recorder.record({ tenantId: 'a","b', workspaceId: 'c' }, { catalogId: 'c1', text: 'x', total: 1 }, 'v1');
  await recorder.close();
  assert.equal(fake.batches.flat().length, 3);
});

test('searches are stored five hundred at a time', async () => {
  const { recorder, fake } = open();
  for (let index = 0; index < 1_201; index += 1) recorder.record(...search(`term ${index}x`));
  await recorder.flush();
  assert.deepEqual(
    fake.batches.map((batch) => batch.length),
    [500, 500, 201],
  );
  await recorder.close();
  assert.equal(fake.batches.length, 3);
});

test('what does not fit is dropped, counted and told once', async () => {
  const { recorder, fake } = open({ maxBuffered: 3 });
  for (const text of ['a', 'b', 'c', 'd', 'e', 'a']) recorder.record(...search(text));
  assert.equal(recorder.dropped, 2);
  await recorder.flush();
  await recorder.flush();
  assert.deepEqual(fake.terms(), ['a', 'b', 'c']);
  assert.deepEqual(fake.warnings, [[{ dropped: 2 }, 'searches were dropped: too many were waiting']]);
  recorder.record(...search('f'));
  await recorder.close();
  assert.deepEqual(fake.terms(), ['a', 'b', 'c', 'f']);
});

test('what could not be stored waits for the next time, within the bound', async () => {
  const { recorder, fake } = open({ maxBuffered: 3 });
  fake.fails = true;
  recorder.record(...search('a'));
  recorder.record(...search('b'));
  await recorder.flush();
  assert.equal(fake.warnings.length, 1);
  recorder.record(...search('c'));
  recorder.record(...search('d'));
  assert.equal(recorder.dropped, 1);
  fake.fails = false;
  await recorder.flush();
  assert.deepEqual(fake.terms().sort(), ['a', 'b', 'c']);
  await recorder.close();
  assert.equal(fake.terms().length, 3);
});

test('a batch the store never takes does not hold up the others', async () => {
  const { recorder, fake } = open();
  for (let index = 0; index < 600; index += 1) recorder.record(...search(`term ${index}x`));
  fake.fails = true;
  await recorder.flush();
  fake.fails = false;
  let calls = 0;
  fake.meanwhile = () => {
    calls += 1;
    fake.fails = calls > 1;
  };
  await recorder.flush();
  assert.equal(fake.terms()[0], 'term 500x');
});

test('a search noted while its like is being stored is kept', async () => {
  const { recorder, fake } = open();
  recorder.record(...search('shoe'));
  fake.meanwhile = () => {
    fake.meanwhile = () => {};
    recorder.record(workspace, { catalogId: 'c1', text: 'shoe', total: 5 }, 'v1');
  };
  await recorder.flush();
  await recorder.flush();
  assert.deepEqual(
    fake.batches.flat().map((event) => event.total),
    [1, 5],
  );
});

test('flushes do not overlap, and each stores what was noted before it was asked for', async () => {
  const { recorder, fake } = open();
  recorder.record(...search('a'));
  const first = recorder.flush();
  recorder.record(...search('b'));
  await Promise.all([first, recorder.flush()]);
  assert.deepEqual(
    fake.batches.map((batch) => batch.length).reduce((a, b) => a + b),
    2,
  );
  assert.deepEqual(fake.terms(), ['a', 'b']);
});

test('after closing nothing is noted, and what could not be stored counts as dropped', async () => {
  const { recorder, fake } = open();
  recorder.record(...search('a'));
  fake.fails = true;
  await recorder.close();
  recorder.record(...search('b'));
  fake.fails = false;
  await recorder.close();
  assert.deepEqual([fake.batches, recorder.dropped], [[], 1]);
});

test('a flush ends when what it has not stored yet is dropped', async () => {
  const { recorder, fake } = open();
  for (let number = 0; number < 1_200; number += 1) recorder.record(...search(`term${number}`));
  let batches = 0;
  fake.meanwhile = () => {
    batches += 1;
    // The flush at the end fails, so that the rest is dropped during the next one.
    fake.fails = batches === 1 || batches > 10;
  };
  await Promise.all([recorder.close(), recorder.flush()]);
  assert.equal(batches, 2);
  assert.ok(recorder.dropped + fake.terms().length >= 1_200);
});

test('a recorder that is switched off notes nothing', async () => {
  const { recorder, fake } = open({ enabled: false });
  recorder.record(...search('a'));
  await recorder.close();
  assert.deepEqual(fake.batches, []);
});

test('the timer stores what waits, and tries again what failed', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const { recorder, fake } = open({ flushIntervalMs: 2_000 });
    recorder.record(...search('a'));
    mock.timers.tick(1_999);
    await new Promise(setImmediate);
    assert.deepEqual(fake.terms(), []);
    mock.timers.tick(1);
    await new Promise(setImmediate);
    assert.deepEqual(fake.terms(), ['a']);
    fake.fails = true;
    recorder.record(...search('b'));
    mock.timers.tick(2_000);
    await new Promise(setImmediate);
    fake.fails = false;
    mock.timers.tick(2_000);
    await new Promise(setImmediate);
    assert.deepEqual(fake.terms(), ['a', 'b']);
    await recorder.close();
  } finally {
    mock.timers.reset();
  }
});
