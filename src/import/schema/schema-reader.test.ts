// What the reader of a schema refuses to be built for. What it reads is tested by the codec.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildReader } from './schema-reader.ts';

test('a schema that says more than the reader knows is refused when the reader is built', () => {
  const unreadable = [
    { type: 'string', minimum: 3 },
    { type: 'number', multipleOf: 3 },
    { type: 'array', items: {}, uniqueItems: true },
    { type: 'object', properties: { a: { type: 'string', contentEncoding: 'base64' } } },
    { $ref: 'x' },
    { type: 'string', format: 'email' },
    { type: 'string', pattern: '^unheard-of$' },
    { type: 'object', patternProperties: { '^.*$': {}, '^[A-Z]{3}$': {} } },
  ];
  for (const schema of unreadable) {
    assert.throws(() => buildReader(schema), /no reader for|no words for|exactly one pattern/);
  }
});

test('words about a schema are no part of what is read', () => {
  assert.doesNotThrow(() => buildReader({ type: 'string', description: 'x', examples: ['y'], default: '' }));
});
