// Typed arrays that grow while an index is built.

/** For a number below 2^32. */
const VARINT_BYTES_MAX = 5;

export class GrowableUint32 {
  private values: Uint32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.values = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.values[index] as number;
  }

  set(index: number, value: number): void {
    this.values[index] = value;
  }

  /** The values so far; valid until the next push. */
  view(): Uint32Array {
    return this.values.subarray(0, this.length);
  }
}

export class GrowableBytes {
  private values: Uint8Array;
  length = 0;

  constructor(capacity = 1024) {
    this.values = new Uint8Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length] = value;
    this.length += 1;
  }

  pushAll(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.values.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Seven bits per byte, lowest first; the eighth bit means that more follow. */
  pushVarint(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.push((rest & 127) | 128);
      rest >>>= 7;
    }
    this.push(rest);
  }

  /** Writes the first `count` numbers of an ascending list as varint deltas. */
  pushGaps(ascending: Uint32Array, count: number): void {
    this.reserve(count * VARINT_BYTES_MAX);
    const { values } = this;
    let at = this.length;
    let previous = 0;
    for (let index = 0; index < count; index += 1) {
      const value = ascending[index] as number;
      let rest = value - previous;
      previous = value;
      while (rest > 127) {
        values[at++] = (rest & 127) | 128;
        rest >>>= 7;
      }
      values[at++] = rest;
    }
    this.length = at;
  }

  at(index: number): number {
    return this.values[index] as number;
  }

  set(index: number, value: number): void {
    this.values[index] = value;
  }

  view(): Uint8Array {
    return this.values.subarray(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.values.length) return;
    const larger = new Uint8Array(Math.max(this.values.length * 2, this.length + more));
    larger.set(this.values);
    this.values = larger;
  }
}
