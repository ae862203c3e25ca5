// Counts the selected products of each category, those of its descendants included, each product once.

import type { Category } from '../../../domain/search/catalog.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { FACET_VALUE, ITEM, PARSED_RULE } from '../budget/work-costs.ts';
import { type Column, countValues, isSingle, spellingAt } from '../columns/column.ts';
import { buildVisit } from '../columns/visit-values.ts';
import type { Bits } from '../packing/bitset.ts';
import { forEachItem } from '../packing/for-each-item.ts';
import type { SelectedItems } from './selected-items.ts';
import { countSingleValues } from './single-values.ts';

interface Tree {
  readonly places: ReadonlyMap<string, number>;
  /** The place of the category above each one; -1 if there is none. Parents may form a circle. */
  readonly parents: Int32Array;
  /** The names as they are compared, by place, of categories that were once shown. */
  readonly names: (string | undefined)[];
  /** The place of each value of a column. */
  readonly valuePlaces: WeakMap<Column, Int32Array>;
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
    tree = { places, parents, names: new Array(categories.length), valuePlaces: new WeakMap() };
    known.set(categories, tree);
  }
  return tree;
};

const placesIn = ({ places, valuePlaces }: Tree, column: Column): Int32Array => {
  let known = valuePlaces.get(column);
  if (known === undefined) {
    const values = countValues(column);
    spend(PARSED_RULE + ITEM * values);
    known = Int32Array.from({ length: values }, (_, value) => places.get(spellingAt(column, value)) ?? NONE);
    valuePlaces.set(column, known);
  }
  return known;
};

const NONE = -1;

/** Categories counted between two checks of the budget. */
const COUNTED_PER_STEP = 1_024;

export interface CountedCategory {
  readonly category: Category;
  readonly count: number;
  /** Its name as it is compared. */
  readonly name: string;
}

/** Counts over several segments. */
export class CategoryCounter {
  private readonly categories: readonly Category[];
  private readonly tree: Tree;
  private readonly counts: Uint32Array;
  /** The turn in which each category was last counted: that of a product, or of all products with one value. */
  private readonly seen: Uint32Array;
  private turn = 0;
  private counted = 0;

  constructor(categories: readonly Category[]) {
    this.categories = categories;
    this.tree = treeOf(categories);
    this.counts = new Uint32Array(categories.length);
    this.seen = new Uint32Array(categories.length);
  }

  add(column: Column, selected: SelectedItems): void {
    const placeOf = placesIn(this.tree, column);
    spend(ITEM * placeOf.length);
    if (isSingle(column)) this.addSingle(column, selected, placeOf);
    else this.addLists(column, selected.bits, placeOf);
  }

  private addSingle(column: Column, selected: SelectedItems, placeOf: Int32Array): void {
    countSingleValues(column, selected).forEach((products, value) => {
      if (products === 0) return;
      this.turn += 1;
      this.climb(placeOf[value] as number, products);
    });
  }

  private addLists(column: Column, selected: Bits, placeOf: Int32Array): void {
    const visitValues = buildVisit(column);
    forEachItem(selected, (item) => {
      this.turn += 1;
      visitValues(item, (value) => this.climb(placeOf[value] as number, 1));
    });
  }

  /** Counts the products for a category and all above it, but only once in a turn. */
  private climb(from: number, products: number): void {
    const { counts, seen, turn } = this;
    const { parents } = this.tree;
    // Above a category that was counted in this turn, all are.
    for (let place = from; place !== NONE && seen[place] !== turn; ) {
      if (this.counted % COUNTED_PER_STEP === 0) spend(ITEM * COUNTED_PER_STEP);
      this.counted += 1;
      seen[place] = turn;
      counts[place] = (counts[place] as number) + products;
      place = parents[place] as number;
    }
  }

  countOf(id: string): number {
    const place = this.tree.places.get(id);
    return place === undefined ? 0 : (this.counts[place] as number);
  }

  /** Those with products, in the order of the catalog. */
  finish(): CountedCategory[] {
    const found: CountedCategory[] = [];
    this.categories.forEach((category, place) => {
      const count = this.counts[place] as number;
      if (count > 0) found.push({ category, count, name: this.nameAt(place) });
    });
    return found;
  }

  private nameAt(place: number): string {
    const { names } = this.tree;
    let name = names[place];
    if (name === undefined) {
      spend(FACET_VALUE);
      name = foldText((this.categories[place] as Category).name);
      names[place] = name;
    }
    return name;
  }
}
