// Counting those that are not selected instead of those that are gives the same numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { forEachValue } from '../columns/column.ts';
import { ColumnBuilder } from '../columns/column-builder.ts';
import { packColumn } from '../columns/column-pack.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { setBits, wordsFor } from '../packing/bitset.ts';
import { listSelected } from './selected-items.ts';
import { countSingleValues } from './single-values.ts';

const form = { isFolded: true, keepsSpelling: true, type: 'text' } as const;

/** Few enough that some values are stored as bitsets. */
const tuning = { ...productTuning, denseMin: 4 };

test('the selected products of each value, whether few or nearly all are selected, and whether few or all have one', () => {
  const product = fc.record({
    value: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined, freq: 3 }),
    isSelected: fc.boolean(),
  });
  const share = fc.constantFrom(0, 0.1, 0.9, 1);
  fc.assert(
    fc.property(
      fc.array(product, { maxLength: 200 }),
      share,
      share,
      (products, selectedShare, valueShare) => {
        const builder = new ColumnBuilder('size', form, true);
        const naive = new Map<string, number>();
        const chosen: number[] = [];
        products.forEach(({ value, isSelected }, item) => {
          const isIn = (item % 10) / 10 < selectedShare ? true : selectedShare === 0.1 && isSelected;
          if (isIn) chosen.push(item);
          if (value === undefined || (item % 10) / 10 >= valueShare) return;
          builder.add(item, [`v${value}`], false);
          if (isIn) naive.set(`v${value}`, (naive.get(`v${value}`) ?? 0) + 1);
        });
        const items = products.length;
        const column = packColumn(
          builder.finish(
            items,
            Uint32Array.from({ length: items }, (_, item) => item),
          ),
          tuning,
          false,
        );
        const selected = new Uint32Array(wordsFor(items));
        setBits(selected, Uint32Array.from(chosen), 0, chosen.length);
        const counts = countSingleValues(column, listSelected(selected, items));
        const counted = [...counts].reduce((sum, count) => sum + count, 0);
        assert.equal(
          counted,
          [...naive.values()].reduce((sum, count) => sum + count, 0),
        );
        assert.deepEqual([...counts].filter((count) => count > 0).sort(), [...naive.values()].sort());
      },
    ),
  );
});

test('any number of values fits: with one more, the values of products may take more bytes', () => {
  for (const values of [2, 254, 255, 256, 257, 65_534, 65_535, 65_536, 65_537]) {
    const builder = new ColumnBuilder('size', form, true);
    for (let item = 0; item < values; item += 1) builder.add(item, [`v${item}`], false);
    // One product without a value.
    const items = values + 1;
    const order = Uint32Array.from({ length: items }, (_, item) => item);
    const column = packColumn(builder.finish(items, order), productTuning, false);
    const selected = new Uint32Array(wordsFor(items));
    setBits(selected, order, 0, items - 1 - (values % 2));
    setBits(selected, order, items - 1, items);
    const counts = countSingleValues(column, listSelected(selected, items));
    const counted = counts.reduce((sum, count) => sum + count, 0);
    assert.deepEqual(
      [counts.length, counted, column.rowValues.length],
      [values, values - (values % 2), items],
    );
    let visited = 0;
    for (let item = 0; item < items; item += 1) forEachValue(column, item, () => (visited += 1));
    assert.equal(visited, values);
  }
});
