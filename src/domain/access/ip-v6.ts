// IPv6 addresses in one spelling, so that a domain is found however its address was written.

/** Without brackets, lower case and shortest: `[0:0:0:0:0:0:0:1]` and `::1` → `::1`. Undefined when it is no address. */
export const canonicalIpV6 = (text: string): string | undefined => {
  const address = /^(?:\[([0-9a-f:.]+)\]|([0-9a-f:.]+))$/i.exec(text);
  // The URL parser knows the shortest spelling; browsers send what it says.
  return URL.parse(`http://[${address?.[1] ?? address?.[2]}]/`)?.hostname.slice(1, -1);
};
