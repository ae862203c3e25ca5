// Puts lists of numbers into order where most of them are short or in order already.

const INSERTION_MAX = 48;

/** Sorts the first `count` entries. Short lists by insertion: a call into the runtime costs more. */
export const sortAscending = (list: Uint32Array, count: number): void => {
  if (count > INSERTION_MAX) {
    list.subarray(0, count).sort();
    return;
  }
  for (let at = 1; at < count; at += 1) {
    const value = list[at] as number;
    let to = at;
    while (to > 0 && (list[to - 1] as number) > value) {
      list[to] = list[to - 1] as number;
      to -= 1;
    }
    list[to] = value;
  }
};

/** Puts a list into item order, weights along with it. */
export const sortPostings = (items: Uint32Array, weights: Uint8Array, from: number, to: number): void => {
  let isSorted = true;
  for (let at = from + 1; at < to && isSorted; at += 1)
    isSorted = (items[at - 1] as number) < (items[at] as number);
  if (isSorted) return;
  // Both in one number: items are below 2^32 and weights below 2^8, so the pair is exact in a double.
  const pairs = new Float64Array(to - from);
  for (let at = from; at < to; at += 1)
    pairs[at - from] = (items[at] as number) * 256 + (weights[at] as number);
  pairs.sort();
  for (let at = from; at < to; at += 1) {
    const pair = pairs[at - from] as number;
    items[at] = Math.floor(pair / 256);
    weights[at] = pair % 256;
  }
};
