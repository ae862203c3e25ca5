// Sorts lists of numbers, most of which are short or already sorted.

const INSERTION_MAX = 48;

/** Sorts the first `count` entries. Short lists use insertion sort: a call into the runtime costs more. */
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

/** Sorts postings by item, keeping each weight with its item. */
export const sortPostings = (items: Uint32Array, weights: Uint8Array, from: number, to: number): void => {
  let isSorted = true;
  for (let at = from + 1; at < to && isSorted; at += 1)
    isSorted = (items[at - 1] as number) < (items[at] as number);
  if (isSorted) return;
  // Both fit one double exactly: items are below 2^32 and weights below 2^8.
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
