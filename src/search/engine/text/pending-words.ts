// Words of a text that is just scanned, as they stand in it, until they are looked up together. Nothing here outlives the build.

const WAITING_MAX = 128;

/** Words as they stand in a text, side by side. */
export class PendingWords {
  units: Uint16Array = new Uint16Array(0);
  readonly from = new Uint32Array(WAITING_MAX);
  readonly to = new Uint32Array(WAITING_MAX);
  readonly hash = new Int32Array(WAITING_MAX);
  readonly records = new Int32Array(WAITING_MAX);
  count = 0;

  /** Whether there is no room for another one. */
  add(units: Uint16Array, from: number, to: number, hash: number): boolean {
    const at = this.count;
    this.units = units;
    this.from[at] = from;
    this.to[at] = to;
    this.hash[at] = hash;
    this.count = at + 1;
    return this.count === WAITING_MAX;
  }
}

/** The units of a text from there to there, as a string of their own. */
export const wordAt = (units: Uint16Array, from: number, to: number): string => {
  let word = '';
  for (let at = from; at < to; at += 1) word += String.fromCharCode(units[at] as number);
  return word;
};
