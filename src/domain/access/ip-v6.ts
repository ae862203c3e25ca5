// Normalizes IPv6 addresses, so that a domain is found however its address is written.

/** Without brackets, lower case and shortest: `[0:0:0:0:0:0:0:1]` and `::1` → `::1`. Undefined if it is not an address. */
export const canonicalIpV6 = (text: string): string | undefined => {
  const address = /^(?:\[([0-9a-f:.]+)\]|([0-9a-f:.]+))$/i.exec(text);
  // The URL parser returns the shortest spelling, which is also what browsers send.
  return URL.parse(`http://[${address?.[1] ?? address?.[2]}]/`)?.hostname.slice(1, -1);
};
