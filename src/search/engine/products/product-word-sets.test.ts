// Reading the smallest sets whole finds what counting over all of them finds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bitsClause, listClause } from '../filters/product-criteria.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import { atLeast, atLeastByLeads, bitsOf, type Found } from './product-word-sets.ts';

const ITEMS = 100;

test('the products in enough of the sets, by their smallest ones and by all', () => {
  const set = fc.uniqueArray(fc.nat({ max: ITEMS - 1 }), { maxLength: ITEMS });
  fc.assert(
    fc.property(
      fc.array(set, { minLength: 2, maxLength: 6 }),
      fc.nat(),
      fc.boolean(),
      (drawn, number, areBits) => {
        releaseScratch();
        const sorted = drawn.toSorted((a, b) => a.length - b.length);
        const required = 1 + (number % sorted.length);
        const found = sorted.map((own): Found => {
          const items = Uint32Array.from(own).sort();
          const list = listClause(items, 0, items.length);
          const bits = bitsOf(list, ITEMS).slice();
          return areBits ? bitsClause(bits, { size: items.length }) : list;
        });
        const byLeads = atLeastByLeads(found, required, ITEMS).slice();
        const all = found.map((one) => bitsOf(one, ITEMS));
        assert.deepEqual(byLeads, atLeast(all, required, ITEMS).slice());
        const naive = Array.from({ length: ITEMS }, (_, item) => item).filter(
          (item) => drawn.filter((own) => own.includes(item)).length >= required,
        );
        const items = Array.from({ length: ITEMS }, (_, item) => item);
        assert.deepEqual(
          items.filter((item) => ((byLeads[item >>> 5] as number) >>> (item & 31)) & 1),
          naive,
        );
      },
    ),
    { numRuns: 200 },
  );
});
