// What is deleted while segments are merged stays deleted, whenever it happens: before the merge, while a thread makes its result, or while that catches up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { aProduct, aText } from '../../../../test/suites/search/memory-source.ts';
import type { PackedStrings } from '../../../search/engine/packing/packed-strings.ts';
import { buildContentSegment, buildProductSegment } from './built-catalog.ts';
import { contentKind, productKind } from './segment-kinds.ts';
import { mergeStored, type SegmentKind, SegmentStack } from './segment-stack.ts';

const SEGMENTS = 9;
const PER_SEGMENT = 20;
const keys = Array.from({ length: SEGMENTS * PER_SEGMENT }, (_, at) => `k${String(at).padStart(3, '0')}`);

const contentOf = (some: readonly string[]) =>
  buildContentSegment(
    some.map((key) => ({ key, providerId: key, texts: { en: aText({ title: `tent ${key}` }) } })),
  );
const productsOf = (some: readonly string[]) =>
  buildProductSegment(
    { baseLocale: 'en', attributes: [], weights: {}, categories: [] },
    some.map((key) => aProduct(key, { name: `tent ${key}` })),
  );

const openStack = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  build: (some: readonly string[]) => S,
): SegmentStack<S> => {
  const stack = new SegmentStack(kind, []);
  for (let at = 0; at < SEGMENTS; at += 1)
    stack.add(build(keys.slice(at * PER_SEGMENT, (at + 1) * PER_SEGMENT)));
  return stack;
};

/** What a search would find, each as often as it is found. */
const liveKeys = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  stack: SegmentStack<S>,
): string[] =>
  keys.flatMap((key) => stack.segments.filter((one) => kind.find(one, key) !== -1).map(() => key));

interface Deletions {
  readonly before: readonly string[];
  readonly during: readonly string[];
  /** One in each turn while the result catches up. */
  readonly meanwhile: readonly string[];
}

const mergeUnder = async <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  stack: SegmentStack<S>,
  { before, during, meanwhile }: Deletions,
): Promise<void> => {
  for (const key of before) stack.remove(key);
  const merge = stack.startMerge() ?? assert.fail('nothing to merge');
  const merged = mergeStored(kind, merge.stored);
  for (const key of during) stack.remove(key);
  const taking = merge.take(merged);
  for (const key of meanwhile) {
    stack.remove(key);
    await nextTurn();
  }
  await taking;
};

const check = async <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  build: (some: readonly string[]) => S,
  deletions: Deletions,
): Promise<void> => {
  const stack = openStack(kind, build);
  await mergeUnder(kind, stack, deletions);
  const dead = new Set([...deletions.before, ...deletions.during, ...deletions.meanwhile]);
  const wanted = keys.filter((key) => !dead.has(key));
  assert.deepEqual(liveKeys(kind, stack), wanted);
  assert.equal(stack.size, wanted.length);
  for (const key of dead) assert.equal(stack.remove(key), false, 'it is not there to be deleted again');
  const reopened = new SegmentStack(kind, stack.stored());
  assert.deepEqual(liveKeys(kind, reopened), wanted, 'a snapshot of it is the same');
  assert.equal(reopened.size, wanted.length);
};

for (const [name, run] of [
  ['items', (deletions: Deletions) => check(contentKind, contentOf, deletions)],
  ['products', (deletions: Deletions) => check(productKind, productsOf, deletions)],
] as const) {
  test(`${name} deleted during a merge do not come back, however many they are`, async () => {
    // More than are caught up with in one turn, in all segments, and more while that goes on.
    const during = keys.filter((_, at) => at % 5 !== 0);
    const meanwhile = keys.filter((_, at) => at % 10 === 0).slice(0, 8);
    await run({ before: keys.slice(1, 4), during: during.slice(3), meanwhile });
  });

  test(`${name}: whatever is deleted, and whenever, a merge leaves the rest`, async () => {
    const some = fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(some, fc.array(fc.integer({ min: 0, max: 2 })), async (chosen, whens) => {
        const at = (when: number) => chosen.filter((_, index) => (whens[index] ?? 1) === when);
        await run({ before: at(0), during: at(1), meanwhile: at(2).slice(0, 10) });
      }),
      { numRuns: 25 },
    );
  });
}
