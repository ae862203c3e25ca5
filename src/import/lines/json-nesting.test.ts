// The depth found in the text against the depth of the parsed value.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nestsDeeperThan } from './json-nesting.ts';

const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOf)) : 0;

test('it finds exactly the depth of the parsed value', () => {
  const words = fc.stringMatching(/^[[\]{}"\\ab]{0,6}$/);
  const nested = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      words,
      fc.integer(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(words, tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  fc.assert(
    fc.property(nested, (value) => {
      const text = JSON.stringify(value);
      const levels = levelsOf(value);
      assert.equal(nestsDeeperThan(text, levels), false);
      assert.equal(levels > 0 && nestsDeeperThan(text, levels - 1), levels > 0);
    }),
    { numRuns: 500 },
  );
});

test('it ends on texts that are not JSON', () => {
  assert.equal(nestsDeeperThan('"never closed \\" [[[[', 1), false);
  assert.equal(nestsDeeperThan('"\\\\" [[', 1), true);
  assert.equal(nestsDeeperThan(`"${'\\'.repeat(1_000_001)}" [[`, 1), false);
  assert.equal(nestsDeeperThan(']]]][[', 1), false);
});
