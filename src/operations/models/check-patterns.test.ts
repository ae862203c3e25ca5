// Patterns that cannot be run are told all together, and others go on while many are looked at.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unbounded } from '../../domain/limits/request-budget.ts';
import { findPatternErrors } from './check-patterns.ts';

const model = (...patterns: readonly string[]) => ({
  kind: 'content_model' as const,
  fields: patterns.map((pattern) => ({ field_properties: { validation: { pattern } } })),
});

test('each pattern that cannot be run is told', async () => {
  const errors = await findPatternErrors(model('(?=a)', 'a', '(', 'x'.repeat(1_001)), unbounded);
  assert.deepEqual(
    errors.first.map(({ code, field }) => `${code}:${field}`),
    [
      'malformed:fields.0.field_properties.validation.pattern',
      'malformed:fields.2.field_properties.validation.pattern',
      'too_long:fields.3.field_properties.validation.pattern',
    ],
  );
  assert.equal((await findPatternErrors({ kind: 'product' }, unbounded)).count, 0);
});

test('the first hundred are told and all are counted, and a turn is offered after each', async () => {
  let turns = 0;
  const pause = (): undefined => {
    turns += 1;
  };
  const errors = await findPatternErrors(model(...Array<string>(200).fill('(')), { ...unbounded, pause });
  assert.deepEqual([errors.first.length, errors.count, turns], [100, 200, 200]);
});
