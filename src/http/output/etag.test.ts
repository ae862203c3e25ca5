// Tags and `If-None-Match` in all the forms RFC 9110 allows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entityTagOf, matchesEntityTag } from './etag.ts';

test('a tag is quoted, strong, and follows the bytes', () => {
  assert.match(entityTagOf('a'), /^"[\w-]{27}"$/);
  assert.equal(entityTagOf('a'), entityTagOf('a'));
  assert.notEqual(entityTagOf('a'), entityTagOf('b'));
  for (const body of ['a', 'Müller', '🙂'])
    assert.equal(entityTagOf(Buffer.from(body).toString('latin1'), true), entityTagOf(body));
});

test('a tag matches alone, in a list, weakly, and by star', () => {
  for (const sent of ['"x"', 'W/"x"', '"a", "x"', '"a",W/"x" , "b"', '"a, b", "x"', '*', ' * ']) {
    assert.equal(matchesEntityTag(sent, '"x"'), true, sent);
  }
});

test('anything else does not match', () => {
  for (const sent of [undefined, '', 'x', '"y"', '"xx"', '"a, x"', '"*"', '"X"']) {
    assert.equal(matchesEntityTag(sent, '"x"'), false, String(sent));
  }
});
