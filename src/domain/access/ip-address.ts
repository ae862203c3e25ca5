// What is an IP address, without a zone, a port or the size of a network.

import { canonicalIpV6 } from './ip-v6.ts';

const BYTE = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})';
const IPV4 = new RegExp(`^${BYTE}(?:[.]${BYTE}){3}$`);

export const isIpV4 = (text: string): boolean => IPV4.test(text);

export const isIpAddress = (text: string): boolean =>
  isIpV4(text) || (!text.startsWith('[') && canonicalIpV6(text) !== undefined);
