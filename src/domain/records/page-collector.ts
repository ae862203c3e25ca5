// Collects one page from a long, unsorted stream. Only the best `skip + limit` entries are kept, in a heap with the worst of
// them on top. Each `add` is logarithmic in `skip + limit`, and the whole is never sorted.

import type { SortKey } from './record-query.ts';

interface Entry {
  readonly key: SortKey;
  readonly id: string;
}

export class PageCollector {
  private readonly heap: Entry[] = [];
  private readonly skip: number;
  private readonly end: number;
  private readonly direction: 1 | -1;
  private count = 0;

  constructor(page: { readonly skip: number; readonly limit: number }, sortOrder: 'asc' | 'desc') {
    this.skip = page.skip;
    this.end = page.limit === 0 ? 0 : page.skip + page.limit;
    this.direction = sortOrder === 'asc' ? 1 : -1;
  }

  /** Number of entries added. */
  get total(): number {
    return this.count;
  }

  add(key: SortKey, id: string): void {
    this.count += 1;
    const entry = { key, id };
    if (this.heap.length < this.end) {
      this.heap.push(entry);
      this.rise(this.heap.length - 1);
    } else if (this.heap[0] !== undefined && this.compare(entry, this.heap[0]) < 0) {
      this.heap[0] = entry;
      this.sink(0);
    }
  }

  /** The ids of the page, in order. Nothing may be added afterwards. */
  takePage(): string[] {
    const ids: string[] = [];
    while (this.heap.length > this.skip) {
      const [top] = this.heap;
      const last = this.heap.pop();
      if (top === undefined || last === undefined) break;
      if (this.heap.length > 0) {
        this.heap[0] = last;
        this.sink(0);
      }
      ids.push(top.id);
    }
    return ids.reverse();
  }

  /** Entries without a value come last in both directions. Ties are sorted by id, ascending. */
  private compare(a: Entry, b: Entry): number {
    if (a.key !== b.key) {
      if (a.key === undefined) return 1;
      if (b.key === undefined) return -1;
      return a.key < b.key ? -this.direction : this.direction;
    }
    return a.id < b.id ? -1 : a.id === b.id ? 0 : 1;
  }

  private rise(start: number): void {
    for (let at = start; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.swapUnlessAbove(parent, at)) return;
      at = parent;
    }
  }

  private sink(start: number): void {
    for (let at = start; ; ) {
      const left = 2 * at + 1;
      const [a, b] = [this.heap[left], this.heap[left + 1]];
      if (a === undefined) return;
      const worse = b !== undefined && this.compare(b, a) > 0 ? left + 1 : left;
      if (!this.swapUnlessAbove(at, worse)) return;
      at = worse;
    }
  }

  /** Swaps them if the lower one is worse, and returns whether it did. */
  private swapUnlessAbove(upper: number, lower: number): boolean {
    const [above, below] = [this.heap[upper], this.heap[lower]];
    if (above === undefined || below === undefined || this.compare(above, below) >= 0) return false;
    this.heap[upper] = below;
    this.heap[lower] = above;
    return true;
  }
}
