// A hash for tables of texts that come once, such as the words of a document or whole requests. A `Map` would internalize each text: that
// takes several times as long, and texts that nobody asks for again stay until the next full collection (Decision 0138).

/**
 * The initial value and the factor per unit, for callers that read the units of a text anyway. The initial value is random per process, so
 * that nobody can craft texts that all collide; nothing stored depends on it.
 */
export const HASH_START = crypto.getRandomValues(new Int32Array(1))[0] as number;
export const HASH_FACTOR = 0x0100_0193;

/** FNV-1a over the first `max` code units, after those of an earlier text that has the hash `start`. */
export const hashText = (text: string, start = HASH_START, max = text.length): number => {
  let hash = start;
  const end = Math.min(text.length, max);
  for (let at = 0; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_FACTOR);
  return hash;
};
