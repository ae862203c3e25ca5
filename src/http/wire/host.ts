// The host of a request in the canonical spelling of the domain registry: lower case, no port, no trailing dot, an IPv6
// address without brackets and in its shortest form.

import { canonicalIpV6 } from '../../domain/access/ip-v6.ts';

const IP_V6 = /^(\[[^\]]*\])(?::\d*)?$/;
const NAME = /^([^.:/?#@[\]\s][^:/?#@[\]\s]*?)\.?(?::\d*)?$/;

/** `undefined` when there is no host in it. */
export const normalizeHost = (host: string | undefined): string | undefined => {
  const text = (host ?? '').trim().toLowerCase();
  const address = IP_V6.exec(text)?.[1];
  return address === undefined ? NAME.exec(text)?.[1] : canonicalIpV6(address);
};
