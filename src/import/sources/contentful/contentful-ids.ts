// Ids that do not change from import to import: UUIDs of version 5, made from the ids of Contentful.

import { createHash } from 'node:crypto';

/** A random one, fixed for ever. */
const NAMESPACE = Buffer.from('5b0c5f7e8d3a4d7c9e1b2f6a7c8d9e0f', 'hex');

/** The same parts always give the same id. */
const stableId = (...parts: readonly string[]): string => {
  const hash = createHash('sha1').update(NAMESPACE).update(JSON.stringify(parts)).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

export const modelIdOf = (spaceId: string, typeId: string): string => stableId(spaceId, 'type', typeId);

export const recordIdOf = (spaceId: string, entryId: string): string => stableId(spaceId, 'entry', entryId);

export const versionIdOf = (recordId: string, number: number): string =>
  stableId(recordId, 'version', String(number));
