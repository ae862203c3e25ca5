// The numbers of counted products, by value, sorted, or of several segments, are those of a plain list.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ColumnBuilder } from '../columns/column-builder.ts';
import { packColumn } from '../columns/column-pack.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { setBits, wordsFor } from '../packing/bitset.ts';
import { releaseQueryLists } from '../packing/query-lists.ts';
import { countBetween, mergeSegments, numbersOfColumn, numbersOfFew } from './counted-numbers.ts';
import { listSelected } from './selected-items.ts';
import { countSingleValues } from './single-values.ts';

/** Dates have two spellings; a text among them makes a column that is sorted by text. */
const product = fc.record({
  value: fc.option(
    fc.oneof(
      fc
        .tuple(fc.integer({ min: 1, max: 9 }), fc.boolean())
        .map(([day, isLong]) => `2026-01-0${day}${isLong ? 'T00:00:00Z' : ''}`),
      { weight: 1, arbitrary: fc.constant('soon') },
    ),
    { nil: undefined, freq: 9 },
  ),
  isSelected: fc.boolean(),
});
const segment = fc.record({
  products: fc.array(product, { maxLength: 60, size: 'max' }),
  hasText: fc.boolean(),
});
type Given = typeof segment extends fc.Arbitrary<infer T> ? T : never;

const form = { isFolded: true, keepsSpelling: true, type: undefined };

const prepare = ({ products, hasText }: Given) => {
  const builder = new ColumnBuilder('since', form, true);
  const isKept = (value: string | undefined): value is string =>
    value !== undefined && (hasText || value !== 'soon');
  const selected: number[] = [];
  const numbers: number[] = [];
  products.forEach(({ value, isSelected }, item) => {
    if (isKept(value)) builder.add(item, [value], false);
    if (!isSelected) return;
    selected.push(item);
    if (isKept(value) && value !== 'soon') numbers.push(Date.parse(value));
  });
  const items = products.length;
  const order = Uint32Array.from({ length: items }, (_, item) => item);
  const column = packColumn(builder.finish(items, order), productTuning, false);
  const listed = Uint32Array.from(selected);
  const bits = new Uint32Array(wordsFor(items));
  setBits(bits, listed, 0, listed.length);
  return { column, listed, bits, items, numbers };
};

const starts = [Number.NEGATIVE_INFINITY, Date.parse('2026-01-03'), Date.parse('2026-01-05T12:00:00Z')];

test('how many there are, the bounds of ranges and the products between them', () => {
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), (given) => {
      releaseQueryLists();
      const prepared = given.map(prepare);
      const counted = prepared.map(({ column, listed, bits, items }) => {
        const byValue = numbersOfColumn(column, countSingleValues(column, listSelected(bits, items)));
        const isDirect = column.rowItems.length === 0;
        return isDirect ? [byValue, numbersOfFew(column, listed)] : [byValue];
      });
      const check = (own: ReturnType<typeof mergeSegments>, numbers: readonly number[]): void => {
        assert.equal(own.distinct, new Set(numbers).size);
        starts.forEach((start, at) => {
          const end = starts[at + 1] ?? Number.POSITIVE_INFINITY;
          const inside = numbers.filter((number) => number >= start && number < end);
          const bounds = inside.length === 0 ? undefined : [Math.min(...inside), Math.max(...inside)];
          assert.deepEqual(own.boundsIn(start, end), bounds);
        });
      };
      counted.forEach((ways, at) => {
        const { numbers } = prepared[at] as ReturnType<typeof prepare>;
        for (const own of ways) {
          check(own, numbers);
          const [from, to] = [Date.parse('2026-01-02'), Date.parse('2026-01-04')];
          const between = numbers.filter((number) => number >= from && number <= to);
          assert.equal(countBetween(own, from, to), between.length);
        }
      });
      const all = prepared.flatMap(({ numbers }) => numbers);
      check(mergeSegments(counted.map((ways) => ways[0] as (typeof ways)[number])), all);
      check(mergeSegments(counted.map((ways) => ways.at(-1) as (typeof ways)[number])), all);
    }),
    { numRuns: 300 },
  );
});
