// Conditional GET: `If-None-Match` as in RFC 9110, 13.1.2.

const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Weak comparison, as `If-None-Match` requires. */
export const matchesEntityTag = (ifNoneMatch: string | undefined, entityTag: string): boolean => {
  if (ifNoneMatch === undefined) {
    return false;
  }
  return (
    ifNoneMatch.trim() === '*' || [...ifNoneMatch.matchAll(ENTITY_TAG)].some(([, tag]) => tag === entityTag)
  );
};
