// Counts the selected products of each category, those of its descendants included, each product once.

import type { Category } from '../../../domain/search/catalog.ts';
import { spend } from '../budget/work-budget.ts';
import { ITEM, PARSED_RULE } from '../budget/work-costs.ts';
import { type Column, countValues, forEachValue, spellingAt } from '../columns/column.ts';
import type { Bits } from '../packing/bitset.ts';
import { forEachItem } from '../packing/for-each-item.ts';

/** For each category its ancestors and itself, as places in the list. Parents may form a circle. */
type Lineages = readonly (readonly number[])[];

const known = new WeakMap<readonly Category[], { places: ReadonlyMap<string, number>; lineages: Lineages }>();

const lineagesOf = (categories: readonly Category[]) => {
  let own = known.get(categories);
  if (own === undefined) {
    spend(2 * PARSED_RULE * categories.length);
    const places = new Map(categories.map(({ id }, place) => [id, place]));
    const lineages = categories.map((_, place) => {
      const lineage = new Set<number>();
      for (let at: number | undefined = place; at !== undefined && !lineage.has(at); ) {
        lineage.add(at);
        const { parentId } = categories[at] as Category;
        at = parentId === null ? undefined : places.get(parentId);
      }
      spend(ITEM * lineage.size);
      return [...lineage];
    });
    own = { places, lineages };
    known.set(categories, own);
  }
  return own;
};

/** Deeper categories pay extra. */
const DEEP = 8;

/** Counts over several segments. */
export class CategoryCounter {
  private readonly categories: readonly Category[];
  private readonly places: ReadonlyMap<string, number>;
  private readonly lineages: Lineages;
  private readonly counts: Uint32Array;
  /** The last product that each category was counted for. */
  private readonly seen: Uint32Array;
  private product = 0;

  constructor(categories: readonly Category[]) {
    this.categories = categories;
    ({ places: this.places, lineages: this.lineages } = lineagesOf(categories));
    this.counts = new Uint32Array(categories.length);
    this.seen = new Uint32Array(categories.length);
  }

  add(column: Column, selected: Bits): void {
    const values = countValues(column);
    spend(PARSED_RULE + ITEM * values);
    const lineageOf = Array.from({ length: values }, (_, value) => {
      const place = this.places.get(spellingAt(column, value));
      return place === undefined ? [] : (this.lineages[place] as readonly number[]);
    });
    const { counts, seen } = this;
    forEachItem(selected, (item) => {
      this.product += 1;
      const { product } = this;
      forEachValue(column, item, (value) => {
        const lineage = lineageOf[value] as readonly number[];
        if (lineage.length > DEEP) spend(ITEM * lineage.length);
        for (const place of lineage) {
          if (seen[place] === product) continue;
          seen[place] = product;
          counts[place] = (counts[place] as number) + 1;
        }
      });
    });
  }

  /** In the order of the catalog. */
  finish(withEmpty: boolean): { readonly category: Category; readonly count: number }[] {
    const found: { category: Category; count: number }[] = [];
    this.categories.forEach((category, place) => {
      const count = this.counts[place] as number;
      if (count > 0 || withEmpty) found.push({ category, count });
    });
    return found;
  }
}
