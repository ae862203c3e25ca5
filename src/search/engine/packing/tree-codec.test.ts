// A tree comes back as it was, as views of the bytes, and bytes that hold no complete tree are rejected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeTree, encodeTree } from './tree-codec.ts';

const tree = {
  name: 'a "name"\u2028 — é',
  nothing: null,
  left: undefined,
  numbers: [1, 2.5, -3],
  lists: [new Uint8Array([1, 2, 3]), new Uint16Array(0), { deep: new Float64Array([0.1, Number.NaN]) }],
  groups: {
    a: { ends: Uint32Array.from([7, 4_294_967_295]), sets: Int32Array.of(-1, 5) },
    b: {},
    ['__proto__']: new Uint8Array([9]),
  },
};

test('a tree is decoded as it was encoded, with arrays that share its bytes', () => {
  const encoded = encodeTree(tree);
  const { left: _, ...expected } = tree;
  const decoded = decodeTree(encoded) as typeof tree;
  assert.deepStrictEqual(decoded, expected);
  assert.equal(decoded.groups.a.ends.buffer, encoded.buffer);
  assert.deepStrictEqual(encodeTree(decoded), encoded);
});

test('part of a view is encoded alone', () => {
  const whole = Uint32Array.from([1, 2, 3, 4]);
  assert.deepStrictEqual(decodeTree(encodeTree({ part: whole.subarray(1, 3) })), {
    part: Uint32Array.from([2, 3]),
  });
});

test('bytes that are cut off anywhere are rejected', () => {
  const encoded = encodeTree(tree);
  // The last array is padded: without the padding nothing is lost.
  const end = encoded.length - 8;
  for (let length = 0; length <= end; length += 1)
    assert.throws(() => decodeTree(encoded.subarray(0, length)), /too short|cut off|cannot be read/);
});

test('an array that is described wrongly is rejected', () => {
  const wrong = [
    ['Uint8Array', 0, 9],
    ['Uint8Array', 4, 1],
    ['Uint8Array', -8, 1],
    ['Uint8Array', 0, 0.5],
    ['Uint8Array', 0],
    ['toString', 0, 1],
    'toString',
    7,
    null,
    {},
  ];
  for (const described of wrong)
    assert.throws(
      () => decodeTree(encodeTree({ array: { $array: described } })),
      /an array is/,
      JSON.stringify(described),
    );
});

test('what is no plain value is not encoded', () => {
  assert.throws(() => encodeTree({ list: new Float32Array(1) }), /cannot encode a Float32Array/);
});
