// The products that are indexed under the names of some categories: those directly in them, and in categories below.

import type { Category } from '../../../domain/search/catalog.ts';
import { setValueBits } from '../columns/column-bits.ts';
import { exactValues } from '../columns/exact-values.ts';
import { countBits, intersectWith, listItems, wordsFor } from '../packing/bitset.ts';
import { stringAt } from '../packing/packed-strings.ts';
import { withThoseBelow } from './product-categories.ts';
import { findColumn } from './product-columns.ts';
import { countProductsIn, type ProductSegment } from './product-segment.ts';

/**
 * Ids of live products, one by one, and undefined in between: there may be many, and the caller decides when to pause. The categories
 * need not exist any more.
 */
export function* productsOfCategories(
  segments: readonly ProductSegment[],
  categories: readonly Category[],
  changed: ReadonlySet<string>,
): Generator<string | undefined> {
  const named = withThoseBelow(categories, changed);
  for (const segment of segments) {
    const column = findColumn(segment, 'category_id', '');
    if (column === undefined) continue;
    const bits = new Uint32Array(wordsFor(countProductsIn(segment)));
    for (const id of named) {
      for (const value of exactValues(column, id)) setValueBits(column, value, value + 1, bits);
      yield undefined;
    }
    intersectWith(bits, segment.alive);
    const items = new Uint32Array(countBits(bits));
    listItems(bits, items, 0);
    for (const item of items) yield stringAt(segment.keys, item);
  }
}
