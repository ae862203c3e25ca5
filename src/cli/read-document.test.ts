// Objects from a file and from `--set`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Keywords } from '../contract/value-words.ts';
import { parseDocument, readPairs } from './read-document.ts';

const schema: Keywords = {
  properties: {
    name: { type: 'string' },
    parent: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    access: { enum: ['open', 'token_required'] },
    count: { type: 'integer' },
    ids: { type: 'array' },
  },
};

test('text stays text where a field takes text, everything else is JSON', () => {
  const pairs = ['name=a=b', 'parent=7', 'access=open', 'count=7', 'ids=["a"]', 'other={}'];
  assert.deepEqual(readPairs(pairs, schema), {
    name: 'a=b',
    parent: '7',
    access: 'open',
    count: 7,
    ids: ['a'],
    other: '{}',
  });
  assert.deepEqual(readPairs(['name='], schema), { name: '' });
});

test('pairs that cannot be read', () => {
  assert.throws(() => readPairs(['name'], schema), /--set name is not NAME=VALUE/);
  assert.throws(() => readPairs(['=x'], schema), /is not NAME=VALUE/);
  assert.throws(() => readPairs(['ids=a,b'], schema), /--set ids takes JSON/);
  assert.throws(() => readPairs(['name=a', 'name=b'], schema), /--set name is given twice/);
});

test('a document is one JSON object', () => {
  assert.deepEqual(parseDocument('\uFEFF{"a":1}', 'x.json'), { a: 1 });
  assert.throws(() => parseDocument('{', 'x.json'), /x\.json is not JSON/);
  for (const text of ['[]', '1', 'null', '"a"']) {
    assert.throws(() => parseDocument(text, 'x.json'), /x\.json does not contain a JSON object/);
  }
});
