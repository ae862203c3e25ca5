// ETags and write preconditions as in RFC 9110. The contract has checked their syntax.

import { invalidInput } from '../../domain/failures/failures.ts';
import type { Precondition } from '../../domain/manage/managed-resource.ts';

/** A strong ETag as written in a header. */
export const entityTag = (tag: string): string => `"${tag}"`;

const TAG = /(W\/)?"([\x21\x23-\x7e]*)"/g;

/** `If-Match` uses strong comparison, so a weak ETag never matches. */
export const preconditionOf = (headers: Readonly<Record<string, string>>): Precondition => {
  const match = headers['if-match'];
  if (headers['if-none-match'] !== undefined) {
    if (match === undefined) return { kind: 'absent' };
    throw invalidInput('conflicting', 'if-none-match', 'if-match and if-none-match can never both hold');
  }
  if (match === undefined) return { kind: 'none' };
  if (match.trim() === '*') return { kind: 'present' };
  const tags = [...match.matchAll(TAG)].filter(([, weak]) => weak === undefined);
  return { kind: 'tag', tags: tags.map(([, , tag]) => tag ?? '') };
};
