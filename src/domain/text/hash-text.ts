// A hash for tables of texts that come once, such as the words of a document or whole requests. A `Map` would internalize each text: a copy
// of it would stay until the next full collection, whether or not anybody asks for it again (Decision 0138).

/** Random per process, so that nobody can craft texts that all collide; nothing stored depends on it. */
export const HASH_START = crypto.getRandomValues(new Int32Array(1))[0] as number;
const FACTOR = 0x0100_0193;

/**
 * The hash of a text with one more code unit, for callers that read the units of a text anyway. FNV-1a whose high bits reach the low ones at
 * each step: in FNV-1a itself the low bits depend on the low bits of the start alone, which are soon guessed.
 */
export const addUnit = (hash: number, unit: number): number => {
  const mixed = Math.imul(hash ^ unit, FACTOR);
  return mixed ^ (mixed >>> 15);
};

/** The hash of the first `max` code units, after those of an earlier text that has the hash `start`. */
export const hashText = (text: string, start = HASH_START, max = text.length): number => {
  let hash = start;
  const end = Math.min(text.length, max);
  for (let at = 0; at < end; at += 1) hash = addUnit(hash, text.charCodeAt(at));
  return hash;
};
