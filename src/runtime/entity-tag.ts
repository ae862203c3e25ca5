// The strong entity tag of a response: made from the bytes of its JSON. All threads make the same one.

import { hash } from 'node:crypto';

const TAG_CHARS = 27;

/** `isBytes`: the text has one character per byte. ASCII text has in any case. */
export const entityTagOf = (json: string | Uint8Array, isBytes = false): string => {
  const isEncoded = isBytes && typeof json === 'string' && Buffer.byteLength(json) > json.length;
  const hashed = isEncoded ? Buffer.from(json, 'latin1') : json;
  return `"${hash('sha256', hashed, 'base64url').slice(0, TAG_CHARS)}"`;
};
