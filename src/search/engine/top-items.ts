// The best `capacity` items of a stream by one number, kept without sorting all. Ties go to the smaller ordinal.
// A heap with the worst kept item on top; a key that cannot enter costs one comparison.

export class TopItems {
  private readonly capacity: number;
  private keys: Float64Array;
  private items: Uint32Array;
  private size = 0;
  /** A smaller key cannot enter. */
  floor = Number.NEGATIVE_INFINITY;

  constructor(capacity: number) {
    this.capacity = capacity;
    if (capacity === 0) this.floor = Number.POSITIVE_INFINITY;
    const room = Math.min(capacity, 64);
    this.keys = new Float64Array(room);
    this.items = new Uint32Array(room);
  }

  offer(key: number, item: number): void {
    if (this.size < this.capacity) {
      if (this.size === this.keys.length) this.grow();
      this.rise(this.size, key, item);
      this.size += 1;
      if (this.size === this.capacity) this.floor = this.keys[0] as number;
    } else if (this.capacity > 0 && this.isWorse(0, key, item)) {
      this.sink(key, item);
      this.floor = this.keys[0] as number;
    }
  }

  /** Best first. */
  sorted(): { key: number; item: number }[] {
    const entries = Array.from({ length: this.size }, (_, index) => ({
      key: this.keys[index] as number,
      item: this.items[index] as number,
    }));
    return entries.sort((a, b) => (a.key === b.key ? a.item - b.item : b.key - a.key));
  }

  /** Whether what is kept at `index` is worse than the given. */
  private isWorse(index: number, key: number, item: number): boolean {
    const own = this.keys[index] as number;
    return own < key || (own === key && (this.items[index] as number) > item);
  }

  private rise(from: number, key: number, item: number): void {
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

  private sink(key: number, item: number): void {
    let at = 0;
    for (let child = 1; child < this.size; child = 2 * at + 1) {
      const right = child + 1;
      const worse =
        right < this.size && this.isWorse(right, this.keys[child] as number, this.items[child] as number)
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
    const room = Math.min(this.capacity, this.keys.length * 4);
    const keys = new Float64Array(room);
    const items = new Uint32Array(room);
    keys.set(this.keys);
    items.set(this.items);
    this.keys = keys;
    this.items = items;
  }
}
