// Conditional GET: a strong entity tag made from the bytes of the body, and `If-None-Match` as in RFC 9110, 13.1.2.

import { hash } from 'node:crypto';

const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** `isBytes`: the body has one character per byte. ASCII text has in any case. */
export const entityTagOf = (body: string, isBytes = false): string => {
  const isEncoded = isBytes && Buffer.byteLength(body) > body.length;
  const hashed = isEncoded ? Buffer.from(body, 'latin1') : body;
  return `"${hash('sha256', hashed, 'base64url').slice(0, 27)}"`;
};

/** Weak comparison, as `If-None-Match` requires. */
export const matchesEntityTag = (ifNoneMatch: string | undefined, entityTag: string): boolean => {
  if (ifNoneMatch === undefined) {
    return false;
  }
  return (
    ifNoneMatch.trim() === '*' || [...ifNoneMatch.matchAll(ENTITY_TAG)].some(([, tag]) => tag === entityTag)
  );
};
