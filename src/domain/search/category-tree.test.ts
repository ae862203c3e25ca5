// The category tree in the order of its list.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listCategoryTree } from './category-tree.ts';

test('each category comes after its parent and before its siblings, siblings by name', () => {
  const nodes = listCategoryTree([
    { id: 'low', name: 'Low', parentId: 'top' },
    { id: 'zebra', name: 'Zebra', parentId: null },
    { id: 'top', name: 'Top', parentId: null },
    { id: 'lost', name: 'ähnlich', parentId: 'nowhere' },
    { id: 'able', name: 'able', parentId: 'top' },
    { id: 'lower', name: 'Lower', parentId: 'low' },
  ]);
  assert.deepEqual(
    nodes.map(({ id, parentId, depth }) => [id, parentId, depth]),
    [
      ['lost', null, 0],
      ['top', null, 0],
      ['able', 'top', 1],
      ['low', 'top', 1],
      ['lower', 'low', 2],
      ['zebra', null, 0],
    ],
  );
});

test('of categories that form a circle, one is at the top', () => {
  const nodes = listCategoryTree([
    { id: 'b', name: 'B', parentId: 'a' },
    { id: 'a', name: 'A', parentId: 'b' },
    { id: 'self', name: 'Self', parentId: 'self' },
  ]);
  assert.deepEqual(
    nodes.map(({ id, parentId, depth }) => [id, parentId, depth]),
    [
      ['a', null, 0],
      ['b', 'a', 1],
      ['self', null, 0],
    ],
  );
});

test('every category is listed once, one deeper than its parent', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const category = fc.record({
    id,
    name: fc.constantFrom('X', 'x', 'Y', ''),
    parentId: fc.option(fc.oneof(id, fc.constant('gone')), { nil: null }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(category, { selector: (one) => one.id }), (categories) => {
      const nodes = listCategoryTree(categories);
      assert.deepEqual(nodes.map((node) => node.id).sort(), categories.map((one) => one.id).sort());
      const depths = new Map<string | null, number>([[null, -1]]);
      for (const node of nodes) {
        assert.equal(node.depth, (depths.get(node.parentId) as number) + 1);
        depths.set(node.id, node.depth);
      }
    }),
  );
});
