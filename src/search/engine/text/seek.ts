// Seeking in posting lists.

/** The first index at or after `from` whose item is not below the wanted one (exponential search). */
export const seek = (items: Uint32Array, from: number, end: number, wanted: number): number => {
  let low = from;
  let step = 1;
  while (low + step < end && (items[low + step] as number) < wanted) step <<= 1;
  let high = Math.min(end, low + step + 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};
