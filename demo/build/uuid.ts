// The same name always gives the same UUID: RFC 9562 version 8, from a SHA-256 of the name.
// Nothing here is random, so ids survive any rewrite of the texts around them.
import { createHash } from 'node:crypto';

export function uuidFrom(name: string): string {
  const bytes = createHash('sha256').update(`vitrine-demo:${name}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
