// What is short stays text, what is long becomes bytes; both are the JSON of the value.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromJsonBytes } from '../../domain/text/json-bytes.ts';
import { entityTagOf } from '../../runtime/entity-tag.ts';
import { TEXT_CHARS_MAX, toResultJson } from './result-json.ts';

test('up to the limit it is text, beyond it bytes with their tag', () => {
  const quotes = 2;
  for (const letter of ['a', 'ü', '🙂']) {
    const longest = letter.repeat((TEXT_CHARS_MAX - quotes) / letter.length);
    const text = toResultJson(longest);
    assert.ok(typeof text === 'string');
    assert.equal(fromJsonBytes(text), longest);
    const large = toResultJson(`${longest}${letter}`);
    assert.ok(typeof large === 'object');
    assert.equal(JSON.parse(new TextDecoder().decode(large.bytes)), `${longest}${letter}`);
    assert.equal(large.entityTag, entityTagOf(JSON.stringify(`${longest}${letter}`)));
  }
});
