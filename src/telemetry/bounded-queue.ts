// What waits to be exported. It never grows beyond its limit: what does not fit is dropped and counted. The last quarter is kept for
// what matters most, so that a rush of ordinary requests does not hide the failing ones.

const RESERVED_SHARE = 0.25;

export class BoundedQueue<T> {
  private items: T[] = [];
  private readonly max: number;
  private readonly ordinaryMax: number;
  private droppedSoFar = 0;

  constructor(max: number) {
    this.max = max;
    this.ordinaryMax = Math.max(1, Math.floor(max * (1 - RESERVED_SHARE)));
  }

  get size(): number {
    return this.items.length;
  }

  get dropped(): number {
    return this.droppedSoFar;
  }

  add(item: T, isImportant: boolean): void {
    if (this.items.length < (isImportant ? this.max : this.ordinaryMax)) this.items.push(item);
    else this.droppedSoFar += 1;
  }

  /** The oldest, at most so many. */
  take(count: number): T[] {
    if (this.items.length > count) return this.items.splice(0, count);
    const all = this.items;
    this.items = [];
    return all;
  }

  /** Counts what was taken and could not be exported. */
  drop(count: number): void {
    this.droppedSoFar += count;
  }
}
