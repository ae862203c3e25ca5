// Finds a long needle in a run of bytes in time linear in both, whatever they are (Knuth, Morris and Pratt). Other ways are faster on
// ordinary texts, but compare again and again where a text and a needle repeat themselves.

/** Shorter needles are looked for in other ways. */
export const LONG_NEEDLE = 16;

/** Of the needle that was asked for last: how much of its beginning ends at each place. */
let known: { readonly needle: Uint8Array; readonly borders: Uint32Array } | undefined;

const bordersOf = (needle: Uint8Array): Uint32Array => {
  if (known?.needle === needle) return known.borders;
  const borders = new Uint32Array(needle.length);
  let same = 0;
  for (let at = 1; at < needle.length; at += 1) {
    while (same > 0 && needle[at] !== needle[same]) same = borders[same - 1] as number;
    if (needle[at] === needle[same]) same += 1;
    borders[at] = same;
  }
  known = { needle, borders };
  return borders;
};

/** Whether the needle, which is not empty, stands anywhere between `from` and `end`. */
export const holdsLong = (bytes: Uint8Array, from: number, end: number, needle: Uint8Array): boolean => {
  const borders = bordersOf(needle);
  let same = 0;
  for (let at = from; at < end; at += 1) {
    while (same > 0 && bytes[at] !== needle[same]) same = borders[same - 1] as number;
    if (bytes[at] !== needle[same]) continue;
    same += 1;
    if (same === needle.length) return true;
  }
  return false;
};
