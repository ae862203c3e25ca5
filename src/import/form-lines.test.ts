// Forms in a bundle: their fields made whole, and refused where no answer could ever fit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeLine, encodeLine } from './bundle-codec.ts';

const form = (fields: unknown) =>
  decodeLine(
    JSON.stringify({
      kind: 'form',
      id: '9667c090-8897-4dc8-b03e-401c7e1930fa',
      name: 'contact',
      created_at: '2026-01-02T03:04:05Z',
      ...(fields === undefined ? {} : { fields }),
    }),
  );

const messageOf = (fields: unknown): string => {
  const line = form(fields);
  assert.ok(line.kind === 'fault', JSON.stringify(line));
  return line.message;
};

test('a form without fields has none, and a field is made whole', () => {
  const bare = form(undefined);
  assert.ok(bare.kind === 'object' && bare.object.kind === 'form');
  assert.deepEqual(bare.object.fields, []);
  const line = form([{ name: 'email' }, { name: 'size', type: 'select', options: [{ value: 's' }] }]);
  assert.ok(line.kind === 'object' && line.object.kind === 'form');
  const plain = { label: '', is_required: false, validation: {}, help_text: '', position: 0, localized: {} };
  assert.deepEqual(line.object.fields, [
    { ...plain, name: 'email', type: 'text', options: [] },
    { ...plain, name: 'size', type: 'select', options: [{ value: 's', label: '' }] },
  ]);
  const again = decodeLine(encodeLine(line.object));
  assert.deepEqual(again, line);
});

test('locales of a field are in their one spelling', () => {
  const line = form([{ name: 'a', localized: { de_AT: { label: 'A', options: { x: 'X' } } } }]);
  assert.ok(line.kind === 'object' && line.object.kind === 'form');
  assert.deepEqual(line.object.fields[0]?.localized, { 'de-at': { label: 'A', options: { x: 'X' } } });
});

const faulty: readonly [unknown, RegExp][] = [
  [[{ name: '_stamp' }], /fields\.0\.name must be a letter/],
  [[{ name: 'a b' }], /fields\.0\.name must be a letter/],
  [[{ name: 'a'.repeat(65) }], /fields\.0\.name must be a letter/],
  [[{}], /fields\.0\.name is missing/],
  [[{ name: 'a', type: 'file' }], /fields\.0\.type must be one of text,/],
  [[{ name: 'a', rows: 3 }], /fields\.0\.rows is not a known field/],
  [[{ name: 'a', validation: { step: 1 } }], /fields\.0\.validation\.step is not a known field/],
  [
    [{ name: 'a', validation: { pattern: '(' } }],
    /fields\.0\.validation\.pattern must be a regular expression/,
  ],
  [[{ name: 'a' }, { name: 'a' }], /fields\.1\.name is the name of another field/],
  [[{ name: 'a', type: 'select' }], /fields\.0\.options must have/],
  [[{ name: 'a', options: [{ value: ' ' }] }], /fields\.0\.options\.0\.value must not be blank/],
];

for (const [fields, message] of faulty) {
  test(`refused: ${JSON.stringify(fields).slice(0, 70)}`, () => assert.match(messageOf(fields), message));
}
