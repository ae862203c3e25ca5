// Counts the selected products of each category, those of its descendants included, each product once.

import type { Category } from '../../../domain/search/catalog.ts';
import { spend } from '../budget/work-budget.ts';
import { ITEM, PARSED_RULE } from '../budget/work-costs.ts';
import { type Column, countValues, spellingAt } from '../columns/column.ts';
import { buildVisit } from '../columns/visit-values.ts';
import type { Bits } from '../packing/bitset.ts';
import { forEachItem } from '../packing/for-each-item.ts';

/** The place of the category above each one; -1 if there is none. Parents may form a circle. */
interface Tree {
  readonly places: ReadonlyMap<string, number>;
  readonly parents: Int32Array;
}

const known = new WeakMap<readonly Category[], Tree>();

const treeOf = (categories: readonly Category[]): Tree => {
  let tree = known.get(categories);
  if (tree === undefined) {
    spend(PARSED_RULE + 2 * ITEM * categories.length);
    const places = new Map(categories.map(({ id }, place) => [id, place]));
    const parents = Int32Array.from(categories, ({ parentId }) =>
      parentId === null ? NONE : (places.get(parentId) ?? NONE),
    );
    tree = { places, parents };
    known.set(categories, tree);
  }
  return tree;
};

const NONE = -1;

/** Categories counted between two checks of the budget. */
const COUNTED_PER_STEP = 1_024;

/** Counts over several segments. */
export class CategoryCounter {
  private readonly categories: readonly Category[];
  private readonly places: ReadonlyMap<string, number>;
  private readonly parents: Int32Array;
  private readonly counts: Uint32Array;
  /** The last product that each category was counted for. */
  private readonly seen: Uint32Array;
  private product = 0;

  constructor(categories: readonly Category[]) {
    this.categories = categories;
    ({ places: this.places, parents: this.parents } = treeOf(categories));
    this.counts = new Uint32Array(categories.length);
    this.seen = new Uint32Array(categories.length);
  }

  add(column: Column, selected: Bits): void {
    const values = countValues(column);
    spend(PARSED_RULE + ITEM * values);
    const placeOf = Int32Array.from(
      { length: values },
      (_, value) => this.places.get(spellingAt(column, value)) ?? NONE,
    );
    const { counts, seen, parents } = this;
    const visitValues = buildVisit(column);
    let counted = 0;
    forEachItem(selected, (item) => {
      this.product += 1;
      const { product } = this;
      visitValues(item, (value) => {
        // Above a category that was counted for this product, all are.
        for (let place = placeOf[value] as number; place !== NONE && seen[place] !== product; ) {
          if (counted % COUNTED_PER_STEP === 0) spend(ITEM * COUNTED_PER_STEP);
          counted += 1;
          seen[place] = product;
          counts[place] = (counts[place] as number) + 1;
          place = parents[place] as number;
        }
      });
    });
  }

  countOf(id: string): number {
    const place = this.places.get(id);
    return place === undefined ? 0 : (this.counts[place] as number);
  }

  /** Those with products, in the order of the catalog. */
  finish(): { readonly category: Category; readonly count: number }[] {
    const found: { category: Category; count: number }[] = [];
    this.categories.forEach((category, place) => {
      const count = this.counts[place] as number;
      if (count > 0) found.push({ category, count });
    });
    return found;
  }
}
