// Text to time and back: every real instant is read exactly, whatever its zone; what is no date is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseInstant, spellInstant } from './instant.ts';

const instant = fc
  .date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  .map((date) => date.getTime());

test('what is written by toISOString is read back', () => {
  fc.assert(
    fc.property(instant, (time) => {
      const text = new Date(time).toISOString();
      assert.equal(parseInstant(text), time);
      assert.equal(parseInstant(text.slice(0, -1)), time, 'no zone is UTC');
      assert.equal(parseInstant(text.toLowerCase()), time);
    }),
  );
});

test('what is spelt is read back and sorts as time does; beyond the years of four digits nothing is spelt', () => {
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      const [a, b] = [spellInstant(one) ?? '', spellInstant(other) ?? ''];
      assert.equal(parseInstant(a), one);
      assert.equal(a < b, one < other);
    }),
  );
  const spell = (text: string) => spellInstant(parseInstant(text) ?? Number.NaN);
  assert.equal(spell('9999-12-31T23:59:59.999Z'), '9999-12-31T23:59:59.999Z');
  assert.equal(spell('9999-12-31T23:59:59.999-00:01'), undefined);
  assert.equal(spell('0000-01-01T00:00:00Z'), '0000-01-01T00:00:00.000Z');
  assert.equal(spell('0000-01-01T00:00:00+00:01'), undefined);
});

test('the same instant in another zone is the same instant', () => {
  fc.assert(
    fc.property(
      instant.filter((time) => time > 0),
      fc.integer({ min: -14 * 60 + 1, max: 14 * 60 }),
      (time, minutes) => {
        const shifted = new Date(time + minutes * 60_000).toISOString().slice(0, -1);
        if (shifted.length > 23) return;
        const size = Math.abs(minutes);
        const two = (n: number) => String(n).padStart(2, '0');
        const zone = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
        assert.equal(parseInstant(shifted + zone), time);
      },
    ),
  );
});

test('a day is real exactly when the calendar has it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1900, max: 2200 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      (year, month, day) => {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
        const days = [0, 31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0][month] ?? 0;
        const expected = day >= 1 && day <= days ? Date.UTC(year, month - 1, day) : undefined;
        assert.equal(parseInstant(text), expected, text);
        assert.equal(parseInstant(`${text}T00:00:00Z`), expected, text);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('what is no ISO 8601 date or date-time is refused', () => {
  const refused = [
    '',
    '2026',
    '2026-01',
    '2026-1-2',
    '20260102',
    '2026-01-02 03:04:05',
    '2026-01-02T',
    '2026-01-02T03',
    '2026-01-02Z',
    '2026-01-02T25:00:00Z',
    '2026-01-02T03:60:00Z',
    '2026-01-02T03:04:60Z',
    '2026-01-02T03:04:05+0100',
    '2026-01-02T03:04:05+25:00',
    '2026-02-30T00:00:00+01:00',
    ' 2026-01-02',
    '2026-01-02\n',
    '+002026-01-02',
    '2 January 2026',
    '1767312000',
  ];
  for (const text of refused) assert.equal(parseInstant(text), undefined, JSON.stringify(text));
});
