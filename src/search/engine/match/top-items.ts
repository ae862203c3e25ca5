// Keeps the best `capacity` items by key without sorting all of them. Ties go to the smaller ordinal. A small page is
// kept sorted, a larger one as a heap with the worst item on top. A key that cannot enter costs one comparison.
// Reusable through `reset`.

import { spend } from '../budget/work-budget.ts';
import { HEAP_ITEM } from '../budget/work-costs.ts';

const MIN_ROOM = 64;

/** Up to this many, insertion is cheaper than a heap and leaves nothing to sort. */
const ORDERED_MAX = 32;

/** Items sorted between two checks of the budget. */
const SORTED_PER_STEP = 4_096;

export class TopItems {
  private capacity = 0;
  private keys = new Float64Array(MIN_ROOM);
  private items = new Uint32Array(MIN_ROOM);
  size = 0;
  /** A smaller key cannot enter. */
  floor = Number.POSITIVE_INFINITY;

  constructor(capacity: number) {
    this.reset(capacity, Number.NEGATIVE_INFINITY);
  }

  /** Starts over. Keys below `floor` are not wanted. */
  reset(capacity: number, floor: number): void {
    this.capacity = capacity;
    this.size = 0;
    this.floor = capacity === 0 ? Number.POSITIVE_INFINITY : floor;
  }

  offer(key: number, item: number): void {
    if (key < this.floor || this.capacity === 0) return;
    if (this.capacity <= ORDERED_MAX) {
      this.insert(key, item);
    } else if (this.size < this.capacity) {
      spend(HEAP_ITEM);
      if (this.size === this.keys.length) this.grow();
      this.upHeap(this.size, key, item);
      this.size += 1;
      if (this.size === this.capacity) this.floor = this.keys[0] as number;
    } else if (this.isWorse(0, key, item)) {
      spend(HEAP_ITEM);
      this.downHeap(this.size, key, item);
      this.floor = this.keys[0] as number;
    }
  }

  /** Whether the item would enter now. */
  accepts(key: number, item: number): boolean {
    if (key !== this.floor || !this.isFull()) return key >= this.floor;
    return this.isWorse(this.capacity <= ORDERED_MAX ? this.size - 1 : 0, key, item);
  }

  isFull(): boolean {
    return this.size === this.capacity;
  }

  /** Sorts the items, best first; afterwards only `keyAt`, `itemAt` and `reset` make sense. */
  sort(): void {
    if (this.capacity <= ORDERED_MAX) return;
    for (let last = this.size - 1; last > 0; last -= 1) {
      if (last % SORTED_PER_STEP === 0 || last === this.size - 1)
        spend(HEAP_ITEM * Math.min(SORTED_PER_STEP, last));
      const worstKey = this.keys[0] as number;
      const worstItem = this.items[0] as number;
      this.downHeap(last, this.keys[last] as number, this.items[last] as number);
      this.keys[last] = worstKey;
      this.items[last] = worstItem;
    }
  }

  keyAt(place: number): number {
    return this.keys[place] as number;
  }

  itemAt(place: number): number {
    return this.items[place] as number;
  }

  /** Best first. */
  sorted(): { key: number; item: number }[] {
    this.sort();
    return Array.from({ length: this.size }, (_, place) => ({
      key: this.keyAt(place),
      item: this.itemAt(place),
    }));
  }

  private insert(key: number, item: number): void {
    const { keys, items, capacity } = this;
    if (this.size < capacity) this.size += 1;
    else if (!this.isWorse(capacity - 1, key, item)) return;
    let at = this.size - 1;
    while (at > 0 && this.isWorse(at - 1, key, item)) {
      keys[at] = keys[at - 1] as number;
      items[at] = items[at - 1] as number;
      at -= 1;
    }
    keys[at] = key;
    items[at] = item;
    if (this.size === capacity) this.floor = keys[capacity - 1] as number;
  }

  /** Whether the item at `index` is worse than the given one. */
  private isWorse(index: number, key: number, item: number): boolean {
    const own = this.keys[index] as number;
    return own < key || (own === key && (this.items[index] as number) > item);
  }

  private upHeap(from: number, key: number, item: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      // The parent must stay the worse one.
      if (this.isWorse(parent, key, item)) break;
      this.keys[at] = this.keys[parent] as number;
      this.items[at] = this.items[parent] as number;
      at = parent;
    }
    this.keys[at] = key;
    this.items[at] = item;
  }

  /** Replaces the worst of the first `size` items. */
  private downHeap(size: number, key: number, item: number): void {
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      const right = child + 1;
      const worse =
        right < size && this.isWorse(right, this.keys[child] as number, this.items[child] as number)
          ? right
          : child;
      if (!this.isWorse(worse, key, item)) break;
      this.keys[at] = this.keys[worse] as number;
      this.items[at] = this.items[worse] as number;
      at = worse;
    }
    this.keys[at] = key;
    this.items[at] = item;
  }

  private grow(): void {
    const room = this.keys.length * 4;
    const keys = new Float64Array(room);
    const items = new Uint32Array(room);
    keys.set(this.keys);
    items.set(this.items);
    this.keys = keys;
    this.items = items;
  }
}
