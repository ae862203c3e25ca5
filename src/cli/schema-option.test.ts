// Options made from parameters: what they look like, and which texts they take.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Keywords } from '../contract/value-words.ts';
import { optionName, optionsOf, readOption } from './schema-option.ts';

const optionOf = (schema: Keywords) => optionsOf({ x: schema })['x'];

test('a parameter as an option', () => {
  assert.equal(optionName('sort_by'), 'sort-by');
  assert.deepEqual(optionOf({ type: 'boolean', default: false, description: 'All of `it`.' }), {
    type: 'boolean',
    meaning: 'All of it.',
  });
  assert.equal(optionOf({ type: 'boolean', description: '' })?.value, 'true|false');
  assert.equal(optionOf({ enum: ['asc', 'desc'] })?.value, 'asc|desc');
  assert.equal(optionOf({ type: 'integer' })?.value, 'NUMBER');
});

test('the meaning is in the words of the command line', () => {
  const flag = (description: string): Keywords => ({ type: 'boolean', default: false, description });
  const options = optionsOf({
    sort_by: {
      type: 'string',
      description: 'A field that `filter` accepts. Longer lists are rejected (400).',
    },
    filter: flag('Whether to filter by `price`. Default `false`. Needs a `full` token.'),
  });
  assert.equal(options['sort-by']?.meaning, 'A field that --filter accepts. Longer lists are rejected.');
  assert.equal(options['filter']?.meaning, 'Filter by price.');
});

const taken: readonly [Keywords, string, unknown][] = [
  [{ type: 'integer', minimum: 0, maximum: 5 }, '5', 5],
  [{ type: 'boolean' }, 'false', false],
  [{ type: 'string' }, ' a ', ' a '],
  [{ enum: ['asc', 'desc'] }, 'asc', 'asc'],
  [{ type: 'string', pattern: '^[a-z]+$' }, 'ab', 'ab'],
];

test('what is taken', () => {
  for (const [schema, text, value] of taken) assert.equal(readOption('x', schema, text), value);
});

const refused: readonly [Keywords, string, RegExp][] = [
  [{ type: 'integer', minimum: 0, maximum: 5 }, '6', /--x must be a whole number from 0 to 5/],
  [{ type: 'integer', minimum: 0, maximum: 5 }, '-1', /whole number/],
  [{ type: 'integer', minimum: 0, maximum: 5 }, '1.5', /whole number/],
  [{ type: 'integer', minimum: 0, maximum: 5 }, '0x1', /whole number/],
  [{ type: 'boolean' }, 'yes', /--x must be true or false/],
  [{ enum: ['asc', 'desc'] }, 'up', /--x must be one of asc, desc/],
  [{ type: 'string', maxLength: 1 }, 'ab', /--x must not be longer than 1 character$/],
  [{ type: 'string', pattern: '^[a-z]+$' }, '1', /--x is not well formed/],
];

test('what is refused', () => {
  for (const [schema, text, message] of refused) {
    assert.throws(() => readOption('x', schema, text), message);
  }
});
