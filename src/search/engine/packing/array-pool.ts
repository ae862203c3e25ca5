// Arrays that are lent to a query and lent again to the next, all of them or those since a mark: large arrays made for each query would keep
// the garbage collector busy.

/** Arrays kept between queries; the garbage collector gets the rest. */
const KEPT_MAX = 8;

export class ArrayPool<A extends Uint32Array | Float64Array> {
  private readonly make: (length: number) => A;
  private readonly arrays: A[] = [];
  /** What was borrowed of each array last: sets of one segment have one length, and a new view costs more than a short loop. */
  private readonly views: A[] = [];
  private used = 0;

  constructor(make: (length: number) => A) {
    this.make = make;
  }

  /** Its contents are undefined. */
  take(length: number): A {
    const place = this.used;
    this.used += 1;
    const last = this.views[place];
    if (last?.length === length) return last;
    let array = this.arrays[place];
    if (array === undefined || array.length < length) {
      array = this.make(Math.max(length, 64));
      this.arrays[place] = array;
    }
    const view = array.length === length ? array : (array.subarray(0, length) as A);
    this.views[place] = view;
    return view;
  }

  get inUse(): number {
    return this.used;
  }

  releaseTo(inUse: number): void {
    this.used = inUse;
  }

  release(): void {
    if (this.arrays.length > KEPT_MAX) {
      this.arrays.length = KEPT_MAX;
      this.views.length = KEPT_MAX;
    }
    this.used = 0;
  }
}
