// The keys of a list to search in, kept up to date: those of changed records are hidden where they were read, and put into a part
// of their own. So neither what was read nor the index of its characters is made again.

import type { FieldType } from '../../../domain/products/product-fields.ts';
import { SlotSet } from '../../../domain/records/slot-set.ts';
import type { Entry } from './list-rows.ts';
import { bytesOfSearched, type SearchedKeys, searchedKeysOf } from './searched-keys.ts';

/** When so many records have changed, the list is read again. */
const CHANGED_MAX = 2_000;

export class ListedKeys {
  readonly parts: readonly SearchedKeys[];
  /** All slots. Never change the set. */
  readonly members: SlotSet;
  readonly #read: readonly SearchedKeys[];
  readonly #hidden: SlotSet | undefined;
  /** The keys of changed records, by their slots. */
  readonly #changed: ReadonlyMap<number, readonly string[]>;

  private constructor(
    read: readonly SearchedKeys[],
    members: SlotSet,
    hidden: SlotSet | undefined,
    changed: ReadonlyMap<number, readonly string[]>,
    type: FieldType,
  ) {
    this.#read = read;
    this.members = members;
    this.#hidden = hidden;
    this.#changed = changed;
    this.parts =
      hidden === undefined ? read : [...read.map((part) => ({ ...part, hidden })), partOf(changed, type)];
  }

  static of(read: readonly SearchedKeys[], type: FieldType): ListedKeys {
    const members = new SlotSet();
    for (const { slots } of read) members.addAll(slots);
    return new ListedKeys(read, members, undefined, new Map(), type);
  }

  get bytes(): number {
    return bytesOfSearched(this.parts) + this.members.byteLength;
  }

  /** `slots`: those that changed records had or have; `entries`: what these have now. Undefined: too many have changed. */
  patch(slots: SlotSet, entries: readonly Entry[], type: FieldType): ListedKeys | undefined {
    if (entries.length === 0 && !slots.meets(this.members)) return this;
    const hidden = this.#hidden?.union(slots) ?? slots;
    if (hidden.size > CHANGED_MAX) return undefined;
    const changed = new Map([...this.#changed].filter(([slot]) => !slots.has(slot)));
    const members = this.members.without(slots);
    for (const { key, slot } of entries) {
      changed.set(slot, [...(changed.get(slot) ?? []), key]);
      members.add(slot);
    }
    return new ListedKeys(this.#read, members, hidden, changed, type);
  }
}

const partOf = (changed: ReadonlyMap<number, readonly string[]>, type: FieldType): SearchedKeys => {
  const all = [...changed].flatMap(([slot, keys]) => keys.map((key) => ({ key, slot })));
  return searchedKeysOf(
    all.map(({ key }) => key),
    Uint32Array.from(all, ({ slot }) => slot),
    type,
  );
};
