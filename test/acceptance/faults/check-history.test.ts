// The checker itself: histories that are right pass, and in each that was made wrong it finds what is wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAdded, checkHistory } from './check-history.ts';
import type { HistoryEvent, Outcome, ReadEvent, WriteEvent } from './fault-history.ts';

const STALE_MS = 1_000;

const write = (value: string, startMs: number, endMs: number, outcome: Outcome = 'done'): WriteEvent => ({
  kind: 'write',
  key: 'k',
  value,
  startMs,
  endMs,
  outcome,
});

const read = (
  seen: string | undefined,
  startMs: number,
  endMs: number,
  more: Partial<ReadEvent> = {},
): ReadEvent => ({ kind: 'read', key: 'k', seen, isSo: true, startMs, endMs, session: 'a', ...more });

const [one, two] = [write('one', 0, 10), write('two', 20, 30)];
const lost = write('lost', 40, 50, 'unknown');

const right: Readonly<Record<string, readonly HistoryEvent[]>> = {
  'a write and reads of it': [read(undefined, -20, -10), one, read('one', 11, 12, { follows: one })],
  'a read during a write': [one, two, read('one', 21, 22), read('two', 23, 24, { session: 'b' })],
  'a read of another process that lags': [one, two, read('one', 500, 510)],
  'an unknown write that was done': [one, lost, read('lost', 60, 70, { follows: one })],
  'an unknown write that was not done': [one, lost, read('one', 5_000, 5_010, { follows: one })],
  'an unknown write that is done late': [
    one,
    lost,
    read('one', 5_000, 5_010),
    read('lost', 9_000, 9_010),
    write('three', 9_100, 9_110),
    read('three', 9_200, 9_210),
  ],
  'an unknown write that takes effect after a later one': [
    lost,
    write('three', 100, 110),
    read('three', 2_000, 2_001),
    read('lost', 5_000, 5_010),
  ],
  'a failed write': [one, write('failed', 20, 30, 'failed'), read('one', 5_000, 5_010)],
  'a value that is not there': [one, two, read('one', 5_000, 5_001, { isSo: false })],
};

const wrong: Readonly<Record<string, readonly HistoryEvent[]>> = {
  'a lost write': [one, read(undefined, 5_000, 5_010)],
  'a lost write, soon after': [one, read(undefined, 11, 12, { follows: one })],
  'a write that is lost later': [one, read('one', 11, 12), read(undefined, 100, 110)],
  'a stale read': [one, two, read('one', 31, 32, { follows: two })],
  'a read that is stale for too long': [one, two, read('one', 2_000, 2_010)],
  'a session that goes back': [one, two, read('two', 40, 41), read('one', 42, 43)],
  'an unknown write that flips': [one, lost, read('lost', 60, 61), read('one', 62, 63), read('lost', 64, 65)],
  'an unknown write that is undone': [one, lost, read('lost', 60, 61), read('one', 5_000, 5_010)],
  'an unknown write that is done twice': [
    lost,
    read('lost', 60, 61),
    write('three', 100, 110),
    read('three', 2_000, 2_001),
    read('lost', 5_000, 5_010),
  ],
  'a write that is done twice': [one, two, read('two', 40, 41), read('one', 5_000, 5_010)],
  'a failed write that shows': [one, write('failed', 20, 30, 'failed'), read('failed', 40, 50)],
  'a value that nobody sent': [one, read('other', 40, 50)],
  'a value before it was sent': [read('one', -20, -10), one],
  'a count that misses a write': [one, two, read('two', 31, 32, { isSo: false, follows: two })],
};

for (const [name, events] of Object.entries(right)) {
  test(`${name} is right`, () => assert.deepEqual(checkHistory(events, STALE_MS), []));
}

for (const [name, events] of Object.entries(wrong)) {
  test(`${name} is found`, () => assert.equal(checkHistory(events, STALE_MS).length, 1));
}

test('a key does not excuse another', () => {
  const other = { ...one, key: 'other' };
  const found = checkHistory([one, other, read(undefined, 5_000, 5_010, { key: 'other' })], STALE_MS);
  assert.match(found.join(), /^other: no order explains undefined/);
});

test('what is added is there once if it was acknowledged, never if it failed, and never twice', () => {
  const add = (mark: string, outcome: Outcome): HistoryEvent => ({ kind: 'add', mark, outcome });
  const events = [add('a', 'done'), add('b', 'unknown'), add('c', 'unknown'), add('d', 'failed')];
  const counts = (text: string) => new Map(text.split(' ').map((each) => [each[0] ?? '', Number(each[1])]));
  assert.deepEqual(checkAdded(events, counts('a1 b1')), []);
  assert.deepEqual(checkAdded(events, counts('b1')), ['a was acknowledged and is lost']);
  assert.deepEqual(checkAdded(events, counts('a1 b2')), ['b is there 2 times']);
  assert.deepEqual(checkAdded(events, counts('a2')), ['a is there 2 times']);
  assert.deepEqual(checkAdded(events, counts('a1 d1')), ['d failed, and is there']);
  assert.deepEqual(checkAdded(events, counts('a1 e1')), ['nobody sent e']);
});

test('many reads and unknown writes of one key are checked in no time', () => {
  const events: HistoryEvent[] = [];
  for (let at = 0; at < 60; at += 1) {
    const outcome = at % 6 === 0 ? 'unknown' : 'done';
    const event = write(`v${at}`, at * 100, at * 100 + 20, outcome);
    events.push(event);
    if (outcome === 'done') {
      for (let more = 0; more < 4; more += 1) {
        events.push(read(`v${at}`, at * 100 + 30 + more, at * 100 + 40 + more, { follows: event }));
      }
    }
  }
  assert.deepEqual(checkHistory(events, STALE_MS), []);
  const last = events.findLast((event) => event.kind === 'write' && event.outcome === 'done') as WriteEvent;
  assert.equal(checkHistory([...events, read('v1', 9_000, 9_010, { follows: last })], STALE_MS).length, 1);
});
