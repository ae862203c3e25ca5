// Times in their one canonical spelling. The other rules are tested by the codec.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseInstant } from '../../domain/text/instant.ts';
import { formatRules } from './text-rules.ts';

const canonical = (text: string) => formatRules.get('instant')?.canonical(text);

const spelt: readonly [string, string | undefined][] = [
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
  ['2026-01-02T03:04:05.120Z', '2026-01-02T03:04:05.120Z'],
  ['2026-01-02T03:04:05.123456789Z', '2026-01-02T03:04:05.123456789Z'],
  ['2026-01-02', '2026-01-02T00:00:00Z'],
  ['2026-01-02T03:04', '2026-01-02T03:04:00Z'],
  ['2026-01-02T03:04:05', '2026-01-02T03:04:05Z'],
  ['2026-01-02T23:30:00-05:00', '2026-01-03T04:30:00Z'],
  ['2026-01-02T01:30:00.1234567+02:00', '2026-01-01T23:30:00.1234567Z'],
  ['1969-12-31T23:59:59.5+00:00', '1969-12-31T23:59:59.5Z'],
  ['2026-02-30', undefined],
  ['0000-01-01T00:00:00+05:00', undefined],
  ['9999-12-31T23:00:00-05:00', undefined],
  ['yesterday', undefined],
];

for (const [given, expected] of spelt) {
  test(`the time ${given} is ${expected ?? 'refused'}`, () => {
    assert.equal(canonical(given), expected);
  });
}

test('the canonical time is the same instant, and canonical already', () => {
  const minutes = fc.integer({ min: -14 * 60, max: 14 * 60 });
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  const date = fc.date({ min: new Date('0001-01-02'), max: new Date('9998-12-30'), noInvalidDate: true });
  fc.assert(
    fc.property(date, minutes, (at, offset) => {
      const zone = `${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`;
      const given = `${at.toISOString().slice(0, -1)}${zone}`;
      const result = canonical(given) ?? '';
      assert.equal(parseInstant(result), parseInstant(given));
      assert.equal(canonical(result), result);
      assert.match(result, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    }),
  );
});
