// Names of a sender's own making, as they are shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownName } from './shown-name.ts';

test('what can be seen stays, what cannot becomes a question mark', () => {
  assert.equal(shownName('größe 👟'), 'größe 👟');
  assert.equal(shownName('a\0b\nc\u200Bd\uD800e'), 'a?b?c?d\uFFFDe');
});

test('a long name is cut between characters', () => {
  assert.equal(shownName('x'.repeat(65)), 'x'.repeat(64));
  assert.equal(shownName(`${'x'.repeat(63)}👟👟`), `${'x'.repeat(63)}👟`);
});
