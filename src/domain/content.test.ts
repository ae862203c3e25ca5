// The summary of a text: as given, or a whole-worded, well-formed start of the body.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { summaryOf } from './content.ts';

const made = (body: string): string => summaryOf({ summary: undefined, body });

test('a given summary stays, even an empty or a long one', () => {
  assert.equal(summaryOf({ summary: '', body: 'body' }), '');
  assert.equal(summaryOf({ summary: 'x'.repeat(500), body: 'body' }), 'x'.repeat(500));
});

test('a short body is its own summary, white space folded', () => {
  assert.equal(made('  one\n\n two\tthree '), 'one two three');
  assert.equal(made('x'.repeat(200)), 'x'.repeat(200));
  assert.equal(made(''), '');
});

test('a long body is cut at the end of a word', () => {
  const summary = made('word '.repeat(100));
  assert.match(summary, /^(word )*word…$/);
  assert.ok(summary.length > 150);
});

test('a word without end is cut where it must be', () => {
  assert.equal(made('x'.repeat(300)), `${'x'.repeat(200)}…`);
});

test('a pair of surrogates is never split', () => {
  for (const lead of ['', 'x']) {
    const summary = made(lead + '🎒'.repeat(150));
    assert.ok(summary.isWellFormed());
    assert.match(summary, /^x?(🎒){99,100}…$/u);
  }
});

test('any body gives a short, well-formed summary that begins as the body does', () => {
  const body = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('🎒', ' ', '\n', 'word')), {
    maxLength: 120,
  });
  fc.assert(
    fc.property(body, (parts) => {
      const text = parts.join('');
      const summary = made(text);
      assert.ok(summary.length <= 201);
      assert.ok(summary.isWellFormed());
      const flat = text.replace(/\s+/gu, ' ').trim();
      assert.ok(summary === flat || flat.startsWith(summary.replace(/…$/, '')));
    }),
  );
});
