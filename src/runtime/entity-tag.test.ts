// Tags of the same bytes, however they are given.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entityTagOf } from './entity-tag.ts';

test('a tag is quoted, strong, and follows the bytes', () => {
  assert.match(entityTagOf('a'), /^"[\w-]{27}"$/);
  assert.equal(entityTagOf('a'), entityTagOf('a'));
  assert.notEqual(entityTagOf('a'), entityTagOf('b'));
  for (const json of ['a', 'Müller', '🙂']) {
    assert.equal(entityTagOf(Buffer.from(json).toString('latin1'), true), entityTagOf(json));
    assert.equal(entityTagOf(new TextEncoder().encode(json)), entityTagOf(json));
  }
});
