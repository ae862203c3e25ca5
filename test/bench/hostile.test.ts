// An attack that validation rejects proves nothing: the contract accepts every request, the default body limit too,
// and all are distinct.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allAttacks, chooseAttacks } from '../../bench/hostile/all-attacks.ts';
import type { HostileRequest } from '../../bench/hostile/attack.ts';
import { formLines } from '../../bench/hostile/attacks/form-attacks.ts';
import { recordLines } from '../../bench/hostile/attacks/record-attacks.ts';
import { toPhase } from '../../bench/hostile/phase.ts';
import { addResponse, formatResponses, noResponses } from '../../bench/hostile/responses.ts';
import { loadConfig } from '../../src/config.ts';
import { decodeLine } from '../../src/import/bundle-codec.ts';
import { readFilter } from '../../src/operations/records/read-filter.ts';
import { assertAccepted } from '../fixtures/contract-check.ts';

const TURNS = 6;
const { bodyLimitBytes } = loadConfig({});
const HEAD_MAX_BYTES = 16 * 1024;
const HEADERS_BYTES = 1_024;

/** The length of synonym lists is what the attack is about. */
const withFewWords = (hostile: HostileRequest): HostileRequest => {
  const { words, ...rest } = JSON.parse(hostile.body ?? '{}') as { words?: readonly string[] };
  return words === undefined
    ? hostile
    : { ...hostile, body: JSON.stringify({ ...rest, words: words.slice(0, 10) }) };
};

for (const { id, name, next, setUp = [], tearDown = [] } of allAttacks) {
  test(`${id}. ${name}: requests that the contract accepts`, () => {
    const requests = Array.from({ length: TURNS }, (_, turn) => next(turn));
    for (const hostile of [...requests, ...setUp, ...tearDown]) {
      assertAccepted(withFewWords(hostile));
      assert.ok(Buffer.byteLength(hostile.body ?? '') <= bodyLimitBytes, 'the body is too large');
      assert.ok(hostile.target.length + HEADERS_BYTES <= HEAD_MAX_BYTES, 'the request line is too long');
    }
  });

  test(`${id}. ${name}: no two requests are the same`, () => {
    const keys = Array.from({ length: 50 }, (_, turn) => {
      const { target, body = '' } = next(turn);
      return `${target}\n${body}`;
    });
    assert.equal(new Set(keys).size, keys.length);
  });
}

test('filters of record lists are read', () => {
  const target = chooseAttacks(['i'])[0]?.next(0).target ?? '';
  const filter = new URLSearchParams(target.split('?')[1]).get('filter') ?? '';
  assert.equal(readFilter(filter)[0]?.rules.length, 40);
});

test('rules and long queries are as many and as long as they say', () => {
  const [rules] = chooseAttacks(['b']);
  const { filter } = JSON.parse(rules?.next(0).body ?? '') as { filter: { group: { rules: unknown[] } }[] };
  assert.deepEqual([filter.length, ...new Set(filter.map(({ group }) => group.rules.length))], [100, 100]);
  const [long] = chooseAttacks(['f']);
  for (let turn = 0; turn < 8; turn += 2) {
    const query = new URLSearchParams(long?.next(turn).target.split('?')[1]).get('q');
    assert.ok((query?.length ?? 0) >= 995 && (query?.length ?? 0) <= 1_000, `${query?.length}`);
  }
});

test('lines of records and of forms are lines of a bundle', () => {
  for (const [lines, first] of [
    [recordLines(), 'object'],
    [formLines(), 'scope'],
  ] as const) {
    for (const [index, line] of lines.take(2_000).toArray().entries()) {
      const decoded = decodeLine(line);
      assert.equal(decoded.kind, index === 0 ? first : 'object', JSON.stringify(decoded));
    }
  }
});

test('attacks are chosen by letter or by id', () => {
  assert.deepEqual(
    chooseAttacks(['d', 'a']).map(({ id }) => id),
    ['a', 'd1', 'd2', 'd3'],
  );
  assert.deepEqual(
    chooseAttacks(['d2']).map(({ id }) => id),
    ['d2'],
  );
  assert.equal(chooseAttacks([]), allAttacks);
  assert.throws(() => chooseAttacks(['z']), /z is none of a, b/);
});

test('a response that nobody should get is kept, others are counted', () => {
  const responses = noResponses();
  for (const status of ['200', '200', '404', '503', 'no response', '500', '502'])
    addResponse(responses, status, `said ${status}`);
  assert.equal(formatResponses(responses), '200 × 2, 404 × 1, 500 × 1, 502 × 1, 503 × 1, no response × 1');
  assert.deepEqual(responses.strange, { '500': 'said 500', '502': 'said 502' });
});

test('what overlaps the time that the host withheld is left out, requests and holds alike', () => {
  const span = (fromMs: number, toMs: number) => ({ fromMs, toMs });
  const times = [span(0, 1), span(5, 12), span(12, 25), span(29, 32), span(30, 33)];
  const hold = { delayMs: 9, busyMs: 2 };
  const percentiles = { p50Ms: 0, p99Ms: 0, maxMs: 0 };
  const loop = {
    delay: percentiles,
    busy: percentiles,
    holds: [
      { ...span(0, 3), delayMs: 3, busyMs: 1 },
      { ...span(11, 20), ...hold },
    ],
    rssBytes: 0,
    peakRssBytes: 0,
  };
  const report = { times, responses: noResponses() };
  const phase = toPhase(report, loop, [span(10, 30)]);
  assert.deepEqual([phase.asked, phase.counted, phase.maxMs], [5, 2, 3]);
  assert.deepEqual(phase.hold, { delayMs: 3, busyMs: 1 });
  assert.deepEqual(toPhase(report, loop, []).hold, hold);
  assert.equal(toPhase(report, undefined, []).hold, undefined);
});
