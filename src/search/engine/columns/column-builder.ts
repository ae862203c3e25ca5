// Builds one column; products may come in any order.

import type { AttributeScalar } from '../../../domain/products/product.ts';
import { GrowableUint32 } from '../packing/growable.ts';
import { type ColumnForm, ValueCollector } from './column-dictionary.ts';
import type { ColumnEntries } from './column-pack.ts';

export class ColumnBuilder {
  private readonly name: string;
  private readonly form: ColumnForm;
  private readonly values = new ValueCollector();
  /** Ids of the values seen so far; undefined for columns whose values hardly repeat. */
  private readonly ids: Map<AttributeScalar, number> | undefined;
  private lastValue: AttributeScalar | undefined;
  private lastId = 0;
  private readonly pairItem = new GrowableUint32(16);
  private readonly pairValue = new GrowableUint32(16);
  private readonly emptyItems = new GrowableUint32(4);
  private readonly listItems = new GrowableUint32(4);

  constructor(name: string, form: ColumnForm, repeats: boolean) {
    this.name = name;
    this.form = form;
    this.ids = repeats ? new Map() : undefined;
  }

  add(item: number, values: readonly AttributeScalar[], isList: boolean): void {
    for (const value of values) {
      this.pairItem.push(item);
      this.pairValue.push(this.idOf(value));
    }
    if (values.length === 0) this.emptyItems.push(item);
    if (isList) this.listItems.push(item);
  }

  private idOf(value: AttributeScalar): number {
    // Neighbouring products often share a value.
    if (value === this.lastValue) return this.lastId;
    const known = this.ids?.get(value);
    const id = known ?? this.values.add(value, this.form);
    if (known === undefined) this.ids?.set(value, id);
    this.lastValue = value;
    this.lastId = id;
    return id;
  }

  /** `itemMap` gives the final ordinal of each product, among `items`. */
  finish(items: number, itemMap: Uint32Array): ColumnEntries {
    const { dictionary, rank } = this.values.finish(this.form.type === 'number' || this.form.type === 'date');
    const mapped = (list: GrowableUint32) => list.view().map((item) => itemMap[item] as number);
    return {
      name: this.name,
      items,
      dictionary,
      pairItem: mapped(this.pairItem),
      pairValue: this.pairValue.view().map((value) => rank[value] as number),
      emptyItems: mapped(this.emptyItems),
      listItems: mapped(this.listItems),
    };
  }
}
