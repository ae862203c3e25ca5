// Categories and what lies below them, in trees and in data that is no tree.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withDescendants } from './catalog.ts';

const category = (id: string, parentId: string | null = null) => ({ id, name: id, parentId });
const below = (categories: ReturnType<typeof category>[], ...roots: string[]) =>
  [...withDescendants(categories, roots)].sort();

test('a category holds itself and everything below it, whatever the order of the data', () => {
  const tree = [
    category('d', 'c'),
    category('c', 'b'),
    category('b', 'a'),
    category('a'),
    category('e', 'a'),
  ];
  assert.deepEqual(below(tree, 'a'), ['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual(below(tree, 'c'), ['c', 'd']);
  assert.deepEqual(below(tree, 'd', 'e'), ['d', 'e']);
});

test('a category that is not there holds nothing, even if others name it as their parent', () => {
  assert.deepEqual(below([category('orphan', 'gone')], 'gone'), []);
  assert.deepEqual(below([], 'a'), []);
});

test('a cycle ends the walk', () => {
  assert.deepEqual(below([category('a', 'a')], 'a'), ['a']);
  assert.deepEqual(below([category('a', 'c'), category('b', 'a'), category('c', 'b'), category('x')], 'b'), [
    'a',
    'b',
    'c',
  ]);
});

test('whoever can climb to a root is below it, and nobody else, in any graph of parents', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const parents = fc.array(fc.constantFrom(null, 'gone', ...names), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(parents, fc.constantFrom(...names), (chosen, root) => {
      const graph = names.map((name, at) => category(name, chosen[at] ?? null));
      const climbs = (name: string | null, steps: number): boolean =>
        name === root ||
        (steps > 0 &&
          name !== null &&
          climbs(graph.find(({ id }) => id === name)?.parentId ?? null, steps - 1));
      assert.deepEqual(
        below(graph, root),
        names.filter((name) => climbs(name, names.length)),
      );
    }),
  );
});
