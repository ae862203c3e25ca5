// Finds a long substring in linear time, whatever the bytes (Knuth, Morris and Pratt). Other algorithms are faster on
// ordinary text but quadratic on repetitive text.

/** Shorter substrings use a native scan. */
export const LONG_SUBSTRING = 16;

/** The failure table of the last substring. */
let known: { readonly substring: Uint8Array; readonly borders: Uint32Array } | undefined;

const bordersOf = (substring: Uint8Array): Uint32Array => {
  if (known?.substring === substring) return known.borders;
  const borders = new Uint32Array(substring.length);
  let same = 0;
  for (let at = 1; at < substring.length; at += 1) {
    while (same > 0 && substring[at] !== substring[same]) same = borders[same - 1] as number;
    if (substring[at] === substring[same]) same += 1;
    borders[at] = same;
  }
  known = { substring, borders };
  return borders;
};

/** Whether the substring, which must not be empty, occurs between `from` and `end`. */
export const includesLong = (
  bytes: Uint8Array,
  from: number,
  end: number,
  substring: Uint8Array,
): boolean => {
  const borders = bordersOf(substring);
  let same = 0;
  for (let at = from; at < end; at += 1) {
    while (same > 0 && bytes[at] !== substring[same]) same = borders[same - 1] as number;
    if (bytes[at] !== substring[same]) continue;
    same += 1;
    if (same === substring.length) return true;
  }
  return false;
};
