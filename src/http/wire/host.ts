// The host a request was sent to, in the one spelling that the domain registry uses: lower case, no port, no final dot,
// an IPv6 address without its brackets and in its shortest form.

import { canonicalIpV6 } from '../../domain/access/ip-v6.ts';

const IP_V6 = /^(\[[^\]]*\])(?::\d*)?$/;
const NAME = /^([^.:/?#@[\]\s][^:/?#@[\]\s]*?)\.?(?::\d*)?$/;

/** Undefined when there is no host in it. */
export const normalizeHost = (host: string | undefined): string | undefined => {
  const text = (host ?? '').trim().toLowerCase();
  const address = IP_V6.exec(text)?.[1];
  return address === undefined ? NAME.exec(text)?.[1] : canonicalIpV6(address);
};
