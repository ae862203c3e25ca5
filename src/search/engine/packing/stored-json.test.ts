// Stored JSON comes back byte for byte, also after deletions and merges.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromJsonBytes } from '../../../domain/text/json-bytes.ts';
import { jsonAt, mergeJson, propertiesAt, StoredJsonBuilder } from './stored-json.ts';

const pack = (items: number, values: readonly unknown[], itemMap: Uint32Array) => {
  const builder = new StoredJsonBuilder();
  for (const [item, value] of values.entries()) builder.add(item, value);
  return builder.finish(items, itemMap);
};

test('values are stored at their ordinals, whatever characters they contain', () => {
  const shown = [{ title: 'Grüße' }, { title: '日本 🎒' }];
  const stored = pack(3, shown, Uint32Array.of(2, 0));
  assert.deepEqual(fromJsonBytes(jsonAt(stored, 2)), shown[0]);
  assert.deepEqual(fromJsonBytes(jsonAt(stored, 0)), shown[1]);
  assert.equal(jsonAt(stored, 1), '');
  const shared = new Uint8Array(new SharedArrayBuffer(stored.bytes.length));
  shared.set(stored.bytes);
  assert.equal(jsonAt({ ...stored, bytes: shared }, 2), jsonAt(stored, 2));
});

test('merging keeps live items and drops the rest', () => {
  const inOrder = Uint32Array.of(0, 1);
  const merged = mergeJson(
    [
      {
        stored: pack(2, ['a', 'gone'], inOrder),
        itemMap: Uint32Array.of(1, 9),
        isKept: (item) => item === 0,
      },
      { stored: pack(2, ['ü', 'c'], inOrder), itemMap: Uint32Array.of(0, 2), isKept: () => true },
    ],
    3,
  );
  assert.deepEqual(
    [0, 1, 2].map((item) => fromJsonBytes(jsonAt(merged, item))),
    ['ü', 'a', 'c'],
  );
});

test('the properties of an object are its JSON without braces', () => {
  const stored = pack(2, [{ a: 1, b: 'x' }], Uint32Array.of(1));
  assert.equal(propertiesAt(stored, 1), '"a":1,"b":"x"');
  assert.equal(propertiesAt(stored, 0), '');
});
