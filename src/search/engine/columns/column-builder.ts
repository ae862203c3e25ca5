// Builds one column from the values of products, in any order of products.

import type { AttributeScalar } from '../../../domain/products/product.ts';
import { GrowableUint32 } from '../packing/growable.ts';
import { type ColumnForm, ValueCollector } from './column-dictionary.ts';
import type { ColumnEntries } from './column-pack.ts';

export class ColumnBuilder {
  private readonly name: string;
  private readonly form: ColumnForm;
  private readonly values = new ValueCollector();
  /** Places of values seen; columns whose values hardly repeat do without it. */
  private readonly places: Map<AttributeScalar, number> | undefined;
  private lastValue: AttributeScalar | undefined;
  private lastPlace = 0;
  private readonly pairItem = new GrowableUint32(16);
  private readonly pairValue = new GrowableUint32(16);
  private readonly emptyItems = new GrowableUint32(4);
  private readonly listItems = new GrowableUint32(4);

  constructor(name: string, form: ColumnForm, repeats: boolean) {
    this.name = name;
    this.form = form;
    this.places = repeats ? new Map() : undefined;
  }

  add(item: number, values: readonly AttributeScalar[], isList: boolean): void {
    for (const value of values) {
      this.pairItem.push(item);
      this.pairValue.push(this.placeOf(value));
    }
    if (values.length === 0) this.emptyItems.push(item);
    if (isList) this.listItems.push(item);
  }

  private placeOf(value: AttributeScalar): number {
    // Products that came together are often alike.
    if (value === this.lastValue) return this.lastPlace;
    const known = this.places?.get(value);
    const place = known ?? this.values.add(value, this.form);
    if (known === undefined) this.places?.set(value, place);
    this.lastValue = value;
    this.lastPlace = place;
    return place;
  }

  /** `place` says where each product ends up among `items`. */
  finish(items: number, place: Uint32Array): ColumnEntries {
    const { dictionary, rank } = this.values.finish(this.form.type === 'number' || this.form.type === 'date');
    const placed = (list: GrowableUint32) => list.view().map((item) => place[item] as number);
    return {
      name: this.name,
      items,
      dictionary,
      pairItem: placed(this.pairItem),
      pairValue: this.pairValue.view().map((value) => rank[value] as number),
      emptyItems: placed(this.emptyItems),
      listItems: placed(this.listItems),
    };
  }
}
