// Numbers and times against what the runtime itself writes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildDateReader, namedDates } from './date-format.ts';
import { buildNumberReader, type NumberFormat } from './number-format.ts';
import { findTimeZone, utc } from './time-zone.ts';

const writers: readonly (readonly [string, NumberFormat])[] = [
  ['en-US', { decimal: '.', thousands: ',' }],
  ['de-DE', { decimal: ',', thousands: '.' }],
  ['fr-FR', { decimal: ',', thousands: ' ' }],
  ['de-CH', { decimal: '.', thousands: "'" }],
  ['en-IN', { decimal: '.', thousands: ',' }],
];

test('a number is read as it was written', () => {
  const cents = fc.integer({ min: -1e12, max: 1e12 });
  fc.assert(
    fc.property(cents, fc.constantFrom(...writers), (amount, [locale, format]) => {
      const number = amount / 100;
      const written = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(number);
      assert.equal(buildNumberReader(format)(written), number + 0, written);
    }),
  );
});

test('an amount may have its currency; what could mean two numbers is refused', () => {
  const read = buildNumberReader({ decimal: ',', thousands: '.' }, true);
  for (const text of ['1.234,50 €', '€ 1.234,50', 'EUR 1.234,50', '1234,5 kr'])
    assert.equal(read(text), 1234.5);
  for (const text of ['1.23', '1,2,3', '1.2345', '', '€', '12 34', '=1+1', '1'.repeat(200)]) {
    assert.equal(read(text), undefined, text);
  }
});

test('a local time is the instant that Temporal finds', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', '+05:30', 'UTC'];
  const read = buildDateReader('dd.MM.yyyy HH:mm:ss');
  const anyTime = fc.date({ min: new Date('1980-01-01'), max: new Date('2037-01-01'), noInvalidDate: true });
  // Clocks are set forward or back around these.
  const changes = [
    '2024-03-31T02:30',
    '2024-10-27T02:30',
    '2024-03-10T02:30',
    '2024-11-03T01:30',
    '2024-04-07T01:45',
  ];
  const nearChange = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -120, max: 120 }))
    .map(([change, minutes]) => new Date(Date.parse(`${change}Z`) + minutes * 60_000));
  const times = fc.oneof(anyTime, nearChange);
  fc.assert(
    fc.property(times, fc.constantFrom(...zones), (date, name) => {
      const local = date.toISOString().slice(0, 19);
      const [day = '', time = ''] = local.split('T');
      const text = `${day.split('-').reverse().join('.')} ${time}`;
      const zone = findTimeZone(name);
      assert.ok(zone !== undefined && read !== undefined);
      const expected = Temporal.PlainDateTime.from(local).toZonedDateTime(name).epochMilliseconds;
      assert.equal(Date.parse(read(text, zone) ?? ''), expected, `${text} ${name}`);
    }),
    { numRuns: 1000 },
  );
});

test('days that do not exist and other spellings are refused', () => {
  const read = buildDateReader('d.M.yyyy');
  assert.equal(read?.('1.2.2024', utc), '2024-02-01T00:00:00.000Z');
  for (const text of ['30.2.2024', '1.13.2024', '1.2.24', '1.2.2024 ', 'x'])
    assert.equal(read?.(text, utc), undefined);
  assert.equal(buildDateReader('QQ yyyy'), undefined);
  assert.equal(namedDates.get('epoch_seconds')?.('1700000000', utc), '2023-11-14T22:13:20.000Z');
});
