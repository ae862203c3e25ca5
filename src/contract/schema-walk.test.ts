// One walk over schemas, for the management interface and for the description alike, and one reading of a value's text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { plainSchema, walkSchema } from './schema-walk.ts';
import { fromText, sayType } from './value-words.ts';

test('every schema within is met, the innermost first, and what is no schema is left alone', () => {
  const schema = Type.Object(
    {
      type: Type.String({ description: 'a' }),
      list: Type.Array(Type.String({ description: 'b' })),
      map: Type.Record(Type.String(), Type.String({ description: 'c' })),
      either: Type.Union([Type.Null({ description: 'd' }), Type.Number({ description: 'e' })]),
    },
    { additionalProperties: Type.Boolean({ description: 'f' }), description: 'g' },
  );
  const met: unknown[] = [];
  const walked = walkSchema(plainSchema(schema), ({ description, ...rest }) => {
    if (description !== undefined) met.push(description);
    return rest;
  });
  assert.deepEqual(met.toSorted(), ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  assert.equal(met.at(-1), 'g');
  assert.ok(!JSON.stringify(walked).includes('description'));
  assert.deepEqual(walked['required'], ['type', 'list', 'map', 'either']);
});

test('a text is a value of its type, or none', () => {
  assert.deepEqual(
    [fromText('07', 'integer'), fromText('true', 'boolean'), fromText(' a', 'string')],
    [7, true, ' a'],
  );
  for (const text of ['', '-1', '1e1', '1.0', '+1', '0x1'])
    assert.equal(fromText(text, 'integer'), undefined);
  for (const text of ['', 'TRUE', '1']) assert.equal(fromText(text, 'boolean'), undefined);
  assert.equal(sayType({ enum: ['a'] }), 'must be text');
});
