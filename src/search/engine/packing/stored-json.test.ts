// Stored JSON comes back byte for byte, also after deletions and merges.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonAt, mergeJson, packJson } from './stored-json.ts';

const read = (text: string): unknown => JSON.parse(Buffer.from(text, 'latin1').toString('utf8'));

test('values are stored at their ordinals, whatever characters they contain', () => {
  const shown = [{ title: 'Grüße' }, { title: '日本 🎒' }];
  const stored = packJson(
    3,
    shown.map((value, item) => ({ item, shown: value })),
    Uint32Array.of(2, 0),
  );
  assert.deepEqual(read(jsonAt(stored, 2)), shown[0]);
  assert.deepEqual(read(jsonAt(stored, 0)), shown[1]);
  assert.equal(jsonAt(stored, 1), '');
  const shared = new Uint8Array(new SharedArrayBuffer(stored.bytes.length));
  shared.set(stored.bytes);
  assert.equal(jsonAt({ ...stored, bytes: shared }, 2), jsonAt(stored, 2));
});

test('merging keeps live items and drops the rest', () => {
  const inOrder = Uint32Array.of(0, 1);
  const pack = (...values: readonly string[]) =>
    packJson(
      2,
      values.map((shown, item) => ({ item, shown })),
      inOrder,
    );
  const merged = mergeJson(
    [
      { stored: pack('a', 'gone'), itemMap: Uint32Array.of(1, 9), isKept: (item) => item === 0 },
      { stored: pack('ü', 'c'), itemMap: Uint32Array.of(0, 2), isKept: () => true },
    ],
    3,
  );
  assert.deepEqual(
    [0, 1, 2].map((item) => read(jsonAt(merged, item))),
    ['ü', 'a', 'c'],
  );
});
