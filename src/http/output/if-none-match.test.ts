// `If-None-Match` in all the forms RFC 9110 allows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesEntityTag } from './if-none-match.ts';

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
