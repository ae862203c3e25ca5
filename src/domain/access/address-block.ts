// The part of an IP address that identifies one client connection: an IPv4 address, or the first half of an IPv6 address,
// since each connection has a whole IPv6 network.

import { canonicalIpV6 } from './ip-v6.ts';

const HALF_GROUPS = 4;

/** `2001:db8::1` → `2001:db8:0:0`, `::ffff:192.0.2.1` → `192.0.2.1`. Anything but an IPv6 address is returned unchanged. */
export const addressBlock = (address: string): string => {
  const withoutZone = address.split('%', 1)[0] ?? '';
  if (!withoutZone.includes(':')) return withoutZone;
  const canonical = canonicalIpV6(withoutZone);
  if (canonical === undefined) return withoutZone;
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (mapped !== null) return mapped.slice(1).flatMap(bytesOf).join('.');
  const [head = '', tail] = canonical.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - groups.length - last.length }, () => '0');
  return [...groups, ...zeros, ...last].slice(0, HALF_GROUPS).join(':');
};

const bytesOf = (group: string): number[] => {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
};
