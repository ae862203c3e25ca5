// A batch of words of the text being scanned, as slices of its units, that are looked up together.

const PENDING_MAX = 128;

export class PendingWords {
  units: Uint16Array = new Uint16Array(0);
  readonly from = new Uint32Array(PENDING_MAX);
  readonly to = new Uint32Array(PENDING_MAX);
  readonly hash = new Int32Array(PENDING_MAX);
  readonly records = new Int32Array(PENDING_MAX);
  count = 0;

  /** Returns whether the batch is full. */
  add(units: Uint16Array, from: number, to: number, hash: number): boolean {
    const at = this.count;
    this.units = units;
    this.from[at] = from;
    this.to[at] = to;
    this.hash[at] = hash;
    this.count = at + 1;
    return this.count === PENDING_MAX;
  }
}

/** A slice of a text as a string. */
export const wordAt = (units: Uint16Array, from: number, to: number): string => {
  let word = '';
  for (let at = from; at < to; at += 1) word += String.fromCharCode(units[at] as number);
  return word;
};
