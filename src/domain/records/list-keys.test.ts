// How many entries a text may have in lists, and that what has none is told to be read from its document.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesOf, firstValues, furtherValues, untoldValues } from './list-keys.ts';

const textWith = (fields: Readonly<Record<string, unknown>>) =>
  entriesOf(
    { id: 'r1', model: 'blog', createdAt: '2026-01-02T00:00:00.000Z', createdBy: null },
    {
      version: { createdAt: '2026-01-02T00:00:00.000Z' } as never,
      text: { title: 'x', pageSlug: '', summary: '', body: '', imageUrl: null, fields },
      state: 'draft',
      publishedAt: null,
    },
  );

const texts = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => `t${from + index}`);

test('a text with many fields of many values has few entries', () => {
  const fields = Object.fromEntries(texts(499).map((name) => [name, texts(64)]));
  assert.ok(textWith(fields).length < 1_500);
});

test('each field has its first value, and says where the others are not listed', () => {
  const fields = Object.fromEntries(texts(10).map((name) => [name, texts(64)]));
  const entries = textWith(fields);
  const countIn = (list: string): number => entries.filter((entry) => entry.list === list).length;
  for (const name of texts(10)) {
    assert.equal(countIn(firstValues('text', name)), 1);
    const isWhole = countIn(furtherValues('text', name)) === 63;
    assert.equal(countIn(untoldValues(name)), isWhole ? 0 : 1, name);
  }
  assert.equal(countIn(furtherValues('text', 't0')), 63);
  assert.equal(countIn(furtherValues('text', 't9')), 0);
});
