// Which Content-Type says JSON.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJsonMediaType } from './media-type.ts';

test('JSON in UTF-8, however it is written', () => {
  for (const sent of [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json ; charset=utf8 ; profile=x',
    'application/json;',
  ]) {
    assert.equal(isJsonMediaType(sent), true, sent);
  }
});

test('everything else is refused', () => {
  for (const sent of [
    undefined,
    '',
    'text/plain',
    'application/jsonp',
    'application/problem+json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16; charset=utf-8',
    'application/json; charset',
    'application/json, application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]) {
    assert.equal(isJsonMediaType(sent), false, String(sent));
  }
});
