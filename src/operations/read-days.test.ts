// The days of a report: what is left out is filled in, and what is no day is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../domain/failures/failures.ts';
import { readDays } from './read-days.ts';

const LATE = Date.parse('2026-03-01T23:59:59.999Z');

test('days are of UTC, both ends included', () => {
  const cases = [
    [{}, '2026-01-31', '2026-03-01'],
    [{ days: 1 }, '2026-03-01', '2026-03-01'],
    [{ days: 2 }, '2026-02-28', '2026-03-01'],
    [{ days: 3, until: '2024-03-01' }, '2024-02-28', '2024-03-01'],
    [{ until: '2026-01-30' }, '2026-01-01', '2026-01-30'],
    [{ from: '2026-02-27' }, '2026-02-27', '2026-03-01'],
    [{ from: '2026-02-27', until: '2026-02-27' }, '2026-02-27', '2026-02-27'],
  ] as const;
  for (const [query, from, until] of cases)
    assert.deepEqual(readDays(query, LATE), { from, until }, JSON.stringify(query));
  assert.equal(readDays({}, LATE + 1).until, '2026-03-02');
});

test('what is no day, or no period, is refused', () => {
  const cases = [
    [{ from: '2026-02-29' }, 'malformed:from'],
    [{ until: '2026-2-1' }, 'malformed:until'],
    [{ until: '' }, 'malformed:until'],
    [{ from: '2026-03-02' }, 'out_of_range:from'],
    [{ from: '2026-02-02', until: '2026-02-01' }, 'out_of_range:from'],
    [{ until: '0000-01-01', days: 2 }, 'out_of_range:until'],
    [{ from: '2026-02-02', days: 3 }, 'not_allowed:days'],
  ] as const;
  for (const [query, code] of cases)
    assert.throws(
      () => readDays(query, LATE),
      (failure: unknown) => failure instanceof Failure && failure.code === code,
      JSON.stringify(query),
    );
});
